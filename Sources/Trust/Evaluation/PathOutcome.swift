import Diagnosis

/// What one evaluation of the trust came to: the path that is reported, and what every rule says about it.
struct PathOutcome: Sendable {
    /// The policy that was set.
    let kind: TrustEvaluation.PolicyKind
    /// The best path that was built, accepted or not; nil when no leaf could be read.
    let path: CandidatePath?
    /// What the rules say, in the order of decision.
    let results: [RuleResult]

    /// The rules that do not hold.
    var failures: [RuleResult] { results.filter { $0.result == .fail } }
    /// Whether the evaluation succeeds.
    var holds: Bool { !results.contains { $0.result == .fail } }
    /// The first rule that does not hold.
    var decidingFailure: RuleResult? { results.first { $0.result == .fail } }

    /// The result by Apple's name.
    var trustResult: TrustResult {
        if path == nil { return .otherError }
        if results.contains(where: { $0.result == .fail && $0.isFatal }) { return .fatalTrustFailure }
        if !holds { return .recoverableTrustFailure }
        return path?.anchorKind == .user ? .proceed : .unspecified
    }
}
