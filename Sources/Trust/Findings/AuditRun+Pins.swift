import Diagnosis
import Foundation

extension AuditRun {
    /// Findings about the pins themselves: whether there is another, how long they last, whose they are.
    func pins() -> [Finding] {
        let inventory = PinInventory(profile, host: judge.material.host)
        guard !inventory.keys.isEmpty else { return [] }
        var findings: [Finding] = []
        let end = end(of: inventory)
        let dates = [end?.date, inventory.expires].compactMap { $0 }
        let severity = dates.contains { days(until: $0) < 90 } ? Severity.medium : .low
        if inventory.keys.count == 1 {
            findings.append(
                Finding(.pinWithoutBackup, severity, text: "\(FindingKind.pinWithoutBackup.row.title).", place: "pins")
            )
        }
        if let expires = inventory.expires {
            findings.append(
                Finding(
                    .pinEnds,
                    days(until: expires) < 90 ? .medium : .low,
                    text:
                        "the pins count until \(UTC.day(expires)), \(remaining(until: expires)); after it none is asked for.",
                    place: "pins"
                )
            )
        } else if let end, !inventory.comparesKeys {
            findings.append(
                Finding(
                    .pinEnds,
                    severity,
                    text: "\(FindingKind.pinEnds.row.title): \(end.subject) ends on \(UTC.day(end.date)), "
                        + "\(remaining(until: end.date)).",
                    place: "pins"
                )
            )
        }
        let publicKeys = Set((judge.material.systemAnchors + subject.anchors.system).map(\.publicKeySHA256))
        if let wide = inventory.certificates.first(where: { publicKeys.contains($0.publicKeySHA256) })?.subject
            .shortText
            ?? inventory.keys.first(where: publicKeys.contains)?.pin
        {
            findings.append(
                Finding(
                    .pinIsPublicAuthority,
                    .medium,
                    text: "\(FindingKind.pinIsPublicAuthority.row.title): \(wide).",
                    place: "pins"
                )
            )
        }
        return findings
    }

    private struct PinEnd {
        var date: Date
        var subject: String
    }

    /// The last day of the last pin: of its certificate, or of an issuer that the honest chain needs above it.
    private func end(of inventory: PinInventory) -> PinEnd? {
        let chain = judge.material.goodChain
        let known = inventory.certificates + chain.filter { inventory.keys.contains($0.publicKeySHA256) }
        let ends = known.map { pin -> PinEnd in
            let above = chain.firstIndex(of: pin).map { Array(chain[$0...]) } ?? [pin]
            let first = above.min { $0.notAfter < $1.notAfter } ?? pin
            return PinEnd(date: first.notAfter, subject: first.subject.shortText)
        }
        return ends.max { $0.date < $1.date }
    }

    private func remaining(until date: Date) -> String {
        let days = days(until: date)
        return days < 0 ? "which is past" : "in \(days) day\(days == 1 ? "" : "s")"
    }

    private func days(until date: Date) -> Int {
        Int((date.timeIntervalSince(subject.date) / 86_400).rounded(.down))
    }
}
