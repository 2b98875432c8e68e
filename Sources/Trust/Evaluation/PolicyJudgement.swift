import Diagnosis

/// What a policy's steps came to.
public struct PolicyJudgement: Sendable {
    /// Accept, refuse or not pinned.
    public var verdict: Verdict
    /// The step that decided.
    public var step: DecidingStep?
    /// The evaluation that decided or that the policy looked at last; nil when it made none.
    var outcome: PathOutcome?
    /// The policy's own objection, when that refuses rather than an evaluation.
    var objection: Objection?
    /// What the comparison of pins gave; nil where the policy has none.
    var pin: PinFinding?
    /// An answer that does not follow from the verdict; nil where it does.
    var answer: PolicyAnswer?
    /// The library's own name for the reason of a refusal (`certificatePinningFailed`).
    var failureReason: String?
    /// Remarks that decide nothing.
    var remarks: [DiagnosisCode] = []
    /// Why it is accepted, or steps aside, in one sentence.
    var because: String
    /// Names the switch that lets a failed check by.
    var lettingBy: @Sendable (RuleResult) -> String

    /// An objection of the policy itself: `pin.no-match`, `policy.contradiction`.
    struct Objection: Sendable {
        var check: CheckID
        var problem: Problem
        /// For OpenSSL's alert.
        var x509: Int32 = Int32(28)
    }

    init(
        _ verdict: Verdict,
        step: DecidingStep?,
        outcome: PathOutcome? = nil,
        objection: Objection? = nil,
        pin: PinFinding? = nil,
        failureReason: String? = nil,
        because: String = "",
        lettingBy: @escaping @Sendable (RuleResult) -> String
    ) {
        self.verdict = verdict
        self.step = step
        self.outcome = outcome
        self.objection = objection
        self.pin = pin
        self.failureReason = failureReason
        self.because = because
        self.lettingBy = lettingBy
    }
}

extension TrustEvaluation {
    /// Accepts when an evaluation succeeds, else refuses for what it found.
    func judgement(
        requiring outcome: PathOutcome,
        step: DecidingStep?,
        lettingBy: @escaping @Sendable (RuleResult) -> String = { _ in "the policy does not ask" }
    ) -> PolicyJudgement {
        PolicyJudgement(
            outcome.holds ? .accept : .refuse,
            step: step,
            outcome: outcome,
            because: "the evaluation succeeds: \(outcome.trustResult.name)",
            lettingBy: lettingBy
        )
    }
}
