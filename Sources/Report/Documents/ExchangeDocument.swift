import Diagnosis
import Events
import Trust

/// One request and all that happened to it, as `fire --json` prints it.
public struct ExchangeDocument: Encodable, Sendable {
    /// One challenge: where it came from, what the client made of it, and what followed.
    public struct Challenge: Encodable, Sendable {
        /// Its number within the request, from 1 on.
        public var number: Int
        /// The challenge.
        public var facts: ChallengeFacts
        /// What the client's policy or flow decided, with the evaluation and every check.
        public var decision: ClientDecision?
        /// How long that took, in microseconds.
        public var evaluationTime: Int64?
        /// The answers, the one that counted first.
        public var answers: [AnswerFacts] = []
        /// The answer's name in full, for programs that want nothing else.
        public var disposition: Disposition?
        /// What never came, or was kept away, in a sentence.
        public var remark: String?
    }

    /// The kind of finding that decided; absent when all is well.
    public private(set) var code: DiagnosisCode?
    /// All kinds of findings: what decided, what a switch let by, remarks.
    public private(set) var codes: [DiagnosisCode] = []
    /// One sentence: what decided.
    public private(set) var reason = ""
    /// What helps, where something specific does.
    public private(set) var remedy: String?
    /// What was fired.
    public private(set) var request: RequestFacts?
    /// Its number in the log.
    public private(set) var number: Int?
    /// The HTTP status.
    public private(set) var status: Int?
    /// How it ended.
    public private(set) var outcome: OutcomeFacts?
    /// The response's head.
    public private(set) var response: ResponseFacts?
    /// What was negotiated.
    public private(set) var connection: NegotiatedConnection?
    /// The challenges in their order.
    public private(set) var challenges: [Challenge] = []
    /// Challenges that did not come, and why.
    public private(set) var notRaised: [NoChallengeFacts] = []
    /// The handshake's messages in the order in which they were processed.
    public private(set) var handshake: [HandshakeMessageFacts] = []
    /// The alerts.
    public private(set) var alerts: [AlertFacts] = []
    /// The certificates that came, by their order of first appearance.
    public private(set) var certificates: [CertificateSummary] = []
    /// Every event, as the log stores it.
    public private(set) var events: [Event] = []

    /// Whether a whole response came, whatever its status.
    public private(set) var isFinished = false

    /// The connections that lead to a proxy alone.
    private var proxyConnections: Set<Int> = []

    private enum CodingKeys: String, CodingKey {
        case code, codes, reason, remedy, request, number, status, outcome, response, connection, challenges
        case notRaised, handshake, alerts, certificates, events, isFinished
    }

    /// The document of one request's events in their order.
    ///
    /// - Parameter remarks: what was found about the files read for it.
    public init(_ events: [Event], remarks: [Problem] = []) {
        self.events = events
        for event in events { take(event) }
        settle(remarks)
    }

    /// What stands for a request that could not be fired.
    public init(address: String, problem: Problem) {
        code = problem.code
        codes = [problem.code]
        reason = problem.sentence
        remedy = problem.remedy
        request = RequestFacts(method: "GET", url: Sanitizer.line(address))
    }

    private mutating func take(_ event: Event) {
        number = number ?? event.request
        for (place, presented) in event.certificates.enumerated()
        where !certificates.contains(where: { $0.sha256 == presented.sha256 }) {
            let role = CertificateSummary.role(of: presented.certificate, at: place)
            certificates.append(CertificateSummary(presented: presented, role: role))
        }
        switch event.kind {
        case .requestStarted(let facts): request = facts
        case .responseReceived(let facts): response = facts
        case .requestFinished(let facts):
            outcome = facts
            isFinished = true
        case .requestFailed(let facts): outcome = facts
        case .connectionOpened(let facts) where facts.isProxy == true:
            if let number = event.connection { proxyConnections.insert(number) }
        case .secured(let facts):
            if event.connection.map(proxyConnections.contains) != true { connection = facts }
        case .handshakeMessage(let facts): handshake.append(facts)
        case .alert(let facts): alerts.append(facts)
        case .challengeReceived(let facts):
            challenges.append(Challenge(number: event.challenge ?? challenges.count + 1, facts: facts))
        case .challengeEvaluated(let facts):
            change(event) { challenge in
                challenge.decision = facts.decision
                challenge.evaluationTime = facts.duration
            }
        case .challengeAnswered(let facts):
            change(event) { challenge in
                challenge.answers.insert(facts, at: 0)
                challenge.disposition = facts.answer.disposition
            }
        case .challengeAnsweredTwice(let facts), .challengeAnsweredLate(let facts):
            change(event) { $0.answers.append(facts) }
        case .challengeNeverAnswered(let facts), .challengeFiltered(let facts):
            change(event) { $0.remark = facts.sentence }
            if let code = facts.code { add(code) }
        case .challengeNotRaised(let facts): notRaised.append(facts)
        default: break
        }
    }

    private mutating func change(_ event: Event, _ body: (inout Challenge) -> Void) {
        guard let index = challenges.lastIndex(where: { $0.number == event.challenge }) else { return }
        body(&challenges[index])
    }

    private mutating func settle(_ remarks: [Problem]) {
        let others = codes
        codes = []
        if let outcome {
            code = outcome.code
            reason = outcome.reason
            remedy = outcome.remedy
            status = outcome.status
            if let code { add(code) }
            outcome.codes.forEach { add($0) }
        }
        for challenge in challenges {
            challenge.decision?.evaluation?.codes.forEach { add($0) }
            challenge.decision?.codes.forEach { add($0) }
            challenge.decision?.filesRead.compactMap(\.problem?.code).forEach { add($0) }
        }
        for decision in notRaised.compactMap(\.unasked?.decision) {
            decision.evaluation?.codes.forEach { add($0) }
            decision.codes.forEach { add($0) }
        }
        others.forEach { add($0) }
        remarks.forEach { add($0.code) }
    }

    private mutating func add(_ code: DiagnosisCode) { if !codes.contains(code) { codes.append(code) } }
}
