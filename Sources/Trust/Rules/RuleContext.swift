import Diagnosis
import Foundation

/// What the rules look at: one path, and what is asked of it.
struct RuleContext: Sendable {
    /// The request.
    let request: EvaluationRequest
    /// The policy that is set on the trust.
    let kind: TrustEvaluation.PolicyKind
    /// The path.
    let path: CandidatePath
    /// The name to check, prepared; nil when there is none.
    let host: HostName?

    /// The certificates, leaf first.
    var members: [Certificate] { path.members }
    /// What else is at hand: presented certificates and further issuers.
    var others: [Certificate] { request.chain.dropFirst().compactMap(\.certificate) + request.furtherIssuers }
    /// The leaf.
    var leaf: Certificate { path.members[0] }
    /// The time of judgement in whole seconds: a fraction within the last second is still inside.
    var now: Date { Date(timeIntervalSince1970: request.date.timeIntervalSince1970.rounded(.down)) }
    /// The indices of the members that are judged as issuers.
    var issuers: Range<Int> { 1..<max(1, path.members.count) }
    /// Whether the rules for TLS apply, rather than those of plain X.509.
    var isSSL: Bool { kind != .basicX509 }
    /// Whether the name is checked.
    var checksHost: Bool { kind == .ssl(checksHost: true) }
}
