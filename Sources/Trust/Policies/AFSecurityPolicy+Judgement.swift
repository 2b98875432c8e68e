import Diagnosis

extension AFSecurityPolicy {
    /// `evaluateServerTrust:forDomain:` step by step, as the version has it.
    public func judge(_ trust: inout TrustEvaluation) -> PolicyJudgement {
        switch family {
        case .from20, .from21, .version22: judgeAsUpTo22(&trust)
        case .upTo25: judgeAsUpTo25(&trust)
        case .from26To27, .from30: judgeFrom26(&trust)
        }
    }

    /// 3.0.0 to 3.0.4 answer a refusal by *reject*, all others by *cancel*.
    public func disposition(for verdict: Verdict) -> Disposition {
        switch verdict {
        case .accept: .useCredential
        case .refuse: rejectsProtectionSpace ? .rejectProtectionSpace : .cancelAuthenticationChallenge
        case .notPinned: .performDefaultHandling
        }
    }

    /// 2.6.0 and later (AFSecurityPolicy.m 220-293 of 4.0.1).
    private func judgeFrom26(_ trust: inout TrustEvaluation) -> PolicyJudgement {
        if trust.hasHost, allowInvalidCertificates, validatesDomainName, pinningMode == .none || pins.isEmpty {
            return contradiction()
        }
        let kind: TrustEvaluation.PolicyKind = validatesDomainName ? trust.sslKind : .basicX509
        switch pinningMode {
        case .none: return judgeWithoutPins(&trust, kind)
        case .publicKey, .certificate: break
        }
        if !allowInvalidCertificates {
            let outcome = trust.evaluate(kind)
            if !outcome.holds {
                return refusal(step(4, "not allowInvalid and the trust is not valid: NO"), outcome, pin: notReached(4))
            }
        }
        return pinningMode == .certificate ? judgeCertificates(&trust, kind) : judgeKeys(&trust, kind)
    }

    private func contradiction() -> PolicyJudgement {
        PolicyJudgement(
            .refuse,
            step: step(1, "invalid allowed, name checked, and no pinning or no pins: NO, before any evaluation"),
            objection: .init(
                check: .policy,
                problem: .policyContradiction(mode: pinningMode.rawValue, pins: pins.count)
            ),
            pin: notReached(1),
            lettingBy: { _ in "not looked at, the policy refused before any evaluation" }
        )
    }

    private func judgeWithoutPins(_ trust: inout TrustEvaluation, _ kind: TrustEvaluation.PolicyKind) -> PolicyJudgement
    {
        let pin = PinFinding.notAsked("switch pinningMode is none")
        guard !allowInvalidCertificates else {
            return PolicyJudgement(
                .accept,
                step: step(3, "no pinning and invalid allowed: YES, without an evaluation"),
                pin: pin,
                because: "allowInvalidCertificates is on and pinningMode is none: nothing is evaluated",
                lettingBy: lettingBy
            )
        }
        let outcome = trust.evaluate(kind)
        let decided = step(3, "no pinning: is the trust valid?")
        guard outcome.holds else { return refusal(decided, outcome, pin: pin) }
        return acceptance(
            decided,
            outcome,
            pin: pin,
            because: "the system's evaluation succeeds, and nothing is pinned"
        )
    }

    private func judgeCertificates(_ trust: inout TrustEvaluation, _ kind: TrustEvaluation.PolicyKind)
        -> PolicyJudgement
    {
        let captured = family == .from26To27 ? trust.built(kind) : nil
        trust.setAnchors(pins.compactMap { if case .certificate(let certificate) = $0 { certificate } else { nil } })
        let outcome = trust.evaluate(kind)
        let decided = step(5, "the pins become the anchors, evaluate again, then a member of that chain must be a pin")
        if pins.isEmpty {
            return objection(decided, outcome, .pinEmpty(mode: "certificate", expectedIn: "pinnedCertificates"))
        }
        if !outcome.holds {
            // The pins are the only anchors: a chain without any of them fails for that, whatever else is wrong with it.
            let comparison = comparison(trust, outcome)
            if comparison.certificateMatch == nil {
                return objection(decided, outcome, comparison.mismatch(byKey: false))
            }
            return refusal(decided, outcome, pin: notReached(5))
        }
        // 2.6 and 2.7 compare the chain that was captured before the pins became anchors.
        let compared = captured ?? outcome
        let comparison = comparison(trust, compared)
        guard let member = comparison.certificateMatch else {
            return objection(decided, compared, comparison.mismatch(byKey: false))
        }
        let name = comparison.name(of: member, byKey: false)
        return acceptance(
            decided,
            outcome,
            pin: .matched(member, pin: name),
            because: "the built chain holds pin \(member.subject.shortText)"
        )
    }

    private func judgeKeys(_ trust: inout TrustEvaluation, _ kind: TrustEvaluation.PolicyKind) -> PolicyJudgement {
        // Reading the chain evaluates the trust implicitly; that verdict is thrown away.
        let outcome = trust.built(kind)
        let decided = step(6, "count the pairs of equal keys, chain and pins: YES above 0")
        if pins.isEmpty {
            return objection(decided, outcome, .pinEmpty(mode: "publicKey", expectedIn: "pinnedCertificates"))
        }
        let comparison = comparison(trust, outcome)
        guard let member = comparison.keyMatch else {
            return objection(decided, outcome, comparison.mismatch(byKey: true))
        }
        let name = comparison.name(of: member, byKey: true)
        return acceptance(
            decided,
            outcome,
            pin: .matched(member, pin: name),
            because: "the key of \(member.subject.shortText) in the built chain equals a pin"
        )
    }
}

extension AFSecurityPolicy {
    func step(_ number: Int, _ text: String) -> DecidingStep {
        DecidingStep(flow: "AFSecurityPolicy \(version)", number: number, text: text)
    }

    func refusal(_ step: DecidingStep, _ outcome: PathOutcome, pin: PinFinding) -> PolicyJudgement {
        PolicyJudgement(.refuse, step: step, outcome: outcome, pin: pin, lettingBy: lettingBy)
    }

    func objection(_ step: DecidingStep, _ outcome: PathOutcome, _ problem: Problem) -> PolicyJudgement {
        PolicyJudgement(
            .refuse,
            step: step,
            outcome: outcome,
            objection: .init(check: .pin, problem: problem),
            lettingBy: lettingBy
        )
    }

    func acceptance(_ step: DecidingStep, _ outcome: PathOutcome, pin: PinFinding, because: String) -> PolicyJudgement {
        PolicyJudgement(.accept, step: step, outcome: outcome, pin: pin, because: because, lettingBy: lettingBy)
    }

    func comparison(_ trust: TrustEvaluation, _ outcome: PathOutcome) -> PinComparison {
        PinComparison(
            pins: pins,
            path: outcome.path,
            presented: trust.request.chain,
            numbers: trust.memo.certificates(with: outcome.path)
        )
    }

    private func notReached(_ step: Int) -> PinFinding { .notAsked("not reached: step \(step) refused") }

    /// Which switch lets a failed check by: the domain switch drops all that is SSL's alone, the other drops the verdict.
    var lettingBy: @Sendable (RuleResult) -> String {
        switch family {
        case .from20 where pinningMode != .none: return { _ in "2.0 evaluates nothing beside pins" }
        case .from20, .from21, .version22: return { _ in "allowInvalidCertificates is ON" }
        case .upTo25, .from26To27, .from30: break
        }
        let dropsSSL = !validatesDomainName
        return { result in
            let isOfSSL: Bool =
                switch result.check {
                case .host, .lifetime: true
                case .purpose: result.code == .chainPurpose
                case .keyStrength: !result.isFatal
                default: false
                }
            return dropsSSL && isOfSSL ? "validatesDomainName is OFF" : "allowInvalidCertificates is ON"
        }
    }
}
