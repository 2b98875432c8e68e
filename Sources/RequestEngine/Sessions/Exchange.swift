import Events
import Synchronization

/// One request on its way, and its end.
public final class Exchange: Sendable {
    /// The request's number within the recording: the ID on screen.
    public let number: Int
    /// What was asked for.
    public let request: Request

    private struct Content: Sendable {
        var result: ExchangeResult?
        var callbacks: [@Sendable (ExchangeResult) -> Void] = []
        var cancelledBy: String?
    }

    private let content = Mutex(Content())
    private let onCancel: @Sendable (String) -> Void

    init(number: Int, request: Request, onCancel: @escaping @Sendable (_ by: String) -> Void) {
        self.number = number
        self.request = request
        self.onCancel = onCancel
    }

    /// Stops the request, wherever it is; it ends with `request.stopped`. Of no effect once it has ended.
    ///
    /// - Parameter author: Who stops it, as recorded: `you`, `script`, `interrupt`.
    public func cancel(by author: String) {
        content.withLock { if $0.cancelledBy == nil { $0.cancelledBy = author } }
        onCancel(author)
    }

    /// Who has stopped it, while it was on its way from one thread to another.
    var cancelledBy: String? { content.withLock { $0.cancelledBy } }

    /// The end; nil while the request runs.
    public var result: ExchangeResult? { content.withLock { $0.result } }

    /// Waits for the end.
    public func finished() async -> ExchangeResult {
        await withCheckedContinuation { continuation in
            whenFinished { continuation.resume(returning: $0) }
        }
    }

    /// Calls back once, on whatever thread, when the request has ended; at once if it has.
    ///
    /// Every event of the request has gone to the sink by then.
    public func whenFinished(_ callback: @escaping @Sendable (ExchangeResult) -> Void) {
        let result = content.withLock { content in
            if content.result == nil { content.callbacks.append(callback) }
            return content.result
        }
        if let result { callback(result) }
    }

    func finish(_ result: ExchangeResult) {
        let callbacks = content.withLock { content in
            content.result = result
            defer { content.callbacks = [] }
            return content.callbacks
        }
        for callback in callbacks { callback(result) }
    }
}

/// How a request ended, with what was kept of its response.
public struct ExchangeResult: Sendable {
    /// The same facts as those of the event that ended it.
    public var outcome: OutcomeFacts
    /// The response's head; nil when none came.
    public var response: ResponseFacts?
    /// The first bytes of the body, as many as the session keeps.
    public var body: [UInt8]
    /// Whether a whole response came, whatever its status.
    public var isComplete: Bool

    /// The end of a request that came after the engine's.
    static var engineEnded: ExchangeResult {
        ExchangeResult(outcome: OutcomeFacts(reason: "The engine has ended."), body: [], isComplete: false)
    }

    /// The end of a request that never began for lack of memory.
    static var outOfMemory: ExchangeResult {
        ExchangeResult(
            outcome: OutcomeFacts(reason: "There is no memory for a connection."),
            body: [],
            isComplete: false
        )
    }
}
