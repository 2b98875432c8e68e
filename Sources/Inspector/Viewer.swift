import Foundation

/// The program that shows a text: `$PAGER`, else `$VISUAL` or `$EDITOR`, else `less`. Each may bring arguments of its own.
struct Viewer {
    /// The program and its arguments, for a shell.
    let command: String
    /// The variable that names it; nil where none does.
    let variable: String?

    init(environment: [String: String]) {
        func named(_ variable: String) -> String? {
            environment[variable].map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 }
        }
        variable = ["PAGER", "VISUAL", "EDITOR"].first { named($0) != nil }
        command = variable.flatMap(named) ?? "less"
    }

    /// The line for a shell that shows a file.
    func line(for file: String) -> String { "\(command) '\(file.replacing("'", with: "'\\''"))'" }

    /// What is to be said of how the program ended, as `system` has it; nil when all went well.
    func complaint(_ status: Int32) -> Message? {
        let name = variable.map { "\($0) is \"\(command)\", which" } ?? command
        let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
        if status == -1 { return Message("\(command) cannot be started now", role: .warn) }
        if signal != 0 { return Message("\(command) was ended by signal \(signal)", role: .warn) }
        switch code {
        case 0: return nil
        case 127: return Message("\(name) is not there: set PAGER or EDITOR to a program that is", role: .warn)
        case 126: return Message("\(name) cannot be run: set PAGER or EDITOR to a program that can", role: .warn)
        default: return Message("\(command) ended with status \(code)", role: .warn)
        }
    }
}
