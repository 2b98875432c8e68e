import ChallengeLog
import Diagnosis
import Events
import Synchronization
import Trust

/// Runs the effects that need the back end, in order, off the main thread, and posts what comes of them.
///
/// What-if and its like run beside the others, so that a key is never behind a thousand judgements.
final class EffectRunner: Sendable {
    private let backend: any InspectorBackend
    private let mailbox: Mailbox
    private let ordered: AsyncStream<Effect>
    private let orderedInput: AsyncStream<Effect>.Continuation
    private let judging: AsyncStream<(Effect, epoch: Int)>
    private let judgingInput: AsyncStream<(Effect, epoch: Int)>.Continuation
    private let searching: AsyncStream<Effect>
    private let searchingInput: AsyncStream<Effect>.Continuation
    private let listing: AsyncStream<Effect>
    private let listingInput: AsyncStream<Effect>.Continuation
    private let latest = Mutex(0)
    /// The windows of filtered lists asked for last: older ones are of no use any more.
    private let latestListings = Mutex<[Loads.Kind: Effect]>([:])
    /// What was asked for before everything was stopped is not begun.
    private let stops = Stops()
    private let outstanding = Mutex(0)

    init(backend: any InspectorBackend, mailbox: Mailbox) {
        self.backend = backend
        self.mailbox = mailbox
        (ordered, orderedInput) = AsyncStream.makeStream()
        (judging, judgingInput) = AsyncStream.makeStream()
        (searching, searchingInput) = AsyncStream.makeStream()
        (listing, listingInput) = AsyncStream.makeStream()
    }

    deinit {
        orderedInput.finish()
        judgingInput.finish()
        searchingInput.finish()
        listingInput.finish()
    }

    var isIdle: Bool { outstanding.withLock { $0 == 0 } }

    func start() {
        let (backend, mailbox, stops) = (backend, mailbox, stops)
        let (ordered, judging, searching, listing) = (ordered, judging, searching, listing)
        let done: @Sendable () -> Void = { [weak self] in self?.outstanding.withLock { $0 -= 1 } }
        Task.detached {
            // A log that is written to without pause must not be read without pause.
            let changes = Throttle(every: .milliseconds(80)) { mailbox.post(.changed) }
            await backend.observe { changes.call() }
            for await effect in ordered {
                await Self.run(effect, backend, mailbox, stops)
                done()
            }
        }
        Task.detached { [weak self] in
            for await (effect, epoch) in judging {
                if case .audit(let name, _) = effect, stops.now != epoch {
                    mailbox.post(.audited(nil, name: name))
                    done()
                    continue
                }
                let isCurrent: @Sendable (Int) -> Bool = { [weak self] generation in
                    self?.latest.withLock { $0 == generation } ?? false
                }
                await Judging.run(effect, backend, mailbox, isCurrent)
                done()
            }
        }
        Task.detached {
            for await effect in searching {
                await Self.run(effect, backend, mailbox, stops)
                done()
            }
        }
        Task.detached { [weak self] in
            for await effect in listing {
                let isLatest: @Sendable () -> Bool = { [weak self] in self?.isLatest(effect) == true }
                await Self.list(effect, backend, WorkReport("filtering", .pieces, mailbox, stops, isLatest), mailbox)
                done()
            }
        }
    }

    func run(_ effect: Effect) {
        outstanding.withLock { $0 += 1 }
        switch effect {
        case .whatIf(let generation, _, _, _):
            latest.withLock { $0 = generation }
            judge(effect)
        case .wouldBe, .audit, .loadCode: judge(effect)
        // They may walk through a million events, or write them: what a view shows is not to wait for that.
        case .find, .findEvent, .locate, .saveLog, .openLog, .saveReport, .copyReport, .exportLab, .loadLabReport:
            searchingInput.yield(effect)
        case .loadRequests, .loadLog:
            list(effect)
        case .stopAll:
            latest.withLock { $0 = -1 }
            stops.stopAll()
            latestListings.withLock { $0 = [:] }
            orderedInput.yield(effect)
        case .prove(let name, let profile):
            // It waits for servers: nothing else is to wait for it.
            let (backend, mailbox) = (backend, mailbox)
            Task.detached { [weak self] in
                let problem = await backend.prove(profile) { row, proof in
                    mailbox.post(.proved(row, proof, name: name))
                }
                mailbox.post(.provedAll(name: name))
                mailbox.post(.changed)
                if let problem { mailbox.post(.report(Message(problem))) }
                self?.outstanding.withLock { $0 -= 1 }
            }
        case .loadPage(let text):
            // It may wait for a person's answers: whoever types them is not to wait for it.
            outstanding.withLock { $0 -= 1 }
            let (backend, mailbox) = (backend, mailbox)
            Task.detached {
                do throws(Problem) {
                    mailbox.post(.loadedPage(try await backend.loadPage(text)))
                } catch {
                    mailbox.post(.report(Message(error)))
                    mailbox.post(.loadedPage(nil))
                }
                mailbox.post(.changed)
            }
        case .judge(let words):
            let (backend, mailbox) = (backend, mailbox)
            Task.detached { [weak self] in
                do throws(Problem) {
                    mailbox.post(.judged(try await backend.judge(words)))
                } catch {
                    mailbox.post(.report(Message(error)))
                }
                mailbox.post(.changed)
                self?.outstanding.withLock { $0 -= 1 }
            }
        default: orderedInput.yield(effect)
        }
    }

    private func judge(_ effect: Effect) { judgingInput.yield((effect, epoch: stops.now)) }

    /// A list that takes a walk through all rows is not waited for by what else is shown.
    private func list(_ effect: Effect) {
        guard let (kind, query) = effect.listed else { return }
        latestListings.withLock { $0[kind] = query.needsScan ? effect : nil }
        (query.needsScan ? listingInput : orderedInput).yield(effect)
    }

    /// Whether no other window of the same list was asked for since.
    private func isLatest(_ effect: Effect) -> Bool {
        guard let (kind, _) = effect.listed else { return true }
        return latestListings.withLock { $0[kind] == effect }
    }

    private static func run(
        _ effect: Effect,
        _ backend: any InspectorBackend,
        _ mailbox: Mailbox,
        _ stops: Stops
    ) async {
        switch effect {
        case .loadOverview: mailbox.post(.overview(await backend.overview()))
        case .loadRequests(let query, let offset, let limit):
            let page = await backend.requests(query, offset: offset, limit: limit, progress: nil)
            mailbox.post(.requests(query, page))
        case .loadExchange(let key): mailbox.post(.exchange(await exchange(key, backend)))
        case .loadComparison(let left, let right, let challenge):
            let comparison = Comparison(
                left: Comparison.Side(exchange: await exchange(left, backend), challenge: challenge),
                right: Comparison.Side(exchange: await exchange(right, backend), challenge: challenge)
            )
            mailbox.post(.comparison(comparison))
        case .loadLog(let query, let offset, let limit):
            mailbox.post(.log(query, await backend.log(query, offset: offset, limit: limit, progress: nil)))
        case .findEvent(let text, let query, let from, let forward):
            let report = WorkReport("searching", .pieces, mailbox, stops)
            let position = await search(from, forward, report) { from, progress in
                await backend.findEvent(text, in: query, from: from, forward: forward, progress: progress)
            }
            if !report.isStopped { mailbox.post(.foundEvent(position, text: text)) }
        case .listFiles(let typed, let inBundle):
            mailbox.post(.files(await backend.files(beginning: typed, inBundle: inBundle), typed: typed))
        case .remember(let key, let disposition, let identity):
            await backend.remember(key, disposition, identity: identity)
        case .forgetAnswers(let host):
            let count = await backend.forgetAnswers(of: host)
            let what = Words.count(count, "answer")
            if count > 0 || host == nil { mailbox.post(.report(Message("\(what) taken back: the policy answers"))) }
        case .loadCombinations: mailbox.post(.combinations(await backend.combinations()))
        case .loadLabReport: mailbox.post(.page(await backend.labReport()))
        case .stopAll: await backend.stopAll()
        case .drop(let connection):
            let isDropped = await backend.drop(connection: connection)
            let text = isDropped ? "the connection is closed" : "it was closed before, or a request uses it"
            mailbox.post(.report(Message(text)))
        case .stopLab:
            await backend.stopLab()
            mailbox.post(.report(Message("the lab's servers are stopped; countersign opened anew starts them")))
        case .loadClients: mailbox.post(.clients(await backend.clients()))
        case .loadIdentities: mailbox.post(.identities(await backend.identities()))
        case .find(let text, let query, let from, let forward):
            let report = WorkReport("searching", .pieces, mailbox, stops)
            let position = await search(from, forward, report) { from, progress in
                await backend.find(text, in: query, from: from, forward: forward, progress: progress)
            }
            if !report.isStopped { mailbox.post(.found(position, text: text)) }
        case .locate(let key, let query):
            mailbox.post(.found(await backend.position(of: key, in: query), text: "no. \(key.number)"))
        case .adopt(let profile, let changes): await backend.adopt(profile, changes: changes)
        case .answer(let key, let answer):
            if let problem = await backend.answer(key, answer) { mailbox.post(.report(Message(problem))) }
        case .stopClock(let key): await backend.stopClock(key)
        case .note(let text): await backend.note(text)
        case .hold(let mode): await backend.hold(mode)
        case .invalidate(let ending):
            await backend.invalidate(ending)
            let text =
                switch ending {
                case .cancel: "the session is dropped: connections and TLS sessions are gone"
                case .finish: "the session ends with the last of what runs; what is fired now has another"
                }
            mailbox.post(.report(Message(text)))
        case .stop(let key):
            let stopped = await backend.stop(key)
            mailbox.post(.report(Message(stopped ? "\(key.number): stopped" : "\(key.number): it had ended")))
        default: await runFallible(effect, backend, mailbox, stops)
        }
        if effect.changesWhatIsShown { mailbox.post(.changed) }
    }

    /// Loads a window of a list that takes a walk through all rows; given up when another window is asked for.
    private static func list(
        _ effect: Effect,
        _ backend: any InspectorBackend,
        _ report: WorkReport,
        _ mailbox: Mailbox
    ) async {
        guard !report.isStopped else { return }
        defer { report.end() }
        switch effect {
        case .loadRequests(let query, let offset, let limit):
            let page = await backend.requests(query, offset: offset, limit: limit, progress: report.progress)
            if !report.isStopped { mailbox.post(.requests(query, page)) }
        case .loadLog(let query, let offset, let limit):
            let page = await backend.log(query, offset: offset, limit: limit, progress: report.progress)
            if !report.isStopped { mailbox.post(.log(query, page)) }
        default: break
        }
    }

    /// Behind the last row a search begins anew at the first.
    private static func search(
        _ from: Int,
        _ forward: Bool,
        _ report: WorkReport,
        _ look: (Int, @escaping LongWork) async -> Int?
    ) async -> Int? {
        var position = await look(from, report.progress)
        if position == nil, forward, from > 0, !report.isStopped { position = await look(0, report.progress) }
        report.end()
        return position
    }

    private static func runFallible(
        _ effect: Effect,
        _ backend: any InspectorBackend,
        _ mailbox: Mailbox,
        _ stops: Stops
    ) async {
        do throws(Problem) {
            switch effect {
            case .fire(let text): mailbox.post(.fired(try await backend.fire(text), "fired \(text)"))
            case .fireAgain(let key, let answer):
                let number = try await backend.fireAgain(key, answering: answer)
                mailbox.post(.fired(number, "no. \(key.number) again"))
            case .fireAnew(let key):
                let number = try await backend.fireAnew(key)
                mailbox.post(.fired(number, "no. \(key.number) afresh, over a connection of its own"))
            case .fireAll:
                let count = try await backend.fireAll()
                mailbox.post(.firedAll(count))
            case .openIdentity(let path, let secret, let attempt):
                do throws(Problem) {
                    let opened = try await backend.openIdentity(path: path, passPhrase: secret?.text)
                    mailbox.post(.identityOpened(path: path, opened))
                } catch {
                    mailbox.post(.identityFailed(path: path, attempt: attempt, error))
                }
            case .saveLog(let path):
                let saved = try await working("saving", mailbox, stops) { progress throws(Problem) in
                    try await backend.saveLog(as: path, progress: progress)
                }
                if let saved { mailbox.post(.report(Message("saved as \(saved)"))) }
            case .exportLab(let folder):
                let paths = try await backend.exportLab(to: folder)
                mailbox.post(.report(Message("\(Words.count(paths.count, "file")) written to \(folder)")))
            case .logKeys(let path):
                try await backend.logKeys(to: path)
                let text =
                    path.map { "TLS secrets go to \($0) from the next connection on" } ?? "no TLS secrets are kept"
                mailbox.post(.report(Message(text)))
            case .saveReport(let key, let path):
                mailbox.post(.report(Message("saved as \(try await backend.saveReport(of: key, as: path))")))
            case .saveClient(let profile):
                mailbox.post(.savedClient(profile, path: try await backend.saveClient(profile)))
            case .copyReport(let key):
                mailbox.post(.copyText(try await backend.report(of: key), what: "no. \(key.number) as Markdown"))
            case .readPins(let text, let profile):
                let old = (profile.policy.base as? AFSecurityPolicy)?.pins ?? []
                mailbox.post(.pinsRead(try await backend.pins(text, keeping: old), for: profile))
            case .openLog(let path):
                let opened: Void? = try await working("opening", mailbox, stops) { progress throws(Problem) in
                    try await backend.openLog(path, progress: progress)
                }
                if opened != nil { mailbox.post(.logOpened) }
            default: break
            }
        } catch {
            mailbox.post(.report(Message(error)))
        }
    }

    /// Runs something long that writes or reads bytes; nil when it was stopped, which is no fault.
    private static func working<Value>(
        _ word: String,
        _ mailbox: Mailbox,
        _ stops: Stops,
        _ body: (@escaping LongWork) async throws(Problem) -> Value
    ) async throws(Problem) -> Value? {
        let report = WorkReport(word, .bytes, mailbox, stops)
        defer { report.end() }
        do throws(Problem) {
            return try await body(report.progress)
        } catch {
            if report.isStopped { return nil }
            throw error
        }
    }

    private static func exchange(_ key: RequestKey, _ backend: any InspectorBackend) async -> Exchange {
        let events = await backend.events(of: key)
        var exchange = Exchange(key: key, events: events)
        let digests = exchange.challenges.flatMap(\.facts.chain)
        if !digests.isEmpty { exchange.certificates = await backend.certificates(Array(Set(digests))) }
        return exchange
    }
}

extension Effect {
    /// The list that it loads a window of, and the query.
    fileprivate var listed: (Loads.Kind, LogQuery)? {
        switch self {
        case .loadRequests(let query, _, _): (.requests, query)
        case .loadLog(let query, _, _): (.log, query)
        default: nil
        }
    }

    /// Whether what is on screen may be out of date after it.
    fileprivate var changesWhatIsShown: Bool {
        switch self {
        case .adopt, .remember, .forgetAnswers, .fire, .fireAgain, .fireAnew, .fireAll, .stop, .answer, .stopClock,
            .hold,
            .invalidate, .openIdentity, .stopAll, .drop, .stopLab, .logKeys:
            true
        default: false
        }
    }
}
