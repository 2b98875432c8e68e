import Diagnosis
import Events
import Foundation
import Reactor
import Synchronization
import Trust

/// Where events go. Called on several threads, for one request always in the order of what happened; it must not block.
public typealias EventSink = @Sendable (Event) -> Void

/// Fires requests: a few threads, each with its own event loop, on which every connection lives.
///
/// A request goes to the thread that its scheme, host and port name, so that reuse of connections never depends on
/// which thread was free. Sessions, requests and connections are numbered within the engine, which stands for one
/// recording.
public final class Engine: Sendable {
    private let shards: [EventLoopThread<Shard>]
    private let recorder: Recorder
    private let numbers = Numbers()
    private let router: Router

    /// Starts the threads. Raises the process's limit of open descriptors to the allowed maximum, and ignores SIGPIPE.
    ///
    /// - Parameters:
    ///   - threads: How many threads; as many as there are processors unless told otherwise.
    ///   - clock: The time of day, for events and for judging chains.
    ///   - sink: Takes every event.
    /// - Throws: `SystemCallError` where the process has no descriptors left.
    public convenience init(
        threads: Int = ProcessInfo.processInfo.activeProcessorCount,
        clock: @escaping @Sendable () -> Date = { Date() },
        sink: @escaping EventSink
    ) throws {
        try self.init(threads: threads, decisions: .trust, clock: clock, sink: sink)
    }

    /// The same with other decisions, another limit for idle pools, or a libcurl that cannot hold, for tests.
    init(
        threads: Int,
        decisions: DecisionMaker,
        canHold: @escaping @Sendable () -> Problem? = { HoldSupport.current.problem },
        idleLimit: @escaping @Sendable (AnswersKept) -> Duration = { Shard.idleLimit($0) },
        clock: @escaping @Sendable () -> Date = { Date() },
        sink: @escaping EventSink
    ) throws {
        ProcessSetup.once()
        let recorder = Recorder(clock: clock, sink: sink)
        self.recorder = recorder
        let numbers = numbers
        let router = Router()
        self.router = router
        shards = try (0..<max(1, threads)).map { index in
            let link = ShardLink()
            let thread = try EventLoopThread(name: "shard \(index)") { loop in
                Shard(
                    loop: loop,
                    recorder: recorder,
                    numbers: numbers,
                    decisions: decisions,
                    idleLimit: idleLimit,
                    canHold: canHold,
                    forward: { router.start($0) },
                    submit: { job in link.thread?.submit { shard in shard.run(job) } }
                )
            }
            link.connect(thread)
            return thread
        }
        router.connect(shards)
    }

    deinit { stopThreads(by: "the engine's end") }

    /// Opens a session; recorded.
    ///
    /// - Parameter reason: Why, in plain words: `start`, `session invalidated`.
    public func openSession(_ configuration: SessionConfiguration, reason: String) -> Session {
        let session = Session(number: numbers.nextSession(), configuration: configuration, engine: self)
        recorder.record(
            .sessionOpened(SessionFacts(reason: reason, configuration: configuration.kind.rawValue)),
            EventContext(session: session.number),
            profile: configuration.client.profile
        )
        return session
    }

    /// Whether a handshake can be suspended for a person: nil when it can, else `hold.unsupported`.
    ///
    /// Tried once in the process, on the first call, in a few milliseconds.
    public static var holdProblem: Problem? { HoldSupport.current.problem }

    /// Cancels what runs and waits for the threads to end. No event comes after it.
    public func shutDown(by author: String) {
        stopThreads(by: author)
        for shard in shards { shard.join() }
    }

    func start(
        _ request: Request,
        of session: Session,
        client: ClientSetup,
        responder: any ChallengeResponder
    ) -> Exchange {
        // The threads of two hosts would record the beginnings of their requests in any order.
        numbers.beginRequest { number in
            // After a redirect it may be on any of them.
            let exchange = Exchange(number: number, request: request) { [router] author in
                for shard in router.shards { shard.submit { $0.cancel(request: number, by: author) } }
            }
            let job = TransferJob(
                exchange: exchange,
                request: request,
                session: session.number,
                configuration: session.configuration,
                client: client,
                responder: responder,
                start: .now
            )
            guard router.start(job) else { return exchange }
            let context = EventContext(
                session: session.number,
                request: number,
                host: request.url.host,
                start: job.start
            )
            recorder.record(.requestStarted(request.facts(under: client.profile)), context, profile: client.profile)
            return exchange
        }
    }

    /// The time of day.
    var now: Date { recorder.clock() }

    /// What the threads keep for a session.
    func contents(of session: Session) async -> SessionContents {
        var contents = SessionContents(session: session.number)
        let (number, client) = (session.number, session.client)
        for shard in shards {
            let part = await withCheckedContinuation { (continuation: CheckedContinuation<SessionContents, Never>) in
                let isRunning = shard.submit { continuation.resume(returning: $0.contents(of: number, for: client)) }
                if !isRunning { continuation.resume(returning: SessionContents(session: number)) }
            }
            contents.connections += part.connections
            contents.tlsSessions += part.tlsSessions
        }
        return contents
    }

    func drop(connection: Int, of session: Int) async -> Bool {
        for shard in shards {
            let isDropped = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
                let isRunning = shard.submit {
                    continuation.resume(returning: $0.drop(connection: connection, of: session))
                }
                if !isRunning { continuation.resume(returning: false) }
            }
            if isDropped { return true }
        }
        return false
    }

    func retire(session: Int, except client: ClientSetup) {
        for shard in shards { shard.submit { $0.retire(session: session, except: client) } }
    }

    func invalidate(session: Int, _ facts: SessionFacts) {
        recorder.record(.sessionInvalidated(facts), EventContext(session: session))
        for shard in shards { shard.submit { $0.invalidate(session: session, by: "the end of session \(session)") } }
    }

    private func stopThreads(by author: String) {
        for shard in shards {
            shard.submit { $0.close(by: author) }
            shard.stop()
        }
    }
}

/// The way from a shard's own objects back to its thread, which is made after them.
private final class ShardLink: Sendable {
    private struct Content {
        weak var thread: EventLoopThread<Shard>?
    }

    private let content = Mutex(Content())

    var thread: EventLoopThread<Shard>? { content.withLock { $0.thread } }

    func connect(_ thread: EventLoopThread<Shard>) { content.withLock { $0.thread = thread } }
}
