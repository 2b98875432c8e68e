import Foundation
import TestSupport

/// Runs a command as a person does: in a terminal, with the pass phrase typed wherever it is asked for.
struct TypedCommand {
    let folder: TemporaryFolder
    let home: TemporaryFolder
    var passPhrase = "secret"

    /// The exit status and what was on the terminal.
    func run(_ command: String, environment: [String: String] = [:]) throws -> (status: Int32, output: String) {
        let terminal = try PseudoTerminal(columns: 200, rows: 50)
        defer { terminal.close() }
        var variables: [String: String] = [:]
        for (key, value) in Countersign.environment(home: home) { variables[key] = value }
        let own = ProcessInfo.processInfo.environment
        let programs = (Countersign.path as NSString).deletingLastPathComponent
        variables["PATH"] = programs + ":" + (own["PATH"] ?? "/usr/bin:/bin")
        variables["LD_LIBRARY_PATH"] = own["LD_LIBRARY_PATH"]
        variables["TERM"] = "dumb"
        variables["WHERE"] = folder.path
        variables.merge(environment) { $1 }
        let process = try TerminalProcess(
            "/bin/sh",
            ["-c", "cd \"$WHERE\" && \(command)"],
            on: terminal,
            environment: variables
        )
        var answered = 0
        try Waiting.until("the end of \(command)") {
            if process.ended != nil { return true }
            if Self.questions(terminal.output) > answered {
                answered += 1
                terminal.type(passPhrase + "\n")
            }
            return false
        }
        let output = terminal.output
        guard case .exited(let status) = process.waitForEnd() else { return (-1, output) }
        return (status, output)
    }

    /// How many pass phrases were asked for so far.
    private static func questions(_ output: String) -> Int {
        output.split(whereSeparator: \.isNewline).count { line in
            let line = line.lowercased()
            return line.contains(":") && ["password", "pass phrase", "the same again"].contains { line.contains($0) }
                && !line.contains("error")
        }
    }
}
