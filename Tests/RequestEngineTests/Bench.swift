import Diagnosis
import Events
import Synchronization
import TestSupport
import Trust

@testable import RequestEngine

/// The events of a test, in the order in which they came.
final class Recording: Sendable {
    private let content = Mutex<[Event]>([])

    var events: [Event] { content.withLock { $0 } }

    func add(_ event: Event) { content.withLock { $0.append(event) } }

    /// The events of a request.
    func events(of request: Int) -> [Event] { events.filter { $0.request == request } }

    /// Waits for an event and gives it back.
    func wait(_ what: String, _ condition: (Event) -> Bool) throws -> Event {
        try Waiting.value(what) { events.first(where: condition) }
    }
}

/// An engine with a session, and its recording.
struct Bench: Sendable {
    let recording: Recording
    let engine: Engine
    let session: Session

    init(
        profile: ClientProfile = ClientProfile(),
        identities: [Identity] = [],
        limits: TimeLimits = TimeLimits(),
        decisions: DecisionMaker = .obedient,
        threads: Int = 2,
        canHold: @escaping @Sendable () -> Problem? = { HoldSupport.current.problem },
        idleLimit: @escaping @Sendable (AnswersKept) -> Duration = { Shard.idleLimit($0) }
    ) throws {
        let recording = Recording()
        self.recording = recording
        engine = try Engine(threads: threads, decisions: decisions, canHold: canHold, idleLimit: idleLimit) {
            recording.add($0)
        }
        let setup = ClientSetup(profile: profile, identities: identities)
        session = engine.openSession(SessionConfiguration(client: setup, limits: limits), reason: "test")
    }

    /// Fires a `GET` at a port of loopback.
    func start(
        _ port: Int,
        path: String = "/",
        scheme: String = "https",
        host: String = "localhost",
        responder: any ChallengeResponder = PolicyResponder(),
        _ change: (inout Request) -> Void = { _ in }
    ) throws -> Exchange {
        var request = try Request("\(scheme)://\(host):\(port)\(path)")
        change(&request)
        return try session.start(request, responder: responder)
    }

    /// Fires and waits for the end.
    func fire(
        _ port: Int,
        path: String = "/",
        scheme: String = "https",
        host: String = "localhost",
        responder: any ChallengeResponder = PolicyResponder(),
        _ change: (inout Request) -> Void = { _ in }
    ) async throws -> ExchangeResult {
        try await start(port, path: path, scheme: scheme, host: host, responder: responder, change).finished()
    }

    func end() { engine.shutDown(by: "the test") }
}

extension DecisionMaker {
    /// Decides `use` with the first identity at hand, whatever it is about; what follows is what the answer says.
    static let obedient = deciding()

    /// Decides as told; what follows is what the answer says.
    static func deciding(
        trust: [ClientAnswer] = [ClientAnswer(.useCredential)],
        identity: [ClientAnswer]? = nil,
        asksPerson: Bool = false,
        x509Error: Int32 = 0,
        code: DiagnosisCode? = nil
    ) -> DecisionMaker {
        DecisionMaker(
            serverTrust: { _, _ in ClientDecision(answers: trust, asksPerson: asksPerson) },
            clientCertificate: { _, setup in
                let first = setup.identities.first?.summary
                let usual = ClientAnswer(
                    first == nil ? .performDefaultHandling : .useCredential,
                    identity: first,
                    sends: setup.profile.sends,
                    hasCredential: first != nil
                )
                return ClientDecision(answers: identity ?? [usual], asksPerson: asksPerson)
            },
            effect: { answer, challenge in
                var effect = AnswerEffect(proceeds: true, reason: "as answered: \(answer.disposition.word)")
                switch (challenge.question, answer.disposition) {
                case (_, .cancelAuthenticationChallenge):
                    effect.proceeds = false
                    effect.error = ClientError(code: -999, name: "cancelled")
                    effect.code = code ?? .pinNoMatch
                    effect.x509Error = x509Error
                case (.serverTrust, .performDefaultHandling), (.serverTrust, .rejectProtectionSpace):
                    effect.proceeds = false
                    effect.error = ClientError(code: -1202, name: "serverCertificateUntrusted")
                    effect.code = .chainUntrustedRoot
                    effect.x509Error = 20
                case (.clientCertificate, .useCredential):
                    effect.identity = answer.identity
                    effect.sends = answer.sends
                default: break
                }
                return effect
            }
        )
    }
}

/// Keeps every challenge for the test to answer.
final class HoldingResponder: ChallengeResponder {
    private let content = Mutex<[HeldChallenge]>([])

    var held: [HeldChallenge] { content.withLock { $0 } }

    func respond(to challenge: Challenge, reply: ChallengeReply) {
        content.withLock { $0.append(HeldChallenge(challenge, reply: reply)) }
    }

    func keep(_ challenge: HeldChallenge) { content.withLock { $0.append(challenge) } }

    /// Waits for the challenge of a number, from 1 on.
    func challenge(_ number: Int = 1) throws -> HeldChallenge {
        try Waiting.value("challenge \(number)") { held.count >= number ? held[number - 1] : nil }
    }

    /// Lets go of everything that is held.
    func drop() { content.withLock { $0.removeAll() } }
}

extension Event {
    /// The kind's name and, where there is one, the word that a test compares.
    var word: String {
        switch kind {
        case .sessionOpened: "opened session"
        case .sessionInvalidated: "invalidated session"
        case .requestStarted: "started"
        case .uploadProgress: "upload"
        case .responseReceived(let facts): "response \(facts.status)"
        case .dataProgress: "data"
        case .requestFinished: "finished"
        case .requestFailed: "failed"
        case .connectionOpened: "connected"
        case .connectionReused: "reused"
        case .sessionResumed: "resumed"
        case .connectionClosed(let facts): "closed \(facts.reason)"
        case .handshakeMessage(let facts): "\(facts.direction == .sent ? ">" : "<") \(facts.name)"
        case .alert(let facts): "\(facts.direction == .sent ? ">" : "<") alert \(facts.number)"
        case .secured: "secured"
        case .challengeReceived(let facts): "challenge \(facts.method.rawValue)"
        case .challengeEvaluated: "evaluated"
        case .challengeHeld: "held"
        case .challengeAnswered(let facts): "answered \(facts.answer.disposition.word) by \(facts.by)"
        case .challengeNeverAnswered: "never answered"
        case .challengeAnsweredTwice(let facts): "answered twice \(facts.answer.disposition.word)"
        case .challengeAnsweredLate: "answered late"
        case .challengeNotRaised(let facts): "not raised \(facts.method.rawValue) \(facts.reason.rawValue)"
        case .identityRefused: "identity refused"
        case .note(let facts): "note \(facts.code?.rawValue ?? "")"
        default: "other"
        }
    }
}

extension [Event] {
    /// The words without the messages of handshakes.
    var story: [String] {
        filter {
            if case .handshakeMessage = $0.kind { return false }
            return true
        }.map(\.word)
    }

    /// The words of the messages of handshakes.
    var messages: [String] {
        filter {
            if case .handshakeMessage = $0.kind { return true }
            return false
        }.map(\.word)
    }
}
