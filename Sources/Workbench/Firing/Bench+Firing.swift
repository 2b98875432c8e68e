import Diagnosis
import Events
import Foundation
import Lab
import RequestEngine
import Trust

/// How the sessions are ended: see ``Bench/invalidate(reason:_:)``.
public typealias SessionEnding = Session.Ending

extension Bench {
    /// A request that was fired.
    public struct Fired: Sendable {
        /// Its number: the ID on screen.
        public var number: Int { exchange.number }
        /// What is odd about the files that were read for it.
        public var remarks: [Problem]
        let exchange: Exchange

        /// Calls back once, on any thread, when every event of the request was recorded.
        public func whenFinished(_ callback: @escaping @Sendable () -> Void) {
            exchange.whenFinished { _ in callback() }
        }

        /// Waits for the end; never to be called on a thread of the engine.
        public func wait() {
            let ended = Eventually<Bool>()
            whenFinished { ended.bring(true) }
            _ = ended.wait()
        }
    }

    /// Fires a request as the client in force.
    ///
    /// - Parameters:
    ///   - other: who answers in the place of the client in force.
    ///   - answer: an answer given before the challenge comes; nil lets the client or a person answer.
    ///   - strict: whether an identity that cannot be used is an error; else the client goes on without it, as apps do.
    /// - Throws: `url.…`, `option.…`, `request.header-name` and `file.…` codes; nothing was sent then.
    @discardableResult
    public func fire(
        _ firing: Firing,
        as other: ClientProfile? = nil,
        answering answer: PreparedAnswer? = nil,
        strict: Bool = false
    ) throws(Problem) -> Fired {
        let target = try target(firing.address)
        let client = try prepare(other ?? profile, at: target.place)
        if strict, let problem = client.identityProblem { throw problem }
        let request = try request(firing, target, client)
        let session = try session(SessionSlot(target.place, client.profile), client)
        let responder = BenchResponder(
            prepared: answer,
            standing: { [weak self] in self?.standingAnswer($0) },
            held: held,
            holds: { [weak self] in self?.holds($0) ?? false },
            hasPerson: { [weak self] in self?.hasPerson ?? false }
        )
        let exchange = try session.start(request, responder: responder)
        let number = exchange.number
        state.withLock { state in
            state.exchanges[number] = exchange
            state.firings[number] = firing
            state.lastFired = max(state.lastFired, number)
        }
        exchange.whenFinished { [weak self] _ in
            self?.held.requestEnded(number)
            self?.state.withLock { $0.exchanges[number] = nil }
        }
        return Fired(remarks: client.remarks, exchange: exchange)
    }

    /// The number of the last request that was fired; 0 for none.
    public var lastFired: Int { state.withLock { $0.lastFired } }

    /// What was fired under a number; nil for a request of another recording.
    public func firing(of number: Int) -> Firing? { state.withLock { $0.firings[number] } }

    /// The requests that run or are held, by number.
    public var running: [Int] { state.withLock { $0.exchanges.keys.sorted() } }

    /// Stops a running or held request; false when it had ended.
    @discardableResult
    public func stop(_ number: Int, by author: String) -> Bool {
        guard let exchange = state.withLock({ $0.exchanges[number] }) else { return false }
        exchange.cancel(by: author)
        return true
    }

    /// Ends the sessions: what runs is cancelled or goes on to its end, connections and TLS sessions are dropped, and the
    /// next request begins afresh. Recorded.
    public func invalidate(reason: String, _ ending: Session.Ending = .cancel) {
        let sessions = state.withLock { state in
            defer { state.sessions = [:] }
            return state.sessions
        }
        for session in sessions.values { session.invalidate(reason: reason, ending) }
    }

    private func session(_ slot: SessionSlot, _ client: PreparedClient) throws(Problem) -> Session {
        let setup = setup(client)
        let known = state.withLock { $0.sessions[slot] }
        if let known {
            if known.client != setup { known.setClient(setup) }
            return known
        }
        let keyLog = state.withLock { $0.keyLog }
        var session = SessionConfiguration(client: setup, limits: configuration.limits, keyLog: keyLog?.log)
        if configuration.session == .default, slot.flow == nil {
            try session.keep(in: configuration.folders.kept + (slot.place == .lab ? "/lab" : "/web"))
        }
        let opened = engine.openSession(session, reason: slot.reason)
        return state.withLock { state in
            // Another thread may have been quicker.
            if let other = state.sessions[slot] { return other }
            state.sessions[slot] = opened
            return opened
        }
    }

    private func request(_ firing: Firing, _ target: Target, _ client: PreparedClient) throws(Problem) -> Request {
        let flow = client.profile.flow.flatMap(Flow.named)
        var firing = firing
        // What a page needs is asked for as the page says, not as the page was.
        if firing.part == nil {
            firing = firing.completed(by: configuration.template)
            if let flow { firing = firing.completed(by: flow.settings) }
        }
        var request = Request(target.url)
        (request.body, request.bodyStream) = (firing.body, firing.bodyStream)
        request.method = firing.method ?? (request.bodyBytes == nil ? "GET" : "POST")
        request.offersHTTP2 = firing.offersHTTP2
        request.headers = firing.headers
        request.connectTo = target.connectTo
        if let address = firing.connectTo { request.connectTo = try RequestURL(hostAndPort: address) }
        if let name = firing.serverName { request.serverName = name.isEmpty ? .none : .name(name) }
        if let name = firing.validateAs { request.validateAs = .other(name) }
        let proxyAnchors = try firing.proxy.flatMap { proxy throws(Problem) in
            proxy.anchorFiles.isEmpty ? nil : try preparer.anchors(proxy.anchorFiles)
        }
        request.proxy = try firing.proxy?.proxy(for: target.url, anchors: proxyAnchors)
        try choose(firing.family, for: &request, in: target.place)
        if let limit = firing.maxRedirects { request.redirectLimit = limit }
        request.acceptedTypes = firing.acceptedTypes
        request.credential = firing.withholdsCredential ? nil : configuration.credential
        request.proxyCredential = configuration.proxyCredential
        request.keptBodyBytes = firing.keptBodyBytes
        let (profile, place, proxy) = (client.profile, target.place, firing.proxy)
        request.onRedirect = { [weak self] next in
            next.proxy = try? proxy?.proxy(for: next.url, anchors: proxyAnchors)
            return self?.client(profile, from: place, followingTo: &next)
        }
        if let flow {
            request.preamble.append(.flowChosen(FlowFacts(flow: flow.reference, title: flow.title)))
            // NSMutableURLRequest takes whatever a source gives it as a name.
            request.sendsAnyName = flow.settings.headers.contains { !Request.isToken($0.name) }
        }
        if let policy = firing.cachePolicy { request.cachePolicy = policy }
        if firing.connectsAnew { (request.connectsAnew, request.cachePolicy) = (true, .reload) }
        if let seconds = firing.timeout { request.limits = .total(.seconds(seconds)) }
        request.preamble += opened(client)
        request.label = RequestLabel(
            client: clientWord(client.profile),
            policyLine: client.line.text,
            scenario: target.scenario,
            repeats: firing.repeats,
            part: firing.part
        )
        request.responseFile = try firing.saveBody.map { path throws(Problem) in try ResponseFile(path: path) }
        return request
    }

    /// Takes the addresses of one family alone; the lab has one of each.
    ///
    /// - Throws: `option.conflict` where the address connected to is one of the other family.
    private func choose(_ family: AddressFamily?, for request: inout Request, in place: Target.Place) throws(Problem) {
        request.family = family
        guard let family, request.proxy == nil else { return }
        if place == .lab, family == .v6, let port = request.connectTo?.port, request.connectTo?.host == "127.0.0.1" {
            request.connectTo = try RequestURL(hostAndPort: "[::1]:\(port)")
        }
        let address = request.connectTo ?? request.url
        guard address.hostIsAddress, address.host.contains(":") != (family == .v6) else { return }
        throw .optionConflict(
            family == .v6 ? "--ipv6" : "--ipv4",
            address.bracketedHost,
            drop: "That is an address of the other kind: drop one of them."
        )
    }

    /// Completes a request that follows a redirect, and says who answers there: the lab's hosts have their own addresses
    /// and anchors.
    private func client(
        _ profile: ClientProfile,
        from old: Target.Place,
        followingTo request: inout Request
    ) -> ClientSetup? {
        var place = Target.Place.outside
        if let lab {
            if LabNames.contains(request.url.host), let address = lab.resolve(host: request.url.host) {
                place = .lab
                request.connectTo = try? RequestURL(hostAndPort: "\(address.address):\(address.port)")
            } else if lab.scenario(host: request.url.host, port: request.url.port) != nil {
                place = .lab
            }
        }
        guard place != old, let client = try? prepare(profile, at: place) else { return nil }
        return setup(client)
    }

    /// What opening the profile's identity gave, to be recorded with the request.
    private func opened(_ client: PreparedClient) -> [EventKind] {
        guard case .file = client.profile.identity else { return [] }
        if let problem = client.identityProblem { return [.identityRefused(ProblemFacts(problem))] }
        return client.identities.prefix(1).map { .identityOpened($0.summary) }
    }

    /// `F2c+1`: the preset, and how many switches differ from it.
    func clientWord(_ profile: ClientProfile) -> String {
        guard let preset = Presets.named(profile.name) else { return profile.name }
        let original = preset.profile(bundle: bundle)
        let differing = profile.switches.filter { own in
            original.switches.first { $0.identifier == own.identifier }?.value != own.value
        }
        return differing.isEmpty ? profile.name : "\(profile.name)+\(differing.count)"
    }
}
