/// The stable names of the kinds of events: in JSON, in the log, behind `kind:` in a filter.
public enum EventName: String, Hashable, Sendable, Codable, CaseIterable {
    /// A session began.
    case sessionOpened = "session.opened"
    /// A session was invalidated; its connections and TLS sessions are gone.
    case sessionInvalidated = "session.invalidated"
    /// A switch was flipped, or another client chosen.
    case policyChanged = "policy.changed"
    /// A request was fired.
    case requestStarted = "request.started"
    /// A redirect was met.
    case requestRedirected = "request.redirected"
    /// Bytes of the body went up.
    case uploadProgress = "request.upload-progress"
    /// Status and headers came.
    case responseReceived = "request.response"
    /// Bytes of the body came down.
    case dataProgress = "request.data-progress"
    /// The request ended with a response.
    case requestFinished = "request.finished"
    /// The request ended without one.
    case requestFailed = "request.failed"
    /// The name is resolved; a TCP connection is being made to an address.
    case connectionStarted = "connection.started"
    /// A TCP connection was made.
    case connectionOpened = "connection.opened"
    /// A request went over a connection that was there already.
    case connectionReused = "connection.reused"
    /// A TLS session was resumed on a new connection.
    case sessionResumed = "connection.resumed"
    /// A connection ended.
    case connectionClosed = "connection.closed"
    /// A handshake message passed.
    case handshakeMessage = "handshake.message"
    /// An alert passed.
    case alert = "handshake.alert"
    /// The handshake is done.
    case secured = "handshake.secured"
    /// A challenge was raised.
    case challengeReceived = "challenge.received"
    /// The client's policy or flow came to its decision.
    case challengeEvaluated = "challenge.evaluated"
    /// A person is asked.
    case challengeHeld = "challenge.held"
    /// A challenge was answered.
    case challengeAnswered = "challenge.answered"
    /// A responder went away without an answer.
    case challengeNeverAnswered = "challenge.never-answered"
    /// A second answer, ignored.
    case challengeAnsweredTwice = "challenge.answered-twice"
    /// An answer after the connection had ended, ignored.
    case challengeAnsweredLate = "challenge.late-answer"
    /// The delegate's filter kept a challenge away.
    case challengeFiltered = "challenge.filtered"
    /// A challenge that one would expect did not come, and why.
    case challengeNotRaised = "challenge.not-raised"
    /// A flow answers the request's challenges.
    case flowChosen = "flow.chosen"
    /// A step of the flow was taken.
    case flowStep = "flow.step"
    /// The flow read a file.
    case fileRead = "flow.file-read"
    /// An identity was opened.
    case identityOpened = "identity.opened"
    /// A file gave no identity, or the server refused the one sent.
    case identityRefused = "identity.refused"
    /// A client connected to the lab.
    case labClientSeen = "lab.client-seen"
    /// What the lab's server concluded about a client.
    case labVerdict = "lab.verdict"
    /// A note: by the user, or about the program's own state.
    case note
}

extension EventKind {
    /// The kind's stable dotted name: `challenge.evaluated`.
    public var name: String { eventName.rawValue }

    /// The kind without its facts.
    public var eventName: EventName {
        switch self {
        case .sessionOpened: .sessionOpened
        case .sessionInvalidated: .sessionInvalidated
        case .policyChanged: .policyChanged
        case .requestStarted: .requestStarted
        case .requestRedirected: .requestRedirected
        case .uploadProgress: .uploadProgress
        case .responseReceived: .responseReceived
        case .dataProgress: .dataProgress
        case .requestFinished: .requestFinished
        case .requestFailed: .requestFailed
        case .connectionStarted: .connectionStarted
        case .connectionOpened: .connectionOpened
        case .connectionReused: .connectionReused
        case .sessionResumed: .sessionResumed
        case .connectionClosed: .connectionClosed
        case .handshakeMessage: .handshakeMessage
        case .alert: .alert
        case .secured: .secured
        case .challengeReceived: .challengeReceived
        case .challengeEvaluated: .challengeEvaluated
        case .challengeHeld: .challengeHeld
        case .challengeAnswered: .challengeAnswered
        case .challengeNeverAnswered: .challengeNeverAnswered
        case .challengeAnsweredTwice: .challengeAnsweredTwice
        case .challengeAnsweredLate: .challengeAnsweredLate
        case .challengeFiltered: .challengeFiltered
        case .challengeNotRaised: .challengeNotRaised
        case .flowChosen: .flowChosen
        case .flowStep: .flowStep
        case .fileRead: .fileRead
        case .identityOpened: .identityOpened
        case .identityRefused: .identityRefused
        case .labClientSeen: .labClientSeen
        case .labVerdict: .labVerdict
        case .note: .note
        }
    }
}
