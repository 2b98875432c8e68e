import Events
import Lab

/// What one client did at one scenario, over all of its connections.
public struct Encounter: Hashable, Sendable {
    /// A request that it sent.
    public struct Request: Hashable, Sendable {
        /// Method and path, without secrets.
        public var line: String
        /// The status that the lab answered with.
        public var status: Int?
    }

    /// A certificate of its own that it sent.
    public struct Certificate: Hashable, Sendable {
        /// The certificate's subject.
        public var subject: String
        /// The lab's verdict: `X509_V_OK` or the error's name.
        public var verdict: String
    }

    /// The scenario's name.
    public var scenario: String
    /// How many verdicts were given on it here.
    public var verdicts: Int
    /// The furthest that it went: a request sent counts more than having left.
    public var conduct: LabClientFacts.Conduct
    /// The number of the lab's connection on which it went that far: the proof.
    public var connection: Int
    /// The alert that it sent or was sent, where it did not talk.
    public var alert: AlertFacts?
    /// The requests that it sent, the first twenty.
    public var requests: [Request]
    /// The certificates that it sent.
    public var certificates: [Certificate]
    /// What else of its requests is worth something by itself, in words: `a Bearer token`, `Cookie`.
    public var secrets: [String]

    /// Most requests that are kept.
    private static let limit = 20

    /// What one verdict tells.
    public init(_ facts: LabClientFacts) {
        scenario = facts.scenario
        verdicts = 1
        conduct = facts.conduct
        connection = facts.connection
        alert = facts.alert
        requests = facts.requestLine.map { [Request(line: $0, status: facts.status)] } ?? []
        certificates =
            facts.clientCertificate.map { [Certificate(subject: $0, verdict: facts.clientVerdict ?? "not verified")] }
            ?? []
        secrets = RevealedSecrets.words(
            certificate: nil,
            headerNames: facts.headerNames ?? [],
            scheme: facts.authorizationScheme
        )
    }

    /// What it gave away, and to whom is this scenario: `the certificate CN=alice, O=Lab (X509_V_OK)`, `a Bearer token`.
    public var revealed: [String] {
        certificates.map { "the certificate \($0.subject) (\($0.verdict))" } + secrets
    }

    /// Adds another verdict on the same client and scenario.
    public mutating func add(_ facts: LabClientFacts) { add(Encounter(facts)) }

    mutating func add(_ other: Encounter) {
        verdicts += other.verdicts
        if Self.weight(other.conduct) > Self.weight(conduct) {
            conduct = other.conduct
            connection = other.connection
            alert = other.alert
        }
        requests += other.requests.prefix(Self.limit - requests.count)
        for certificate in other.certificates where !certificates.contains(certificate) {
            certificates.append(certificate)
        }
        for secret in other.secrets where !secrets.contains(secret) { secrets.append(secret) }
    }

    /// Whether it went on where a sound client stops.
    public func isVulnerable(at scenario: LabScenario?) -> Bool { conduct == .talked && scenario?.isFaulty == true }

    /// What it did, in a few words.
    public var text: String {
        switch conduct {
        case .talked:
            let first = requests.first.map { $0.line + ($0.status.map { " -> \($0)" } ?? "") } ?? "a request"
            return "talked: \(first)" + (requests.count > 1 ? " and \(requests.count - 1) more" : "")
        case .leftWithAlert: return "left: " + (alert.map { "alert \($0.number) \($0.name)" } ?? "an alert")
        case .leftSilently: return "left without a word"
        case .refused: return "was refused: " + (alert.map { "alert \($0.number) \($0.name)" } ?? "no alert")
        case .undecided: return "decided nothing"
        }
    }

    private static func weight(_ conduct: LabClientFacts.Conduct) -> Int {
        switch conduct {
        case .undecided: 0
        case .leftSilently: 1
        case .refused: 2
        case .leftWithAlert: 3
        case .talked: 4
        }
    }
}
