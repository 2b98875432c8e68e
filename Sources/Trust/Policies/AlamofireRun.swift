import Diagnosis

/// One run of an Alamofire evaluator: its steps in order; the first that throws ends it.
struct AlamofireRun {
    let evaluator: AlamofireEvaluator

    func judge(_ trust: inout TrustEvaluation) -> PolicyJudgement {
        var last = Passed(step: nil, outcome: nil, pin: nil)
        if let refusal = run(evaluator, &trust, &last) { return refusal }
        return PolicyJudgement(
            .accept,
            step: last.step,
            outcome: last.outcome,
            pin: last.pin,
            because: last.because,
            lettingBy: lettingBy
        )
    }

    /// What the last step that passed left behind.
    private struct Passed {
        var step: DecidingStep?
        var outcome: PathOutcome?
        var pin: PinFinding?
        var because = "the evaluator returns"
    }

    private var lettingBy: @Sendable (RuleResult) -> String {
        let name = evaluator.name
        return { _ in "\(name) does not ask" }
    }

    /// The refusal of an evaluator; nil when it passes.
    private func run(_ evaluator: AlamofireEvaluator, _ trust: inout TrustEvaluation, _ last: inout Passed)
        -> PolicyJudgement?
    {
        let name = evaluator.name
        switch evaluator {
        case .default(let validatesHost):
            if validatesHost, let refusal = host(name, 1, &trust, &last) { return refusal }
            return standard(name, 2, &trust, &last)
        case .revocation(let validation):
            if let refusal = validate(validation, name, &trust, &last) { return refusal }
            return evaluate(.basicX509, step(name, 3, "a revocation policy in place of the others"), &trust, &last)
        case .pinnedCertificates(let certificates, let acceptsSelfSigned, let validation):
            if certificates.isEmpty { return empty(name, "certificates") }
            if acceptsSelfSigned { trust.setAnchors(certificates) }
            if let refusal = validate(validation, name, &trust, &last) { return refusal }
            return compare(certificates.map { .certificate($0) }, byKey: false, name, trust, &last)
        case .publicKeys(let keys, let validation):
            if keys.isEmpty { return empty(name, "keys") }
            if let refusal = validate(validation, name, &trust, &last) { return refusal }
            return compare(keys.map { .publicKey($0) }, byKey: true, name, trust, &last)
        case .composite(let evaluators):
            for evaluator in evaluators {
                if let refusal = run(evaluator, &trust, &last) { return refusal }
            }
            return nil
        case .disabled:
            last.step = DecidingStep(flow: name, number: 1, text: "returns", defect: "never evaluated")
            last.because = "the disabled evaluator accepts everything"
            return nil
        }
    }

    private func validate(
        _ validation: AlamofireEvaluator.Validation,
        _ name: String,
        _ trust: inout TrustEvaluation,
        _ last: inout Passed
    ) -> PolicyJudgement? {
        if validation.performsDefault, let refusal = standard(name, 1, &trust, &last) { return refusal }
        return validation.validatesHost ? host(name, 2, &trust, &last) : nil
    }

    private func standard(_ name: String, _ number: Int, _ trust: inout TrustEvaluation, _ last: inout Passed)
        -> PolicyJudgement?
    {
        evaluate(.ssl(checksHost: false), step(name, number, "an SSL policy without a name"), &trust, &last)
    }

    private func host(_ name: String, _ number: Int, _ trust: inout TrustEvaluation, _ last: inout Passed)
        -> PolicyJudgement?
    {
        evaluate(trust.sslKind, step(name, number, "an SSL policy with the host"), &trust, &last)
    }

    private func evaluate(
        _ kind: TrustEvaluation.PolicyKind,
        _ step: DecidingStep,
        _ trust: inout TrustEvaluation,
        _ last: inout Passed
    ) -> PolicyJudgement? {
        let outcome = trust.evaluate(kind)
        guard outcome.holds else {
            // From iOS 12 on every failed evaluation has this reason, whatever was asked for.
            return PolicyJudgement(
                .refuse,
                step: step,
                outcome: outcome,
                failureReason: "trustEvaluationFailed",
                lettingBy: lettingBy
            )
        }
        last = Passed(step: step, outcome: outcome, pin: last.pin, because: "\(step.text): \(outcome.trustResult.name)")
        return nil
    }

    private func compare(
        _ pins: [Pin],
        byKey: Bool,
        _ name: String,
        _ trust: TrustEvaluation,
        _ last: inout Passed
    ) -> PolicyJudgement? {
        let outcome = trust.built(trust.sslKind)
        let step = step(name, 4, "a member of the built chain must be a pin")
        let comparison = PinComparison(
            pins: pins,
            path: outcome.path,
            presented: trust.request.chain,
            numbers: trust.memo.certificates(with: outcome.path)
        )
        guard let member = byKey ? comparison.keyMatch : comparison.certificateMatch else {
            return PolicyJudgement(
                .refuse,
                step: step,
                outcome: outcome,
                objection: .init(check: .pin, problem: comparison.mismatch(byKey: byKey)),
                failureReason: byKey ? "publicKeyPinningFailed" : "certificatePinningFailed",
                lettingBy: lettingBy
            )
        }
        last = Passed(
            step: step,
            outcome: outcome,
            pin: .matched(member, pin: comparison.name(of: member, byKey: byKey)),
            because: "\(member.subject.shortText) in the built chain is pinned"
        )
        return nil
    }

    private func empty(_ name: String, _ list: String) -> PolicyJudgement {
        PolicyJudgement(
            .refuse,
            step: step(name, 0, "no \(list): throws"),
            objection: .init(check: .pin, problem: .pinEmpty(mode: name, expectedIn: list)),
            failureReason: list == "keys" ? "noPublicKeysFound" : "noCertificatesFound",
            lettingBy: lettingBy
        )
    }

    private func step(_ name: String, _ number: Int, _ text: String) -> DecidingStep {
        DecidingStep(flow: name, number: number, text: text)
    }
}
