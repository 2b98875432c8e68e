import Diagnosis
import Foundation
import Terminal

/// Keys to type, screens to wait for and to save: one line each.
///
/// A line is typed as it stands, `<enter>` and the like for named keys; `wait done` waits until nothing runs, `wait TEXT`
/// until the screen shows it, `save-screen NAME` saves the screen as text; `#` begins a comment line.
struct Script: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case keys([Key])
        case waitDone
        case waitFor(String)
        case saveScreen(String)
    }

    struct Line: Hashable, Sendable {
        /// From 1 on.
        var number: Int
        var text: String
        var step: Step
    }

    var lines: [Line]

    /// A script by its text.
    /// - Throws: `config.key` with the line at fault.
    init(_ text: String, file: String) throws(Problem) {
        lines = []
        for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = String(raw)
            guard !line.trimmed.isEmpty, !line.hasPrefix("#") else { continue }
            lines.append(Line(number: index + 1, text: line, step: try Self.step(line, file: file, number: index + 1)))
        }
    }

    private static func step(_ line: String, file: String, number: Int) throws(Problem) -> Step {
        if line == "wait done" { return .waitDone }
        if line.hasPrefix("wait ") { return .waitFor(String(line.dropFirst(5))) }
        if line.hasPrefix("save-screen ") {
            let name = line.dropFirst(12).trimmingCharacters(in: .whitespaces)
            let isPlain =
                !name.isEmpty && !name.hasPrefix(".")
                && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
            guard isPlain else { throw .scriptLine(file: file, line: number, reason: "\(name) is no plain file name") }
            return .saveScreen(name)
        }
        do throws(KeyNameError) {
            return .keys(try Key.keys(line))
        } catch {
            throw .scriptLine(file: file, line: number, reason: "there is no key <\(error.name)>")
        }
    }
}

extension Problem {
    /// A line of a script that says nothing that can be done.
    static func scriptLine(file: String, line: Int, reason: String) -> Problem {
        Problem(
            .configKey,
            "\(file), line \(line): \(reason).",
            remedy: "A key is typed as itself or as <enter>, <esc>, <up>."
        )
    }

    /// A script that waits in vain.
    static func scriptWaited(file: String, line: Int, wanted: String, seconds: Int) -> Problem {
        Problem(.configKey, "\(file), line \(line): \(wanted) did not come within \(seconds) s.")
    }
}
