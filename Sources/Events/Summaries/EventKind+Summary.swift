import Diagnosis
import Trust

extension EventKind {
    /// What happened, on one line, sanitised; without time and number, which stand beside it.
    public var summary: String { Sanitizer.line(plainSummary) }

    private var plainSummary: String {
        switch self {
        case .sessionOpened(let facts): "session opened\(facts.word): \(facts.reason)"
        case .sessionInvalidated(let facts): "session invalidated\(facts.word): \(facts.reason)"
        case .policyChanged(let facts): facts.text + " (\(facts.by))"
        case .requestStarted(let facts): facts.line
        case .requestRedirected(let facts): "redirect \(facts.status) to \(facts.location)"
        case .uploadProgress(let facts): "sent \(facts.text)"
        case .responseReceived(let facts): "response \(facts.status), HTTP/\(facts.httpVersion)"
        case .dataProgress(let facts): "received \(facts.text)"
        case .requestFinished(let facts): "finished \(facts.text)"
        case .requestFailed(let facts): "failed \(facts.text)"
        case .connectionStarted(let facts): "connecting to \(facts.address):\(facts.port)"
        case .connectionOpened(let facts): "connected to \(facts.address):\(facts.port), \(facts.reason)"
        case .connectionReused(let facts): "connection reused: \(facts.reason)"
        case .sessionResumed(let facts): "TLS session resumed: \(facts.reason)"
        case .connectionClosed(let facts): "connection to \(facts.address):\(facts.port) closed: \(facts.reason)"
        case .handshakeMessage(let facts): facts.text
        case .alert(let facts): facts.text
        case .secured(let facts): facts.text
        case .challengeReceived(let facts): facts.text
        case .challengeEvaluated(let facts): facts.text
        case .challengeHeld(let facts): facts.text
        case .challengeAnswered(let facts): facts.text
        case .challengeNeverAnswered(let facts): "never answered: \(facts.sentence)"
        case .challengeAnsweredTwice(let facts): "second answer ignored: \(facts.text)"
        case .challengeAnsweredLate(let facts): "late answer ignored: \(facts.text)"
        case .challengeFiltered(let facts): "challenge filtered: \(facts.sentence)"
        case .challengeNotRaised(let facts): "no challenge (\(facts.method.words)): \(facts.sentence)"
        case .flowChosen(let facts): "flow \(facts.flow), \(facts.title)"
        case .flowStep(let facts): facts.text
        case .fileRead(let facts): "file \(facts.name): \(facts.outcome)"
        case .identityOpened(let facts):
            "identity \(facts.file): \(facts.subject), \(facts.key), issued by \(facts.issuer)"
        case .identityRefused(let facts): "identity refused: \(facts.sentence)"
        case .labClientSeen(let facts): "lab: \(facts.text)"
        case .labVerdict(let facts): "lab says: \(facts.text)"
        case .note(let facts): facts.sentence
        }
    }

    /// How it came out, in one word; nil for kinds that have no outcome.
    public var outcome: String? {
        switch self {
        case .requestRedirected(let facts): "\(facts.status)"
        case .responseReceived(let facts): "\(facts.status)"
        case .requestFinished(let facts): facts.status.map(String.init) ?? "ok"
        case .requestFailed(let facts): facts.refusal == .stopped ? "stopped" : "failed"
        case .alert(let facts): facts.name
        case .secured(let facts): facts.version
        case .challengeEvaluated(let facts): facts.decision.word
        case .challengeHeld: "held"
        case .challengeAnswered(let facts), .challengeAnsweredTwice(let facts), .challengeAnsweredLate(let facts):
            facts.answer.disposition.word
        case .challengeNeverAnswered: "silent"
        case .challengeFiltered: "filtered"
        case .challengeNotRaised(let facts): facts.reason.word
        case .flowStep(let facts): facts.step.defect == nil ? "sound" : "defect"
        case .fileRead(let facts): facts.problem.map(\.code.rawValue) ?? "ok"
        case .identityOpened: "ok"
        case .identityRefused(let facts): facts.code?.rawValue ?? "refused"
        case .labClientSeen(let facts), .labVerdict(let facts): facts.conduct.word
        case .sessionOpened, .sessionInvalidated, .policyChanged, .requestStarted, .uploadProgress, .dataProgress,
            .connectionStarted, .connectionOpened, .connectionReused, .sessionResumed, .connectionClosed,
            .handshakeMessage, .challengeReceived, .flowChosen, .note:
            nil
        }
    }
}
