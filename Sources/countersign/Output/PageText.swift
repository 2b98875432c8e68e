import Diagnosis
import Report
import Workbench

/// A page and what it needs, as `fire --page` prints it for people.
enum PageText {
    static func lines(_ page: PageDocument) -> [String] {
        var lines = ["page  \(page.address)"]
        let heads = ["id", "for", "on", "challenges"]
        var rows = [heads]
        for resource in page.resources {
            rows.append([
                resource.number.map(String.init) ?? "-", resource.kind.rawValue, resource.wayWord,
                resource.challengeWords,
            ])
        }
        let widths = heads.indices.map { column in rows.map { TextWidth.columns(of: $0[column]) }.max() ?? 0 }
        func line(_ cells: [String], _ rest: String) -> String {
            let start = cells.enumerated().map { TextWidth.pad($1, columns: widths[$0]) }.joined(separator: "  ")
            return "  " + start + "  " + rest
        }
        lines.append(line(heads, "address"))
        for (resource, cells) in zip(page.resources, rows.dropFirst()) {
            lines.append(line(cells, resource.addressWords))
            if let detail = resource.detail { lines.append("      " + detail) }
        }
        for finding in page.findings {
            lines.append("  \(finding.code): \(finding.sentence)")
            if let remedy = finding.remedy { lines.append("    \(remedy)") }
        }
        return lines
    }
}
