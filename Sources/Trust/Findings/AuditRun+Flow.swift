import Diagnosis

extension AuditRun {
    /// Findings about the way in which challenges are answered.
    func flow() -> [Finding] { silence() + identityToAnything() + manager() }

    private func identityToAnything() -> [Finding] {
        let outcome = outcome(of: .otherMethod)
        guard outcome.isThrough else { return [] }
        return [
            Finding(
                .identityToAnything,
                .medium,
                text: "\(FindingKind.identityToAnything.row.title): \(outcome.reason)",
                step: outcome.step,
                attacks: [.otherMethod],
                wouldRead: outcome.reveals.map { "who the client is: \($0.subject)" },
                closing: search.smallest(keepsIdentity: true) {
                    judge.outcome(of: .otherMethod, as: $0).isThrough
                }
            )
        ]
    }

    /// A session manager whose policy is not the one that somebody wrote.
    private func manager() -> [Finding] {
        guard let manager = profile.policy.base as? AFSessionManager, profile.flow == nil else { return [] }
        var findings: [Finding] = []
        if !manager.isManagerKept, manager.block == .asksPolicy {
            findings.append(
                Finding(
                    .policyGone,
                    .medium,
                    text: "\(FindingKind.policyGone.row.title): a nil policy says no, and every request is cancelled.",
                    place: "manager kept OFF",
                    closing: search.smallest { isGone($0) }
                )
            )
        }
        if !manager.isPolicySet {
            findings.append(
                Finding(
                    .policyNotSet,
                    .medium,
                    text: "\(FindingKind.policyNotSet.row.title): the default policy judges in its place.",
                    place: "policy set OFF",
                    closing: search.smallest { ($0.policy.base as? AFSessionManager)?.isPolicySet == false }
                )
            )
        }
        return findings
    }

    private func isGone(_ profile: ClientProfile) -> Bool {
        guard let manager = profile.policy.base as? AFSessionManager else { return false }
        return !manager.isManagerKept && manager.block == .asksPolicy
    }

    private func silence() -> [Finding] {
        guard let path = silentPath(profile) else { return [] }
        return [
            Finding(
                .challengeSilent,
                .medium,
                text: "\(FindingKind.challengeSilent.row.title): \(path.when). The request hangs until its time-out.",
                step: path.step,
                place: looseSwitches,
                closing: search.smallest { silentPath($0) != nil }
            )
        ]
    }

    private struct SilentPath {
        var when: String
        var step: DecidingStep?
    }

    /// A challenge that the client never answers: the honest server's, the same where the flow's files are missing, or
    /// a question for an identity.
    private func silentPath(_ profile: ClientProfile) -> SilentPath? {
        var hosts = [judge.material.good]
        if profile.flow.flatMap(Flow.named)?.tellsHostsByForm == true {
            hosts += [judge.material.attacks[.addressDotted]].compactMap { $0 }
        }
        for presentation in hosts {
            var request = judge.request(presentation, as: profile)
            for (bundle, when) in [
                (request.bundle, "at \(presentation.host)"), (BundleSnapshot(), "without its files"),
            ] {
                request.bundle = bundle
                let decision = Decider.serverTrust(request, profile: profile)
                if decision.answers.isEmpty, !decision.asksPerson, decision.crash == nil {
                    return SilentPath(when: "server trust \(when)", step: decision.steps.last?.step)
                }
            }
        }
        let asked = ClientCertificateRequest(
            issuers: [],
            signatureAlgorithms: [],
            keyTypes: [],
            host: judge.material.host,
            date: subject.date
        )
        let decision = Decider.clientCertificate(
            asked,
            profile: profile,
            bundle: subject.bundle,
            identities: subject.identities.map(\.identity)
        )
        guard decision.answers.isEmpty, !decision.asksPerson, decision.crash == nil else { return nil }
        return SilentPath(when: "a question for a client certificate", step: decision.steps.last?.step)
    }
}
