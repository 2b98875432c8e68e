import Diagnosis

extension AFSessionManager {
    /// `URLSession:(task:)didReceiveChallenge:completionHandler:` for server trust.
    public func judge(_ trust: inout TrustEvaluation) -> PolicyJudgement {
        if isPolicySet, policy.pinningMode != .none, policy.demandsSecureBaseURL, !hasSecureBaseURL {
            return refusal(
                step(0, "setSecurityPolicy: raises an exception, nothing is sent"),
                .policyBaseURL(nil),
                answer: .crash("setSecurityPolicy: raises \"Invalid Security Policy\"")
            )
        }
        switch block {
        case .absent: break
        case .asksPolicy: return isManagerKept ? ask(&trust) : gone
        case .use: return bypass(step(1, "the session block answers use", defect: "the policy is never asked"))
        case .performDefault:
            return byDefault(&trust, step(1, "the session block answers default", defect: "the policy is never asked"))
        case .cancel: return told(.cancelAuthenticationChallenge, step(1, "the session block cancels"))
        case .reject: return told(.rejectProtectionSpace, step(1, "the session block rejects the protection space"))
        }
        guard handlerCounts else { return ask(&trust) }
        switch handler {
        case .absent, .performDefault: return ask(&trust)
        case .none:
            let step = step(2, "the handler returns nil: it has to call the completion itself")
            return refusal(step, .flowWithoutAnswer(step: step.text, crash: nil, file: nil), answer: .never)
        case .error: return told(.cancelAuthenticationChallenge, step(2, "the handler returns an NSError: cancel"))
        case .credential:
            return bypass(step(2, "the handler returns a credential: use", defect: "the policy is bypassed"))
        case .cancel: return told(.cancelAuthenticationChallenge, step(2, "the handler returns cancel"))
        case .reject: return told(.rejectProtectionSpace, step(2, "the handler returns rejectProtectionSpace"))
        case .other:
            let what = "the handler returns an object of another class"
            return refusal(
                step(2, what),
                .flowWithoutAnswer(step: what, crash: "an exception is raised", file: nil),
                answer: .crash("an exception is raised: \(what)")
            )
        }
    }

    /// Any other challenge without an identity chosen: the handler's own disposition, else default handling.
    public func answerToOthers(_ delegate: ClientDelegate) -> PolicyAnswer? {
        switch block {
        case .absent: break
        case .asksPolicy, .performDefault: return .disposition(.performDefaultHandling)
        case .use: return .disposition(.useCredential)
        case .cancel: return .disposition(.cancelAuthenticationChallenge)
        case .reject: return .disposition(.rejectProtectionSpace)
        }
        guard handlerCounts else { return nil }
        switch handler {
        case .absent, .performDefault: return .disposition(.performDefaultHandling)
        case .none: return .never
        case .error, .cancel: return .disposition(.cancelAuthenticationChallenge)
        case .credential: return .disposition(.useCredential)
        case .reject: return .disposition(.rejectProtectionSpace)
        case .other: return .crash("an exception is raised: the handler returns an object of another class")
        }
    }

    /// As the policy of the version answers.
    public func disposition(for verdict: Verdict) -> Disposition { policy.disposition(for: verdict) }

    /// AFNetworking 4 makes up an error for its completion handler; its `taskDidComplete` block sees the raw one (#3425).
    public func errorsElsewhere(_ judgement: Evaluation) -> [ErrorElsewhere] { policy.errorsElsewhere(judgement) }

    /// As the policy of the version answers.
    public func answer(to challenge: PasswordChallenge, _ delegate: ClientDelegate) -> ClientAnswer {
        policy.answer(to: challenge, delegate)
    }

    /// The policy's pins.
    public mutating func take(pins: [Pin]) { policy.take(pins: pins) }

    private func ask(_ trust: inout TrustEvaluation) -> PolicyJudgement {
        guard !isPolicySet else { return policy.judge(&trust) }
        var judgement = AFSecurityPolicy(version: policy.version).judge(&trust)
        judgement.remarks.append(.policyNotSet)
        if judgement.verdict == .accept {
            judgement.because = Problem.policyNotSet().sentence + " " + judgement.because
        }
        return judgement
    }

    private var gone: PolicyJudgement {
        refusal(step(1, "the block asks a policy through a weak manager that is gone: nil says no"), .policyGone())
    }

    private func byDefault(_ trust: inout TrustEvaluation, _ step: DecidingStep) -> PolicyJudgement {
        var judgement = trust.judgement(requiring: trust.evaluate(trust.sslKind), step: step) { _ in
            "the block answers default"
        }
        judgement.answer = .disposition(.performDefaultHandling)
        return judgement
    }

    private func bypass(_ step: DecidingStep) -> PolicyJudgement {
        var judgement = PolicyJudgement(.accept, step: step, because: step.text) { _ in "the policy was not asked" }
        judgement.answer = .disposition(.useCredential)
        return judgement
    }

    private func told(_ disposition: Disposition, _ step: DecidingStep) -> PolicyJudgement {
        var judgement = refusal(step, .answeredWithoutPolicy(step: step.text, disposition: disposition.word))
        judgement.answer = .disposition(disposition)
        return judgement
    }

    private func refusal(_ step: DecidingStep, _ problem: Problem, answer: PolicyAnswer? = nil) -> PolicyJudgement {
        var judgement = PolicyJudgement(
            .refuse,
            step: step,
            objection: .init(check: .policy, problem: problem, x509: 50),
            lettingBy: { _ in "the policy was not asked" }
        )
        judgement.answer = answer
        return judgement
    }

    private func step(_ number: Int, _ text: String, defect: String? = nil) -> DecidingStep {
        DecidingStep(flow: "AFURLSessionManager \(policy.version)", number: number, text: text, defect: defect)
    }
}
