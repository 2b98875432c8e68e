extension AuditRun {
    /// Findings about App Transport Security and the versions of TLS.
    func transport() -> [Finding] {
        var findings: [Finding] = []
        let applied = profile.transportSecurity?.applied(to: judge.material.host)
        if let applied, !applied.isInForce {
            findings.append(
                Finding(
                    .transportOff,
                    .medium,
                    text: "\(FindingKind.transportOff.row.title) for this host: \(applied.deciding).",
                    place: applied.deciding,
                    closing: search.smallest { !isInForce($0) }
                )
            )
        }
        if outcome(of: .cleartext).isThrough { findings.append(cleartext()) }
        if outcome(of: .downgrade).isThrough || applied.map({ $0.minimumVersion < "1.2" }) == true {
            findings.append(downgrade(applied))
        }
        if let applied, !applied.requiresForwardSecrecy {
            findings.append(
                Finding(
                    .noForwardSecrecy,
                    .low,
                    text:
                        "\(FindingKind.noForwardSecrecy.row.title): a stolen server key opens what was recorded before.",
                    place: applied.place(of: "NSExceptionRequiresForwardSecrecy", host: judge.material.host)
                )
            )
        }
        return findings
    }

    private func isInForce(_ profile: ClientProfile) -> Bool {
        profile.transportSecurity?.applied(to: judge.material.host).isInForce ?? false
    }

    private func cleartext() -> Finding {
        let outcome = outcome(of: .cleartext)
        return Finding(
            .cleartextAllowed,
            .high,
            text: "\(FindingKind.cleartextAllowed.row.title): \(outcome.reason)",
            place: profile.transportSecurity?.applied(to: judge.material.host).deciding,
            attacks: [.cleartext],
            wouldRead: wouldRead(outcome),
            closing: search.smallest { judge.outcome(of: .cleartext, as: $0).result != .stopped }
        )
    }

    private func downgrade(_ applied: AppliedTransportSecurity?) -> Finding {
        let outcome = outcome(of: .downgrade)
        let key = applied.flatMap { applied in
            applied.minimumVersion < "1.2"
                ? applied.place(of: "NSExceptionMinimumTLSVersion", host: judge.material.host) : nil
        }
        return Finding(
            .oldVersion,
            .medium,
            text: "\(FindingKind.oldVersion.row.title): "
                + (outcome.isThrough
                    ? "TLS 1.0 is agreed on." : "the Info.plist takes TLS \(applied?.minimumVersion ?? "")."),
            place: key ?? "min TLS \(profile.minimumTLS)",
            attacks: outcome.isThrough ? [.downgrade] : [],
            wouldRead: outcome.isThrough ? wouldRead(outcome) : nil,
            closing: outcome.isThrough ? search.smallest { judge.outcome(of: .downgrade, as: $0).isThrough } : []
        )
    }
}
