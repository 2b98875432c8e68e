import Diagnosis

extension AuditRun {
    /// Findings about the client's own identity.
    func identities() -> [Finding] {
        guard case .file = profile.identity, let own = subject.ownIdentities.first else { return [] }
        var findings: [Finding] = []
        let file = own.identity.file
        let serverKey = judge.material.goodChain.first?.publicKeySHA256
        if let same = subject.ownIdentities.first(where: { $0.identity.leaf.publicKeySHA256 == serverKey }) {
            let outcome = outcome(of: .serverKeyFromApp)
            findings.append(
                Finding(
                    .identityIsServerKey,
                    .critical,
                    text: "\(FindingKind.identityIsServerKey.row.title): \(same.identity.leaf.spkiPin) in \(file).",
                    place: file,
                    attacks: outcome.isThrough ? [.serverKeyFromApp] : [],
                    wouldRead: wouldRead(outcome)
                )
            )
        }
        if own.isShipped {
            findings.append(
                Finding(
                    .identityShared,
                    .high,
                    text:
                        "\(FindingKind.identityShared.row.title): every copy of the app is \(own.identity.summary.subject).",
                    place: file,
                    attacks: [.stranger],
                    wouldRead: "what the server shows to \(own.identity.summary.subject)",
                    closing: search.smallest(keepsIdentity: true) { judge.outcome(of: .stranger, as: $0).isThrough }
                )
            )
        }
        if let guess = own.passPhrase, guess.isWeak {
            findings.append(
                Finding(
                    .identityWeakPassPhrase,
                    .medium,
                    text: "\(FindingKind.identityWeakPassPhrase.row.title): \(guess.text).",
                    place: file
                )
            )
        }
        return findings + onTheWire(own)
    }

    private func onTheWire(_ own: AuditSubject.ShippedIdentity) -> [Finding] {
        var findings: [Finding] = []
        let shown = outcome(of: .fakeServerAsks)
        if shown.isThrough, shown.reveals != nil {
            findings.append(
                Finding(
                    .identityToUnchecked,
                    .medium,
                    text: "\(FindingKind.identityToUnchecked.row.title): \(shown.reason)",
                    step: shown.step,
                    place: looseSwitches,
                    attacks: [.fakeServerAsks],
                    wouldRead: wouldRead(shown),
                    closing: search.smallest(keepsIdentity: true) { profile in
                        let outcome = judge.outcome(of: .fakeServerAsks, as: profile)
                        return outcome.isThrough && outcome.reveals != nil
                    }
                )
            )
        }
        if showsInClear(profile) {
            findings.append(
                Finding(
                    .identityInClear,
                    .low,
                    text:
                        "\(FindingKind.identityInClear.row.title): TLS \(profile.minimumTLS) sends certificates in the clear.",
                    place: "min TLS \(profile.minimumTLS)",
                    wouldRead: "\(own.identity.summary.subject), serial \(own.identity.leaf.serialNumber)",
                    closing: search.smallest(keepsIdentity: true, while: showsInClear)
                )
            )
        }
        return findings
    }

    /// Whether a version may be agreed on in which certificates are sent in the clear (up to TLS 1.2).
    private func showsInClear(_ profile: ClientProfile) -> Bool {
        profile.minimumTLS < "1.3" && profile.identity != .none
    }
}
