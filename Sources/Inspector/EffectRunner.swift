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
    private let latest = Mutex(0)
    /// Counts how often everything was stopped: what was asked for before is not begun.
    private let epoch = Mutex(0)
    private let outstanding = Mutex(0)

    init(backend: any InspectorBackend, mailbox: Mailbox) {
        self.backend = backend
        self.mailbox = mailbox
        (ordered, orderedInput) = AsyncStream.makeStream()
        (judging, judgingInput) = AsyncStream.makeStream()
        (searching, searchingInput) = AsyncStream.makeStream()
    }

    deinit {
        orderedInput.finish()
        judgingInput.finish()
        searchingInput.finish()
    }

    var isIdle: Bool { outstanding.withLock { $0 == 0 } }

    func start() {
        let (backend, mailbox, ordered, judging, searching) = (backend, mailbox, ordered, judging, searching)
        let done: @Sendable () -> Void = { [weak self] in self?.outstanding.withLock { $0 -= 1 } }
        Task.detached {
            // A log that is written to without pause must not be read without pause.
            let changes = Throttle(every: .milliseconds(80)) { mailbox.post(.changed) }
            await backend.observe { changes.call() }
            for await effect in ordered {
                await Self.run(effect, backend, mailbox)
                done()
            }
        }
        Task.detached { [weak self] in
            for await (effect, epoch) in judging {
                if case .audit(let name, _) = effect, self?.epoch.withLock({ $0 }) != epoch {
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
                await Self.run(effect, backend, mailbox)
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
        case .find, .findEvent, .locate, .saveLog, .saveReport, .copyReport, .exportLab, .loadLabReport:
            searchingInput.yield(effect)
        case .stopAll:
            latest.withLock { $0 = -1 }
            epoch.withLock { $0 += 1 }
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

    private func judge(_ effect: Effect) { judgingInput.yield((effect, epoch: epoch.withLock { $0 })) }

    private static func run(_ effect: Effect, _ backend: any InspectorBackend, _ mailbox: Mailbox) async {
        switch effect {
        case .loadOverview: mailbox.post(.overview(await backend.overview()))
        case .loadRequests(let query, let offset, let limit):
            mailbox.post(.requests(query, await backend.requests(query, offset: offset, limit: limit)))
        case .loadExchange(let key): mailbox.post(.exchange(await exchange(key, backend)))
        case .loadComparison(let left, let right, let challenge):
            let comparison = Comparison(
                left: Comparison.Side(exchange: await exchange(left, backend), challenge: challenge),
                right: Comparison.Side(exchange: await exchange(right, backend), challenge: challenge)
            )
            mailbox.post(.comparison(comparison))
        case .loadLog(let query, let offset, let limit):
            mailbox.post(.log(query, await backend.log(query, offset: offset, limit: limit)))
        case .findEvent(let text, let query, let from, let forward):
            let position = await backend.findEvent(text, in: query, from: from, forward: forward)
            mailbox.post(.foundEvent(position, text: text))
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
            mailbox.post(.found(await backend.find(text, in: query, from: from, forward: forward), text: text))
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
        default: await runFallible(effect, backend, mailbox)
        }
        if effect.changesWhatIsShown { mailbox.post(.changed) }
    }

    private static func runFallible(_ effect: Effect, _ backend: any InspectorBackend, _ mailbox: Mailbox) async {
        do throws(Problem) {
            switch effect {
            case .fire(let text): mailbox.post(.fired(try await backend.fire(text), "fired \(text)"))
            case .fireAgain(let key, let answer):
                let number = try await backend.fireAgain(key, answering: answer)
                mailbox.post(.fired(number, "no. \(key.number) again"))
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
                mailbox.post(.report(Message("saved as \(try await backend.saveLog(as: path))")))
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
                try await backend.openLog(path)
                mailbox.post(.logOpened)
            default: break
            }
        } catch {
            mailbox.post(.report(Message(error)))
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
    /// Whether what is on screen may be out of date after it.
    fileprivate var changesWhatIsShown: Bool {
        switch self {
        case .adopt, .remember, .forgetAnswers, .fire, .fireAgain, .fireAll, .stop, .answer, .stopClock, .hold,
            .invalidate, .openIdentity, .stopAll, .drop, .stopLab, .logKeys:
            true
        default: false
        }
    }
}
