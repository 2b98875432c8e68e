import Diagnosis
import Trust

/// What one client makes of the one chain of a matrix.
public struct JudgedClient: Sendable {
    /// The client's name.
    public let name: String
    /// Its policy line.
    public let line: String
    /// What it decides.
    public let decision: ClientDecision

    /// A client and its decision.
    public init(_ name: String, line: String, decision: ClientDecision) {
        self.name = name
        self.line = line
        self.decision = decision
    }

    /// `accept`, `refuse`, `not-pinned`; `accept !` where something was let by.
    public var verdict: String {
        guard let evaluation = decision.evaluation else { return "-" }
        return evaluation.verdict.rawValue + (evaluation.verdict == .accept && !evaluation.letBy.isEmpty ? " !" : "")
    }

    /// `use`, `cancel`; `none` when it never answers.
    public var answers: String {
        decision.answers.isEmpty ? "none" : decision.answers.map(\.disposition.word).joined(separator: ",")
    }

    /// What decided.
    public var reason: String { decision.evaluation?.reason ?? "" }
}

/// What `matrix --json` prints of one chain.
public struct JudgedChainDocument: Encodable, Sendable {
    /// One client.
    public struct Row: Encodable, Sendable {
        let client: String
        let policyLine: String
        let verdict: Verdict?
        let disposition: Disposition?
        let trustResult: TrustResult?
        let step: DecidingStep?
        let letBy: [CheckID]
        let code: DiagnosisCode?
        let reason: String
    }

    private let schema = "countersign.matrix-chain/1"
    private let host: String?
    private let chain: [SHA256Digest]
    private let clients: [Row]

    private enum CodingKeys: String, CodingKey { case schema, host, chain, clients }

    /// The document of some clients' decisions about one chain.
    public init(host: String?, chain: [SHA256Digest], _ clients: [JudgedClient]) {
        self.host = host
        self.chain = chain
        self.clients = clients.map { client in
            let evaluation = client.decision.evaluation
            return Row(
                client: client.name,
                policyLine: client.line,
                verdict: evaluation?.verdict,
                disposition: client.decision.answers.first?.disposition,
                trustResult: evaluation?.trustResult,
                step: evaluation?.step,
                letBy: evaluation?.letBy.map(\.id) ?? [],
                code: evaluation?.code,
                reason: client.reason
            )
        }
    }
}
