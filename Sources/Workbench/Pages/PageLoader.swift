import Diagnosis
import Events
import Foundation
import RequestEngine
import Synchronization
import Trust

/// Loads a page and what it needs, one request after the other, so that what is reused and who is asked is the same in
/// every run. Scripts are read, not run.
public final class PageLoader {
    private static let mostResources = 200
    private static let mostFrames = 4
    /// So often the same challenge may be refused before the page is stopped from raising it again.
    private static let mostRefusals = 3

    /// A document, a style sheet or a script that names others.
    private struct Source {
        /// The number of its request.
        var number: Int?
        /// The origin of the document that it is part of; nil for a string without an address.
        var document: RequestURL?
        /// What its relative addresses count from; nil where they lead nowhere.
        var base: RequestURL?
        /// The documents around it, the page first.
        var frames: [String]
    }

    private struct Wanted {
        var reference: PageReference
        var source: Source
    }

    private let bench: Bench
    private let page: Firing
    private let isStopped: () -> Bool
    private let wait: (Bench.Fired) -> Void
    private let app: ClientProfile
    private let gathered = PageEvents()
    private var load: PageLoad
    private var waiting: [Wanted] = []
    private var seen: Set<String> = []
    private var refusals: [String: Int] = [:]
    private var stoppedHosts: Set<String> = []

    /// - Parameters:
    ///   - page: the page's own request.
    ///   - client: who answers in the place of the client in force.
    ///   - isStopped: whether what was not asked for yet is left out.
    ///   - wait: waits for the end of a request, answering what is held.
    public init(
        _ bench: Bench,
        page: Firing,
        as client: ClientProfile? = nil,
        isStopped: @escaping () -> Bool = { false },
        wait: @escaping (Bench.Fired) -> Void = { $0.wait() }
    ) {
        self.bench = bench
        self.page = page
        self.isStopped = isStopped
        self.wait = wait
        app = client ?? bench.profile
        load = PageLoad(address: page.address)
    }

    /// Loads it all.
    ///
    /// - Throws: as firing the page does; nothing was sent then.
    public func run() throws(Problem) -> PageLoad {
        let observation = bench.observe { [gathered] in gathered.take($0) }
        defer { withExtendedLifetime(observation) {} }
        switch PageTreatment(app) {
        case .answersAll:
            if let response = try fire(page, .page, as: app, namedBy: nil) { take(document: response, frames: []) }
            loadWaiting(as: app)
        case .probesFirst: try loadAfterProbe()
        case .showsString: try loadString()
        }
        for index in load.exchanges.indices {
            load.exchanges[index].events = gathered.events(of: load.resources[load.exchanges[index].resource].number)
        }
        return load
    }

    // MARK: - Flows

    /// F8: whatever answers the probe, everything is loaded by the view from then on.
    private func loadAfterProbe() throws(Problem) {
        gathered.stopsAtResponse { [bench] number in
            bench.stop(number, by: "the app, at the first response (F8, step 6)")
        }
        let probed = try fire(page, .probe, as: app, namedBy: nil)
        gathered.stopsAtResponse(nil)
        guard probed != nil else {
            load.findings.append(.pageStaysBlank(reason: load.resources.last?.why ?? ""))
            return
        }
        let view = PageTreatment.view(of: app)
        load.findings.append(.pageUnchecked(flow: "F8"))
        if let response = try fire(page, .page, as: view, namedBy: nil) { take(document: response, frames: []) }
        loadWaiting(as: view)
    }

    /// F8s: the probe's body is all there is of the page, and it has no address.
    private func loadString() throws(Problem) {
        guard let response = try fire(page, .probe, as: app, namedBy: nil) else {
            load.findings.append(.pageStaysBlank(reason: load.resources.last?.why ?? ""))
            return
        }
        let document = HTMLDocument(response.body, encoding: response.charset)
        let source = Source(number: response.number, document: nil, base: nil, frames: [])
        want(document, of: response, source)
        loadWaiting(as: PageTreatment.view(of: app))
    }

    // MARK: - Resources

    private func loadWaiting(as client: ClientProfile) {
        while !waiting.isEmpty { want(waiting.removeFirst(), as: client) }
    }

    private func want(_ wanted: Wanted, as client: ClientProfile) {
        let (reference, source) = (wanted.reference, wanted.source)
        // What is in the page itself, or is no request of HTTP.
        guard !Self.isNoRequest(reference.address) else { return }
        let url: RequestURL
        do throws(Problem) {
            if let base = source.base {
                url = try base.resolving(reference.address)
            } else {
                url = try Self.withoutBase(reference.address)
            }
        } catch {
            let isLost = source.base == nil && error.code == .pageNoBase
            return skip(reference, reference.address, source, isLost ? error : .pageAddress(error.sentence))
        }
        guard seen.insert(url.description).inserted else { return }
        var resource = PageResource(reference.kind, url: url.description, namedBy: source.number)
        resource.isCrossOrigin = source.document.map { !url.hasOrigin(of: $0) } ?? true
        // A page that sends its view elsewhere is left; a frame is still in the page.
        let isLeaving = reference.kind == .refresh && source.frames.count < 2
        resource.isMixed = url.scheme == .http && source.document?.scheme == .https && !isLeaving
        if isStopped() { return skip(resource, .pageLimit("the page was stopped")) }
        if load.resources.count >= Self.mostResources {
            return skip(resource, .pageLimit("the page needs more than \(Self.mostResources) resources"))
        }
        if reference.kind == .frame, source.frames.count > Self.mostFrames || source.frames.contains(url.description) {
            return skip(resource, .pageLimit("it is a frame in itself, or in more than \(Self.mostFrames) others"))
        }
        if resource.isMixed, reference.kind.isActive {
            return skip(resource, .mixedContent(kind: reference.kind.rawValue, url: url.description, isLoaded: false))
        }
        if stoppedHosts.contains(Self.place(url)) {
            return skip(resource, .pageChallengeRepeated(host: Self.place(url), refusals: Self.mostRefusals))
        }
        fetch(resource, url, source, as: client)
    }

    private func fetch(_ resource: PageResource, _ url: RequestURL, _ source: Source, as client: ClientProfile) {
        if resource.isMixed {
            load.findings.append(.mixedContent(kind: resource.kind.rawValue, url: resource.url, isLoaded: true))
        }
        let firing = firing(url, resource)
        let response: PageResponse?
        do throws(Problem) {
            response = try fire(firing, resource.kind, as: client, namedBy: source.number, resource)
        } catch {
            return skip(resource, error)
        }
        countRefusal(of: url)
        guard let response, response.isSuccess else { return }
        switch resource.kind {
        case .frame: take(document: response, frames: source.frames + [url.description])
        case .refresh: take(document: response, frames: source.frames.dropLast() + [url.description])
        case .style:
            let inside = Source(
                number: response.number,
                document: source.document,
                base: response.url,
                frames: source.frames
            )
            waiting += StyleReferences.all(in: response.body).map { Wanted(reference: $0, source: inside) }
        case .script:
            // A script's addresses count from its document.
            var inside = source
            inside.number = response.number
            let text = String(decoding: response.body, as: UTF8.self)
            waiting += ScriptReferences.all(in: text).map { Wanted(reference: $0, source: inside) }
        case .probe, .page, .request, .font, .image, .media: break
        }
    }

    private func take(document response: PageResponse, frames: [String]) {
        guard response.isHTML else { return }
        let document = HTMLDocument(response.body, encoding: response.charset)
        let base = document.base.flatMap { try? response.url.resolving($0) } ?? response.url
        let source = Source(
            number: response.number,
            document: response.url,
            base: base,
            frames: frames.isEmpty ? [response.url.description] : frames
        )
        seen.formUnion(source.frames)
        want(document, of: response, source)
    }

    /// What a document names, and last where it sends its view by itself.
    private func want(_ document: HTMLDocument, of response: PageResponse, _ source: Source) {
        waiting += document.references.map { Wanted(reference: $0, source: source) }
        guard let next = response.refresh ?? document.refresh, !next.address.isEmpty else { return }
        waiting.append(Wanted(reference: PageReference(kind: .refresh, address: next.address), source: source))
    }

    // MARK: - Requests

    /// Fires a request and gives its response; nil where none came.
    private func fire(
        _ firing: Firing,
        _ kind: PageResourceKind,
        as client: ClientProfile,
        namedBy: Int?,
        _ known: PageResource? = nil
    ) throws(Problem) -> PageResponse? {
        var firing = firing
        let first = load.resources.first?.number
        firing.part = PagePart(page: first, kind: kind.rawValue)
        firing.keptBodyBytes = HTMLDocument.maximumBytes
        let fired = try bench.fire(firing, as: client)
        gathered.began(fired.number)
        wait(fired)
        let events = gathered.events(of: fired.number)
        var resource = known ?? PageResource(kind, url: fired.exchange.request.url.description, namedBy: namedBy)
        resource.take(events)
        load.exchanges.append((load.resources.count, []))
        load.resources.append(resource)
        if load.remarks.isEmpty { load.remarks = fired.remarks }
        return PageResponse(fired, events)
    }

    /// The request for a resource: what is meant for the page's own host stays with it.
    private func firing(_ url: RequestURL, _ resource: PageResource) -> Firing {
        var firing = page
        firing.address = url.description
        firing.method = nil
        (firing.body, firing.bodyStream) = (nil, nil)
        (firing.acceptedTypes, firing.saveBody) = ([], nil)
        let isForeign = (try? bench.url(of: page.address)).map { !url.hasOrigin(of: $0) } ?? true
        var dropped: Set<String> = ["content-type", "content-length"]
        if isForeign {
            (firing.connectTo, firing.serverName, firing.validateAs) = (nil, nil, nil)
            firing.withholdsCredential = true
            dropped.formUnion(["authorization", "cookie", "host"])
        }
        firing.headers.removeAll { dropped.contains($0.name.lowercased()) }
        return firing
    }

    private func countRefusal(of url: RequestURL) {
        guard load.resources.last?.wasRefused == true else { return }
        let place = Self.place(url)
        refusals[place, default: 0] += 1
        guard refusals[place] == Self.mostRefusals else { return }
        stoppedHosts.insert(place)
        load.findings.append(.pageChallengeRepeated(host: place, refusals: Self.mostRefusals))
    }

    private func skip(_ reference: PageReference, _ address: String, _ source: Source, _ problem: Problem) {
        guard seen.insert(address).inserted else { return }
        skip(PageResource(reference.kind, url: address, namedBy: source.number), problem)
    }

    private func skip(_ resource: PageResource, _ problem: Problem) {
        var resource = resource
        resource.why = problem.sentence
        resource.code = problem.code
        load.resources.append(resource)
        // The first of its kind; the others say it in their own line.
        if !load.findings.contains(where: { $0.code == problem.code }) { load.findings.append(problem) }
    }

    private static func place(_ url: RequestURL) -> String { "\(url.host.lowercased()):\(url.port)" }

    private static func isNoRequest(_ address: String) -> Bool {
        let scheme = address.drop { $0.isWhitespace }.prefix { $0.isLetter }.lowercased()
        return address.drop { $0.isWhitespace }.first == "#"
            || (["data", "blob", "about", "javascript", "mailto", "tel"].contains(scheme)
                && address.contains(":"))
    }

    /// An address in a document that has none of its own.
    private static func withoutBase(_ address: String) throws(Problem) -> RequestURL {
        let text = address.drop { $0.isWhitespace }
        guard text.lowercased().hasPrefix("https://") || text.lowercased().hasPrefix("http://") else {
            throw .pageNoBase(address: address)
        }
        return try RequestURL(String(text))
    }
}
