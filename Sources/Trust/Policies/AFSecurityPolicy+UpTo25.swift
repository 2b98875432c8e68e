import Diagnosis

extension AFSecurityPolicy {
    /// `evaluateServerTrust:forDomain:` of 2.2.1 to 2.5.4, and of 2.5.1, which evaluates nothing without pinning.
    func judgeAsUpTo25(_ trust: inout TrustEvaluation) -> PolicyJudgement {
        let kind: TrustEvaluation.PolicyKind = validatesDomainName ? trust.sslKind : .basicX509
        if pinningMode == .none { return judgeWithoutPinsUpTo25(&trust, kind) }
        let captured = trust.evaluate(kind)
        if !captured.holds, !allowInvalidCertificates {
            return refusal(
                step(2, "not allowInvalid and the trust is not valid: NO"),
                captured,
                pin: .notAsked("not reached: step 2 refused")
            )
        }
        return pinningMode == .certificate
            ? judgeCertificatesUpTo25(&trust, kind, captured) : judgeKeysUpTo25(trust, captured)
    }

    private func judgeWithoutPinsUpTo25(_ trust: inout TrustEvaluation, _ kind: TrustEvaluation.PolicyKind)
        -> PolicyJudgement
    {
        let pin = PinFinding.notAsked("switch pinningMode is none")
        if version == "2.5.1" || allowInvalidCertificates {
            var decided = step(1, "no pinning: YES, without an evaluation")
            if version == "2.5.1" { decided.defect = "every certificate is accepted" }
            let isFaulty = version == "2.5.1"
            return PolicyJudgement(
                .accept,
                step: decided,
                pin: pin,
                because: isFaulty
                    ? "AFNetworking 2.5.1 evaluates nothing without pinning"
                    : "allowInvalidCertificates is on, nothing is pinned",
                lettingBy: { result in isFaulty ? "2.5.1 evaluates nothing" : lettingBy(result) }
            )
        }
        let outcome = trust.evaluate(kind)
        let decided = step(1, "no pinning: is the trust valid?")
        guard outcome.holds else { return refusal(decided, outcome, pin: pin) }
        return acceptance(
            decided,
            outcome,
            pin: pin,
            because: "the system's evaluation succeeds, and nothing is pinned"
        )
    }

    private func judgeCertificatesUpTo25(
        _ trust: inout TrustEvaluation,
        _ kind: TrustEvaluation.PolicyKind,
        _ captured: PathOutcome
    ) -> PolicyJudgement {
        trust.setAnchors(pins.compactMap { if case .certificate(let certificate) = $0 { certificate } else { nil } })
        let outcome = trust.evaluate(kind)
        let anchored = step(3, "the pins become the anchors, evaluate again")
        if pins.isEmpty {
            return objection(anchored, outcome, .pinEmpty(mode: "certificate", expectedIn: "pinnedCertificates"))
        }
        if !outcome.holds { return refusal(anchored, outcome, pin: .notAsked("not reached: step 3 refused")) }
        guard validatesCertificateChain ?? true else {
            return acceptance(
                anchored,
                outcome,
                pin: .notAsked("validatesCertificateChain is OFF: the evaluation is enough"),
                because: "the evaluation with the pins as anchors succeeds"
            )
        }
        let wanted = Set(pins.compactMap { if case .certificate(let pin) = $0 { pin.sha256 } else { nil } })
        return judgeAll(
            step(4, "every member of the chain, as it was before the anchors were set, must be a pin"),
            captured,
            trust,
            byKey: false
        ) { wanted.contains($0.sha256) }
    }

    private func judgeKeysUpTo25(_ trust: TrustEvaluation, _ captured: PathOutcome) -> PolicyJudgement {
        let checksAll = validatesCertificateChain ?? true
        let decided = step(5, checksAll ? "every key of the chain must be pinned" : "the leaf's key must be pinned")
        if pins.isEmpty {
            return objection(decided, captured, .pinEmpty(mode: "publicKey", expectedIn: "pinnedCertificates"))
        }
        let wanted = Set(pins.compactMap(\.publicKeySHA256))
        if checksAll {
            return judgeAll(decided, captured, trust, byKey: true) { wanted.contains($0.publicKeySHA256) }
        }
        guard let leaf = captured.path?.members.first, wanted.contains(leaf.publicKeySHA256) else {
            return objection(decided, captured, comparison(trust, captured).mismatch(byKey: true))
        }
        return acceptance(
            decided,
            captured,
            pin: .matched(leaf, pin: comparison(trust, captured).name(of: leaf, byKey: true)),
            because: "the leaf's key is pinned"
        )
    }

    private func judgeAll(
        _ decided: DecidingStep,
        _ outcome: PathOutcome,
        _ trust: TrustEvaluation,
        byKey: Bool,
        _ isPinned: (Certificate) -> Bool
    ) -> PolicyJudgement {
        let members = outcome.path?.members ?? []
        guard let leaf = members.first, members.allSatisfy(isPinned) else {
            return objection(decided, outcome, comparison(trust, outcome).mismatch(byKey: byKey))
        }
        return acceptance(
            decided,
            outcome,
            pin: .matched(leaf, pin: comparison(trust, outcome).name(of: leaf, byKey: byKey)),
            because: "every member of the chain is pinned"
        )
    }
}
