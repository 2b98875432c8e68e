// Interim: refuses everything until the evaluation proper lands in its own files; then this file goes.

struct PathOutcome {}

extension TrustEvaluation {
    func evaluate(_ kind: PolicyKind) -> PathOutcome { PathOutcome() }
    func judgement(requiring outcome: PathOutcome) -> PolicyJudgement { PolicyJudgement(verdict: .refuse, step: nil) }
    func judgement(acceptingDespite outcome: PathOutcome) -> PolicyJudgement {
        PolicyJudgement(verdict: .refuse, step: nil)
    }
}

extension SecTrustPolicy {
    /// `SecTrust`
    public var title: String { "SecTrust" }
    /// The policy's kind.
    public var words: [PolicyWord] { [PolicyWord(policy.rawValue, loosens: policy == .basicX509)] }
    /// Refuses for now.
    public func judge(_ trust: inout TrustEvaluation) -> PolicyJudgement {
        PolicyJudgement(verdict: .refuse, step: nil)
    }
}

extension AFSecurityPolicy {
    /// `AF 4.0`
    public var title: String { "AF \(version)" }
    /// Mode and switches.
    public var words: [PolicyWord] { [] }
    /// Refuses for now.
    public func judge(_ trust: inout TrustEvaluation) -> PolicyJudgement {
        PolicyJudgement(verdict: .refuse, step: nil)
    }
}

enum FlowRunner {
    static func serverTrust(_ request: EvaluationRequest, profile: ClientProfile) -> ClientDecision {
        ClientDecision(answers: [ClientAnswer(.cancelAuthenticationChallenge)])
    }

    static func clientCertificate(
        _ request: ClientCertificateRequest,
        profile: ClientProfile,
        bundle: BundleSnapshot,
        identities: [Identity]
    ) -> ClientDecision {
        ClientDecision(answers: [ClientAnswer(.performDefaultHandling)])
    }
}

enum AnswerEffects {
    static func serverTrust(_ answer: ClientAnswer, request: EvaluationRequest, decision: ClientDecision)
        -> AnswerEffect
    {
        AnswerEffect(proceeds: false, reason: "not built yet")
    }

    static func clientCertificate(
        _ answer: ClientAnswer,
        request: ClientCertificateRequest,
        decision: ClientDecision
    ) -> AnswerEffect {
        AnswerEffect(proceeds: true, reason: "not built yet")
    }
}
