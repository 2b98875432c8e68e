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
                resource.number.map(String.init) ?? "-", resource.kind.rawValue, word(resource.way),
                challenges(resource),
            ])
        }
        let widths = heads.indices.map { column in rows.map { TextWidth.columns(of: $0[column]) }.max() ?? 0 }
        func line(_ cells: [String], _ rest: String) -> String {
            let start = cells.enumerated().map { TextWidth.pad($1, columns: widths[$0]) }.joined(separator: "  ")
            return "  " + start + "  " + rest
        }
        lines.append(line(heads, "address"))
        for (resource, cells) in zip(page.resources, rows.dropFirst()) {
            lines.append(line(cells, ([resource.url] + marks(resource)).joined(separator: "  ")))
            if let detail = detail(resource) { lines.append("      " + detail) }
        }
        for finding in page.findings {
            lines.append("  \(finding.code): \(finding.sentence)")
            if let remedy = finding.remedy { lines.append("    \(remedy)") }
        }
        return lines
    }

    private static func word(_ way: PageResource.Way) -> String {
        way == .notFetched ? "not asked" : way == .none ? "nothing" : way.rawValue
    }

    private static func challenges(_ resource: PageResource) -> String {
        resource.challenges.isEmpty ? "-" : resource.challenges.joined(separator: ", ")
    }

    private static func marks(_ resource: PageResource) -> [String] {
        var marks: [String] = []
        if let status = resource.status { marks.append("\(status)") }
        if let code = resource.code { marks.append("[\(code)]") }
        if resource.isMixed { marks.append("mixed content") }
        if resource.isCrossOrigin, resource.namedBy != nil { marks.append("other origin") }
        return marks
    }

    /// Why no challenge came, or what went wrong.
    private static func detail(_ resource: PageResource) -> String? {
        resource.challenges.isEmpty || resource.code != nil ? resource.why : nil
    }
}
