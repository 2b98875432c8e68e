import Diagnosis

/// Judges a chain: one request, one answer, nothing else involved.
public enum Evaluator {
    /// The judgement of the request's policy (flows are judged by `Decider`).
    public static func evaluate(_ request: EvaluationRequest) -> Evaluation {
        evaluate(request, memo: OutcomeMemo(request), policy: request.policy)
    }

    /// The judgements of several policies about one presented chain, in the order of the policies.
    ///
    /// Paths, signatures and rules are worked out once: the policies are rules over the result.
    public static func evaluate(_ request: EvaluationRequest, policies: [Policy]) -> [Evaluation] {
        let memo = OutcomeMemo(request)
        return policies.map { evaluate(request, memo: memo, policy: $0) }
    }

    static func evaluate(_ request: EvaluationRequest, memo: OutcomeMemo, policy: Policy) -> Evaluation {
        judged(request, memo: memo, policy: policy).evaluation
    }

    /// The judgement, and the answer where that does not follow from the verdict.
    static func judged(
        _ request: EvaluationRequest,
        memo: OutcomeMemo,
        policy: Policy
    ) -> (evaluation: Evaluation, answer: PolicyAnswer?) {
        var trust = TrustEvaluation(request, memo: memo)
        // What does not decode ends the handshake before any policy is asked.
        if request.chain.isEmpty || request.chain.contains(where: { $0.certificate == nil }) {
            let judgement = PolicyJudgement(
                .refuse,
                step: nil,
                outcome: memo.system,
                lettingBy: { _ in "the policy was not asked" }
            )
            let evaluation = EvaluationComposer(
                memo: memo,
                judgement: judgement,
                disposition: .cancelAuthenticationChallenge
            ).compose()
            return (evaluation, nil)
        }
        let judgement = policy.base.judge(&trust)
        var disposition = policy.base.disposition(for: judgement.verdict)
        if case .disposition(let other)? = judgement.answer { disposition = other }
        let evaluation = EvaluationComposer(memo: memo, judgement: judgement, disposition: disposition).compose()
        return (evaluation, judgement.answer)
    }
}
