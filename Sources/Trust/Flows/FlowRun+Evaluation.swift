import Diagnosis

extension FlowRun {
    /// The evaluation behind a flow's answers to a server-trust challenge.
    func evaluation(_ memo: OutcomeMemo) -> Evaluation {
        let judgement = flowJudgement(memo)
        return EvaluationComposer(
            memo: memo,
            judgement: judgement,
            disposition: answers.first?.disposition ?? .cancelAuthenticationChallenge
        ).compose()
    }

    private func flowJudgement(_ memo: OutcomeMemo) -> PolicyJudgement {
        let step = last.map { deciding($0) }
        // Where a policy was asked, its own step is the one that decided.
        if let judgement, answers.first != nil { return judgement }
        let accepts: Bool =
            switch answers.first?.disposition {
            case .useCredential?: true
            case .performDefaultHandling?: memo.system.holds
            default: false
            }
        let name = flow.reference.description
        let number = last?.number ?? 0
        let lettingBy: @Sendable (RuleResult) -> String = { _ in "step \(number) of \(name)" }
        if let objection = objection(step) {
            return PolicyJudgement(.refuse, step: step, outcome: outcome, objection: objection, lettingBy: lettingBy)
        }
        if answers.first?.disposition == .performDefaultHandling {
            return PolicyJudgement(
                accepts ? .accept : .refuse,
                step: step,
                outcome: memo.system,
                because: "the system's evaluation succeeds: \(memo.system.trustResult.name)",
                lettingBy: lettingBy
            )
        }
        return PolicyJudgement(
            accepts ? .accept : .refuse,
            step: step,
            outcome: outcome,
            because: because,
            lettingBy: lettingBy
        )
    }

    private var because: String {
        guard let last else { return "" }
        let defect = last.defect.map { " (\($0))" } ?? ""
        return "step \(last.number): \(last.text)\(defect)"
    }

    /// What refuses when no evaluation does: a file, or silence.
    private func objection(_ step: DecidingStep?) -> PolicyJudgement.Objection? {
        if crash != nil || answers.isEmpty {
            return .init(
                check: .policy,
                problem: problem.map { .flowWithoutAnswer(step: step?.text ?? "", crash: crash, file: $0) }
                    ?? .flowWithoutAnswer(step: step?.text ?? "", crash: crash, file: nil),
                x509: 50
            )
        }
        guard answers.first?.disposition == .cancelAuthenticationChallenge, let problem, outcome == nil else {
            return nil
        }
        return .init(check: .policy, problem: problem, x509: 50)
    }
}
