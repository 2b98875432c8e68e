import Foundation
import Testing

@testable import Diagnosis

@Suite struct OwnFilesSentencesTests {
    static let place = JSON5Position(file: "p.json5", line: 3, column: 9)
    static let noon = Date(timeIntervalSince1970: 1_796_040_000)

    /// Each problem, its code, and the values that its sentence or remedy has to name.
    static let table: [(Problem, DiagnosisCode, [String])] = [
        (
            .configSyntax(at: place, expected: "a value", found: "\"}\""), .configSyntax,
            ["p.json5", "line 3", "column 9", "a value"]
        ),
        (
            .configUnknownKey(at: place, key: "nmae", nearest: "name", known: ["name"]), .configKey,
            ["p.json5", "line 3", "nmae", "Did you mean name?"]
        ),
        (.configRepeatedKey(at: place, key: "name", firstLine: 1), .configKey, ["line 3", "line 1", "name"]),
        (.configMissingKey(at: place, key: "name", in: "a[1]"), .configKey, ["name", "a[1]"]),
        (.configValue(at: place, key: "name", found: "null", wanted: "a string"), .configKey, ["null", "a string"]),
        (
            .themeLine(file: "x.theme", line: 4, word: "gren", reason: "is no colour"), .themeLine,
            ["x.theme", "line 4", "\"gren\" is no colour", "The other lines apply"]
        ),
        (
            .terminalUnusable(name: "dumb", lacks: "it cannot place the cursor"), .terminalUnusable,
            ["TERM is \"dumb\"", "cannot place the cursor", "countersign fire"]
        ),
        (.terminalUnusable(name: nil, lacks: "standard output is no terminal"), .terminalUnusable, ["TERM is not set"]),
        (.logNotALog(path: "/x", what: "it is a PDF file"), .logNotALog, ["\"/x\"", "a PDF file"]),
        (.logNewer(path: "/x", version: 3, known: 1), .logNewer, ["version 3", "up to 1"]),
        (
            .logDamaged(path: "/x", readable: 7, from: noon, to: noon, reason: "page 3"), .logDamaged,
            ["7 events", "2026-11-30 12:00:00 UTC", "page 3"]
        ),
        (
            .logNotSaved(path: "/x", reason: "no space left on device", since: noon, events: 2), .logNotSaved,
            ["/x", "no space left", "2026-11-30 12:00:00 UTC", "2 events are in memory only", " w"]
        ),
        (.labPort(wanted: 9443, used: 9500), .labPort, ["9443", "9500", "--port"]),
        (.labPort(wanted: 9443, used: nil), .labPort, ["no other was free"]),
        (.holdUnsupported(version: "7.80.0"), .holdUnsupported, ["7.80.0", "Policies answer", "connecting again"]),
    ]

    @Test(arguments: table.indices) func sentence(row: Int) {
        let (problem, code, values) = Self.table[row]
        #expect(problem.code == code)
        for value in values { #expect(problem.description.contains(value), "\(problem)") }
    }

    @Test func longAndHostileTextIsCutAndEscaped() {
        let text = "\u{1B}[31m" + String(repeating: "x", count: 10_000)
        let problem = Problem.themeLine(file: "x.theme", line: 1, word: text, reason: "is no colour")
        #expect(problem.sentence.count < 250)
        #expect(!problem.sentence.contains("\u{1B}"))
    }
}
