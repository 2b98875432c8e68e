import Trust

/// What `evaluate --json` prints: the evaluation, the policy that made it, and the flow's steps where one did.
public struct EvaluationDocument: Encodable, Sendable {
    private let evaluation: Evaluation
    private let policy: Policy
    private let flow: String?
    private let steps: [StepTaken]
    private let line: String
    private let remarks: [Remark]
    private let overruled: AnswerEffect?

    /// A remark about a file that was read.
    private struct Remark: Encodable {
        let code: String
        let sentence: String
    }

    private enum CodingKeys: String, CodingKey { case schema, policy, policyLine, flow, steps, remarks, overruled }

    /// The document of a decision.
    ///
    /// - Parameters:
    ///   - line: the policy line.
    ///   - remarks: codes and sentences about the files that were read.
    ///   - overruled: what transport security makes of an answer that it does not let stand.
    public init(
        _ evaluation: Evaluation,
        decision: ClientDecision,
        profile: ClientProfile,
        line: String,
        remarks: [(code: String, sentence: String)],
        overruled: AnswerEffect? = nil
    ) {
        self.overruled = overruled
        self.evaluation = evaluation
        policy = profile.policy
        flow = profile.flow?.description
        steps = decision.steps
        self.line = line
        self.remarks = remarks.map { Remark(code: $0.code, sentence: $0.sentence) }
    }

    /// Writes the evaluation's fields and the others side by side.
    public func encode(to encoder: any Encoder) throws {
        try evaluation.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("countersign.evaluation/1", forKey: .schema)
        try container.encode(policy, forKey: .policy)
        try container.encode(line, forKey: .policyLine)
        try container.encodeIfPresent(flow, forKey: .flow)
        if !steps.isEmpty { try container.encode(steps, forKey: .steps) }
        try container.encodeIfPresent(overruled, forKey: .overruled)
        if !remarks.isEmpty { try container.encode(remarks, forKey: .remarks) }
    }
}
