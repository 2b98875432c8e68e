import Diagnosis
import Events
import Trust

/// Builds one request's events, a millisecond apart.
public struct SampleRequest: Sendable {
    /// The events so far.
    public private(set) var events: [Event] = []
    /// The request's number.
    public let number: Int
    /// The host.
    public let host: String
    private let start: Int64
    /// The client that fires it and judges its challenges.
    private let profile: ClientProfile?
    private var challenge = 0

    /// A request that was just fired.
    public init(
        _ number: Int = 1,
        host: String = "good.lab.test",
        url: String? = nil,
        method: String = "GET",
        profile: ClientProfile? = ClientProfile(),
        client: String = "system",
        start: Int64 = EventSamples.start
    ) {
        self.number = number
        self.host = host
        self.start = start
        self.profile = profile
        let facts = RequestFacts(
            method: method,
            url: url ?? "https://\(host)/",
            client: client,
            policyLine: "system trust"
        )
        add(.requestStarted(facts), profile: profile)
    }

    /// The last event's time.
    public var now: Int64 { events.last?.time ?? start }

    /// Records a further event.
    public mutating func add(
        _ kind: EventKind,
        challenge: Int? = nil,
        certificates: [PresentedCertificate] = [],
        profile: ClientProfile? = nil
    ) {
        let elapsed = Int64(events.count) * 1000
        events.append(
            Event(
                kind,
                time: start + elapsed,
                elapsed: elapsed,
                session: 1,
                request: number,
                connection: events.isEmpty ? nil : number,
                challenge: challenge,
                host: host,
                certificates: certificates,
                profile: profile
            )
        )
    }

    /// A connection is made, and the server says hello.
    public mutating func connect(_ version: String = "1.3", reason: String = "nothing to resume") {
        let facts = ConnectionFacts(address: "127.0.0.1", port: 9443, reason: reason)
        add(.connectionStarted(facts))
        add(.connectionOpened(facts))
        message(.sent, "ClientHello", 1, version)
        message(.received, "ServerHello", 2, version)
        message(.received, "Certificate", 11, version)
    }

    /// A handshake message passes.
    public mutating func message(_ direction: Direction, _ name: String, _ type: Int, _ version: String = "1.3") {
        let facts = HandshakeMessageFacts(direction: direction, name: name, type: type, version: version, bytes: 100)
        add(.handshakeMessage(facts))
    }

    /// A server-trust challenge is raised and judged.
    public mutating func serverTrust(
        _ changes: [CheckID: (CheckResult, DiagnosisCode?)] = [:],
        leafEndsIn days: Int = 41,
        version: String = "1.3"
    ) {
        challenge += 1
        let chain = [EventSamples.certificate(host), EventSamples.certificate("Lab CA")]
        let facts = ChallengeFacts(
            method: .serverTrust,
            host: host,
            port: 9443,
            chain: chain.map(\.sha256),
            question: EventSamples.question(host, version: version)
        )
        add(.challengeReceived(facts), challenge: challenge, certificates: chain)
        let evaluation = EventSamples.evaluation(host, changes, leafEndsIn: days)
        let decision = ClientDecision(
            answers: [ClientAnswer(evaluation.disposition, step: evaluation.step)],
            evaluation: evaluation
        )
        add(
            .challengeEvaluated(DecisionFacts(decision: decision, duration: 90)),
            challenge: challenge,
            profile: profile
        )
    }

    /// A client-certificate challenge is raised and decided.
    public mutating func clientCertificate(_ offers: [IdentityOffer], _ answer: ClientAnswer) {
        challenge += 1
        let facts = ChallengeFacts(method: .clientCertificate, host: host, port: 9443, asked: EventSamples.asked)
        add(.challengeReceived(facts), challenge: challenge)
        let decision = ClientDecision(answers: [answer], offers: offers)
        add(
            .challengeEvaluated(DecisionFacts(decision: decision, duration: 40)),
            challenge: challenge,
            profile: profile
        )
    }

    /// The last challenge is answered.
    public mutating func answer(
        _ disposition: Disposition,
        proceeds: Bool,
        identity: IdentitySummary? = nil,
        by: String = "policy",
        code: DiagnosisCode? = nil
    ) {
        let facts = AnswerFacts(
            answer: ClientAnswer(
                disposition,
                identity: identity,
                step: DecidingStep(
                    flow: "AFSecurityPolicy 4.0",
                    number: 5,
                    text: "the built chain holds pin lab-ca.cer"
                )
            ),
            effect: AnswerEffect(proceeds: proceeds, identity: identity, code: code, reason: "It was decided so."),
            by: by,
            timeHeld: by == "policy" ? 0 : 2_000_000
        )
        add(.challengeAnswered(facts), challenge: challenge)
    }

    /// The last challenge waits for a person.
    public mutating func hold(_ safe: Disposition = .cancelAuthenticationChallenge, timeout: Double = 30) {
        add(.challengeHeld(HoldFacts(timeout: timeout, safeAnswer: safe)), challenge: challenge)
    }

    /// The handshake is done.
    public mutating func secure(_ version: String = "1.3") { add(.secured(EventSamples.connection(version))) }

    /// A response ends it.
    public mutating func finish(_ status: Int = 200, refusal: Refusal? = nil, code: DiagnosisCode? = nil) {
        add(.responseReceived(ResponseFacts(status: status, httpVersion: "2", headers: [])))
        var facts = EventSamples.finished(status)
        facts.refusal = refusal
        facts.code = code
        facts.codes = code.map { [$0] } ?? []
        add(.requestFinished(facts))
    }

    /// It ends without a response.
    public mutating func fail(_ refusal: Refusal?, _ code: DiagnosisCode?, reason: String = "It failed.") {
        var facts = OutcomeFacts(reason: reason)
        facts.refusal = refusal
        facts.code = code
        facts.codes = code.map { [$0] } ?? []
        add(.requestFailed(facts))
    }
}
