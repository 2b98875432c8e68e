import Synchronization
import Trust

/// The way back for the answer to one challenge. The first answer counts.
public final class ChallengeReply: Sendable {
    enum Delivery: Sendable {
        case answer(ClientAnswer, identity: Identity?, password: PasswordCredential?, by: String)
        case dropped
    }

    /// The clock of the hold that begins when this is kept.
    let clock: HoldClock
    private let deliver: @Sendable (Delivery) -> Void
    private let wasCalled = Mutex(false)

    init(clock: HoldClock, deliver: @escaping @Sendable (Delivery) -> Void) {
        self.clock = clock
        self.deliver = deliver
    }

    deinit {
        if !wasCalled.withLock({ $0 }) { deliver(.dropped) }
    }

    /// Answers, from any thread.
    ///
    /// - Parameters:
    ///   - answer: The disposition and what goes with it.
    ///   - identity: The identity itself, where it is none of the client's setup (opened by hand just now).
    ///   - author: Who answers, as recorded: `policy`, `you`, `script`.
    ///   - password: The user and the password, where they are asked for; nil gives those that lie ready.
    public func callAsFunction(
        _ answer: ClientAnswer,
        identity: Identity? = nil,
        password: PasswordCredential? = nil,
        by author: String
    ) {
        wasCalled.withLock { $0 = true }
        deliver(.answer(answer, identity: identity, password: password, by: author))
    }

    /// Answers as a person does: a disposition, and the credential that goes with it, if any.
    public func callAsFunction(_ disposition: Disposition, credential: Credential?, by author: String) {
        var chosen: Identity?
        var password: PasswordCredential?
        if case .identity(let identity, _) = credential { chosen = identity }
        if case .password(let typed) = credential { password = typed }
        self(ClientAnswer(disposition, credential: credential), identity: chosen, password: password, by: author)
    }
}
