import Diagnosis

/// The texts of `--help`, made from the tables of sub-commands and options.
enum HelpText {
    private static let width = 80
    private static let indent = 4

    /// What `countersign --help` prints.
    static var program: String {
        var lines = [
            "Usage: countersign [inspect] [OPTION]... [URL]...",
            "       countersign SUB-COMMAND [OPTION]... [OPERAND]...",
            "",
        ]
        lines += wrap("Fires TLS requests and shows each authentication challenge, what the client decides, and why.")
        lines += ["", "Sub-commands:"]
        for name in SubCommand.allCases {
            lines += entry(name.rawValue + (name == .inspect ? " (default)" : ""), name.command.summary)
        }
        lines += ["", "General:"]
        for option in [Option.help, .version] { lines += entry(option.usage, option.help) }
        lines += [""] + wrap("\"countersign SUB-COMMAND --help\" shows its options.") + [""] + exitStatus
        return lines.joined(separator: "\n")
    }

    /// What `countersign NAME --help` prints.
    static func command(_ name: SubCommand) -> String {
        let command = name.command
        var lines: [String] = []
        for (index, synopsis) in command.synopsis.enumerated() {
            lines.append((index == 0 ? "Usage: " : "       ") + "countersign " + synopsis)
        }
        lines.append("")
        lines += wrap(command.summary)
        for paragraph in command.details { lines += [""] + wrap(paragraph) }
        let mine = Option.all.filter { $0.commands.contains(name) }
        for group in Option.Group.allCases {
            let options = mine.filter { $0.group == group }
            guard !options.isEmpty else { continue }
            lines += ["", group.rawValue + ":"]
            for option in options { lines += entry(option.usage, option.help) }
        }
        return (lines + [""] + exitStatus).joined(separator: "\n")
    }

    private static let exitStatus = wrap(
        "Exit status: 0 accepted, succeeded; 1 refused by policy, or a finding at --fail-on; 2 wrong input or options; "
            + "3 not decided or not finished; 4 refused by the server; 130 interrupted. Of several the worst, in the order 2, 1, 4, 3, 0."
    )

    private static func entry(_ name: String, _ text: String) -> [String] {
        ["  " + name] + wrap(text, indent: indent + 2)
    }

    private static func wrap(_ text: String, indent: Int = 0) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + line.count + 1 + word.count > width {
                lines.append(margin + line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return line.isEmpty ? lines : lines + [margin + line]
    }
}
