import Diagnosis

extension AFSecurityPolicy {
    /// `evaluateServerTrust:` of 2.0 and `evaluateServerTrust:forDomain:` of 2.1 and 2.2.0.
    ///
    /// None of them sets a policy: the trust is evaluated with the loader's own, SSL with the host.
    func judgeAsUpTo22(_ trust: inout TrustEvaluation) -> PolicyJudgement {
        if pinningMode == .none { return judgeWithoutPinsUpTo22(&trust) }
        let chain = trust.built(trust.sslKind)
        if family != .from20, let refusal = refusalBeforePins(&trust) { return refusal }
        if pins.isEmpty {
            return objection(
                comparing,
                chain,
                .pinEmpty(mode: pinningMode.rawValue, expectedIn: "pinnedCertificates")
            )
        }
        let comparison = comparison(trust, chain)
        guard let member = matched(chain, comparison) else {
            return objection(comparing, chain, comparison.mismatch(byKey: byKey))
        }
        let pin = PinFinding.matched(member, pin: comparison.name(of: member, byKey: byKey))
        if family == .version22, validatesDomainName, let host = trust.request.host {
            let summary = chain.path?.members.first?.subject.shortText ?? ""
            guard Self.matches(summary: summary, domain: host) else {
                return PolicyJudgement(
                    .refuse,
                    step: step(5, "the leaf's subject summary must match the domain, * any label"),
                    outcome: chain,
                    objection: .init(check: .host, problem: .summaryMismatch(domain: host, summary: summary), x509: 62),
                    pin: pin,
                    lettingBy: lettingBy
                )
            }
        }
        return acceptance(comparing, chain, pin: pin, because: because)
    }

    private func judgeWithoutPinsUpTo22(_ trust: inout TrustEvaluation) -> PolicyJudgement {
        let pin = PinFinding.notAsked("switch pinningMode is none")
        if allowInvalidCertificates {
            return PolicyJudgement(
                .accept,
                step: step(1, "no pinning and invalid allowed: YES, without an evaluation"),
                pin: pin,
                because: "allowInvalidCertificates is on, nothing is pinned",
                lettingBy: lettingBy
            )
        }
        let outcome = trust.evaluate(trust.sslKind)
        let decided = step(2, "no pinning: is the trust valid, with the loader's own policy?")
        guard outcome.holds else { return refusal(decided, outcome, pin: pin) }
        return acceptance(
            decided,
            outcome,
            pin: pin,
            because: "the system's evaluation succeeds, and nothing is pinned"
        )
    }

    /// 2.1 refuses an invalid trust whatever allowInvalid says, 2.2.0 only without it.
    private func refusalBeforePins(_ trust: inout TrustEvaluation) -> PolicyJudgement? {
        let outcome = trust.evaluate(trust.sslKind)
        if outcome.holds || (family == .version22 && allowInvalidCertificates) { return nil }
        let words =
            family == .from21
            ? "the trust is not valid: NO, whatever allowInvalid says"
            : "not allowInvalid and the trust is not valid: NO"
        return refusal(step(2, words), outcome, pin: .notAsked("not reached: step 2 refused"))
    }

    private var byKey: Bool { pinningMode == .publicKey }

    private var comparing: DecidingStep {
        let what = byKey ? "key" : "certificate"
        guard hasChainSwitch else { return step(3, "any \(what) of the chain equal to a pin is enough, unevaluated") }
        return step(
            3,
            validatesCertificateChain ?? true
                ? "every \(what) of the chain must be pinned" : "the leaf's \(what) must be pinned"
        )
    }

    private var because: String {
        guard hasChainSwitch else { return "a member of the chain is pinned; the trust was not evaluated" }
        return validatesCertificateChain ?? true ? "every member of the chain is pinned" : "the leaf is pinned"
    }

    /// The member that stands for the match; nil where the pins do not match.
    private func matched(_ chain: PathOutcome, _ comparison: PinComparison) -> Certificate? {
        guard let members = chain.path?.members, let leaf = members.first else { return nil }
        guard hasChainSwitch else { return byKey ? comparison.keyMatch : comparison.certificateMatch }
        let checksAll = validatesCertificateChain ?? true
        let wanted = checksAll ? members : [leaf]
        let certificates = Set(pins.compactMap { if case .certificate(let pin) = $0 { pin.sha256 } else { nil } })
        guard byKey else { return wanted.allSatisfy { certificates.contains($0.sha256) } ? leaf : nil }
        // Pairs of equal keys are counted: two pins of one key spoil the sum.
        let keys = pins.compactMap(\.publicKeySHA256)
        let pairs = wanted.reduce(0) { sum, member in sum + keys.count { $0 == member.publicKeySHA256 } }
        return (checksAll ? pairs == members.count : pairs > 0) ? leaf : nil
    }

    /// AFCertificateHostMatchesDomain: label by label, in any case, `*` for any label wherever it stands.
    static func matches(summary: String, domain: String) -> Bool {
        let (summary, domain) = (summary.lowercased(), domain.lowercased())
        if summary == domain { return true }
        let pattern = summary.split(separator: ".", omittingEmptySubsequences: false)
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        return pattern.count == labels.count && zip(pattern, labels).allSatisfy { $0 == "*" || $0 == $1 }
    }
}
