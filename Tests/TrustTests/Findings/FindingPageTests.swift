import Foundation
import TestSupport
import Testing

@testable import Trust

/// The page of findings says what the table of findings says.
@Suite struct FindingPageTests {
    @Test func everyRowIsThere() throws {
        let page = try String(contentsOfFile: Countersign.checkout + "/Documentation/FINDINGS.md", encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
        #expect(rows.count == FindingKind.allCases.count)
        for (row, kind) in zip(rows, FindingKind.allCases) {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            try #require(cells.count == 5, "\(row)")
            let finding = Finding(kind, .info, text: "")
            #expect(cells[0] == "`\(kind.rawValue)`")
            #expect(cells[1] == kind.row.title)
            #expect(kind.fixedSeverity.map { cells[2] == $0.rawValue } ?? true, "\(kind.rawValue)")
            #expect(cells[3] == kind.row.closes)
            #expect(cells[4] == (finding.references.isEmpty ? "-" : finding.references))
        }
    }
}
