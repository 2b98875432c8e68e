extension AuditRun {
    /// Findings about App Transport Security and the versions of TLS.
    func transport() -> [Finding] {
        var findings: [Finding] = []
        if outcome(of: .cleartext).isThrough { findings.append(cleartext()) }
        if outcome(of: .downgrade).isThrough { findings.append(downgrade()) }
        if let security = profile.transportSecurity, !security.requiresForwardSecrecy {
            findings.append(
                Finding(
                    .noForwardSecrecy,
                    .low,
                    text:
                        "\(FindingKind.noForwardSecrecy.row.title): a stolen server key opens what was recorded before.",
                    place: "NSExceptionRequiresForwardSecrecy NO"
                )
            )
        }
        return findings
    }

    private func cleartext() -> Finding {
        let outcome = outcome(of: .cleartext)
        return Finding(
            .cleartextAllowed,
            .high,
            text: "\(FindingKind.cleartextAllowed.row.title): \(outcome.reason)",
            place: "NSExceptionAllowsInsecureHTTPLoads",
            attacks: [.cleartext],
            wouldRead: wouldRead(outcome),
            closing: search.smallest { judge.outcome(of: .cleartext, as: $0).isThrough }
        )
    }

    private func downgrade() -> Finding {
        let outcome = outcome(of: .downgrade)
        return Finding(
            .oldVersion,
            .medium,
            text: "\(FindingKind.oldVersion.row.title): TLS 1.0 is agreed on.",
            place: "min TLS \(profile.minimumTLS)",
            attacks: [.downgrade],
            wouldRead: wouldRead(outcome),
            closing: search.smallest { judge.outcome(of: .downgrade, as: $0).isThrough }
        )
    }
}
