import Diagnosis
import Events
import Synchronization
import Trust

/// A session as the client developer knows it: requests that share connections, TLS sessions and a client.
public final class Session: Sendable {
    /// The session's number within the recording.
    public let number: Int
    /// What the session was opened with.
    public let configuration: SessionConfiguration

    /// How a session is invalidated (URLSession's two ways).
    public enum Ending: String, Hashable, Sendable, CaseIterable {
        /// What runs goes on to its end, and the session ends with the last of it (finishTasksAndInvalidate).
        case finish
        /// What runs is cancelled (invalidateAndCancel).
        case cancel
    }

    private struct Content: Sendable {
        var client: ClientSetup
        var isInvalidated = false
        var running = 0
        /// Why the session ends with the last request that runs.
        var lastReason: String?
    }

    private let content: Mutex<Content>
    private let engine: Engine

    init(number: Int, configuration: SessionConfiguration, engine: Engine) {
        self.number = number
        self.configuration = configuration
        self.engine = engine
        content = Mutex(Content(client: configuration.client))
    }

    /// The client that answers for the next request.
    public var client: ClientSetup { content.withLock { $0.client } }

    /// Changes the client: a switch flipped, an identity chosen.
    ///
    /// The very next request is answered by the new one: the old one's connections and TLS sessions are not used again
    /// (unless answers are kept as on iOS) and are closed when their last transfer has ended. What runs goes on as it
    /// began. The caller records the change itself (`EventKind.policyChanged`).
    public func setClient(_ client: ClientSetup) {
        let old = content.withLock { content in
            defer { content.client = client }
            return content.client
        }
        if old != client { engine.retire(session: number, except: client) }
    }

    /// Fires a request with the session's client.
    ///
    /// - Parameters:
    ///   - request: What to fire.
    ///   - responder: Who answers its challenges.
    /// - Throws: `request.header-name` or `option.value` for what must not be sent, `request.stopped` when the session
    ///   was invalidated; nothing has been sent or recorded then.
    @discardableResult
    public func start(
        _ request: Request,
        responder: any ChallengeResponder = PolicyResponder()
    ) throws(Problem) -> Exchange {
        try request.validate()
        let client = content.withLock { content -> ClientSetup? in
            guard !content.isInvalidated else { return nil }
            content.running += 1
            return content.client
        }
        guard let client else { throw Problem.sessionInvalidated(number: number) }
        let exchange = engine.start(request, of: self, client: client, responder: responder)
        exchange.whenFinished { [self] _ in requestEnded() }
        return exchange
    }

    private func requestEnded() {
        let reason = content.withLock { content -> String? in
            content.running -= 1
            guard content.running == 0 else { return nil }
            defer { content.lastReason = nil }
            return content.lastReason
        }
        if let reason {
            engine.invalidate(session: number, SessionFacts(reason: reason, ending: Ending.finish.rawValue))
        }
    }

    /// What the session keeps now, by which one can tell what the next request will meet.
    public func contents() async -> SessionContents {
        var contents = await engine.contents(of: self)
        let now = engine.now
        contents.responses = (configuration.cache?.kept(at: now) ?? []).map {
            SessionContents.Response(address: $0.address, freshFor: $0.freshFor)
        }
        contents.cookies = configuration.cookies?.kept ?? []
        contents.credentials = configuration.credentials.kept
        return contents
    }

    /// Closes a connection over which nothing runs, so that the next request makes one of its own; its TLS session stays.
    ///
    /// - Returns: false where the session has no such connection, or a request uses it.
    public func drop(connection: Int) async -> Bool { await engine.drop(connection: connection, of: number) }

    /// Ends the session: no request begins any more, and its connections and TLS sessions are dropped when the last one
    /// that runs has ended; recorded then.
    ///
    /// - Parameters:
    ///   - reason: Why, in plain words.
    ///   - ending: Whether what runs is cancelled.
    public func invalidate(reason: String, _ ending: Ending = .cancel) {
        let isNow = content.withLock { content -> Bool in
            // What was to end by itself may still be cancelled.
            let endsLater = content.isInvalidated && content.lastReason != nil
            guard !content.isInvalidated || (endsLater && ending == .cancel) else { return false }
            content.isInvalidated = true
            content.lastReason = ending == .finish && content.running > 0 ? reason : nil
            return content.lastReason == nil
        }
        if isNow { engine.invalidate(session: number, SessionFacts(reason: reason, ending: ending.rawValue)) }
    }
}
