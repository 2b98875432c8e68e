import Diagnosis
import Trust

/// What can happen. A new kind is a case here, its facts in a struct, its name and its summary line.
public enum EventKind: Hashable, Sendable {
    /// A session began.
    case sessionOpened(SessionFacts)
    /// A session was invalidated; its connections and TLS sessions are gone.
    case sessionInvalidated(SessionFacts)
    /// A switch was flipped, or another client chosen.
    case policyChanged(PolicyChange)
    /// A request was fired.
    case requestStarted(RequestFacts)
    /// A redirect was met.
    case requestRedirected(RedirectFacts)
    /// Bytes of the body went up.
    case uploadProgress(ProgressFacts)
    /// Status and headers came.
    case responseReceived(ResponseFacts)
    /// Bytes of the body came down.
    case dataProgress(ProgressFacts)
    /// The request ended with a response.
    case requestFinished(OutcomeFacts)
    /// The request ended without one.
    case requestFailed(OutcomeFacts)
    /// The name is resolved; a TCP connection is being made to an address.
    case connectionStarted(ConnectionFacts)
    /// A TCP connection was made.
    case connectionOpened(ConnectionFacts)
    /// A request went over a connection that was there already.
    case connectionReused(ConnectionFacts)
    /// A TLS session was resumed on a new connection.
    case sessionResumed(ConnectionFacts)
    /// A connection ended.
    case connectionClosed(ConnectionFacts)
    /// A handshake message passed.
    case handshakeMessage(HandshakeMessageFacts)
    /// An alert passed.
    case alert(AlertFacts)
    /// The handshake is done.
    case secured(NegotiatedConnection)
    /// A challenge was raised.
    case challengeReceived(ChallengeFacts)
    /// The client's policy or flow came to its decision.
    case challengeEvaluated(DecisionFacts)
    /// A person is asked.
    case challengeHeld(HoldFacts)
    /// A challenge was answered.
    case challengeAnswered(AnswerFacts)
    /// A responder went away without an answer.
    case challengeNeverAnswered(ProblemFacts)
    /// A second answer, ignored.
    case challengeAnsweredTwice(AnswerFacts)
    /// An answer after the connection had ended, ignored.
    case challengeAnsweredLate(AnswerFacts)
    /// The delegate's filter kept a challenge away.
    case challengeFiltered(ProblemFacts)
    /// A challenge that one would expect did not come, and why.
    case challengeNotRaised(NoChallengeFacts)
    /// A flow answers the request's challenges.
    case flowChosen(FlowFacts)
    /// A step of the flow was taken.
    case flowStep(StepTaken)
    /// The flow read a file.
    case fileRead(FileRead)
    /// An identity was opened.
    case identityOpened(IdentitySummary)
    /// A file gave no identity, or the server refused the one sent.
    case identityRefused(ProblemFacts)
    /// A client connected to the lab.
    case labClientSeen(LabClientFacts)
    /// What the lab's server concluded about a client.
    case labVerdict(LabClientFacts)
    /// A note: by the user, or about the program's own state.
    case note(ProblemFacts)
}
