import Diagnosis
import Report
import Trust

/// What becomes of a client's trust in a chain, as `evaluate --rotate` prints it for people.
enum RotationText {
    static func lines(_ client: RotationDocument.Client) -> [String] {
        let rotation = client.rotation
        var lines = ["client       \(Sanitizer.line(client.name))", "policy       \(client.policyLine)"]
        if !rotation.isAccepted {
            lines.append("accepts      not now: \(rotation.reason)")
        } else if let end = rotation.ends {
            lines.append("accepts      until \(UTC.text(end)), in \(rotation.days ?? 0) days: \(rotation.reason)")
        } else {
            lines.append("accepts      \(rotation.reason)")
        }
        for pin in rotation.pins {
            let place =
                pin.member.map { "holds on certificate \($0), \(pin.subject ?? "")" } ?? "holds on none of this path"
            let end = pin.ends.map { ", ends \(UTC.day($0))" } ?? ""
            lines.append("pin          \(pin.pin)  \(Sanitizer.line(place))\(end)")
        }
        if rotation.pins.isEmpty { lines.append("pin          none") }
        if !rotation.pins.isEmpty {
            lines.append(
                "backup       " + (rotation.hasBackup ? "yes: a pin outlives a new leaf with a new key" : "none")
            )
        }
        lines.append("")
        for row in rotation.rows {
            let word = TextWidth.pad(row.isAccepted ? "accept" : "refuse", columns: 7)
            let pins = row.pins.isEmpty ? "" : "  pin \(row.pins.joined(separator: ", "))"
            let reason = row.isAccepted ? pins : "  \(short(row.reason))"
            lines.append("  \(TextWidth.pad(row.row.title, columns: 20)) \(word)\(reason)")
        }
        return lines
    }

    /// What refused, without the values that were compared: JSON has them.
    private static func short(_ reason: String) -> String {
        let cancelled = "The challenge was cancelled, so the request ends. "
        let rest = reason.hasPrefix(cancelled) ? reason.dropFirst(cancelled.count) : reason[...]
        return rest.firstRange(of: ". ").map { String(rest[..<$0.lowerBound]) + "." } ?? String(rest)
    }
}
