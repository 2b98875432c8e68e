extension DiagnosisTable {
    /// Options, our own files, the terminal.
    static let ownInput: [Entry] = [
        Entry(
            code: DiagnosisCode(rawValue: "url.malformed"),
            area: "Input, files of ours, the terminal",
            when: "an address that is none",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "option.unknown"),
            area: "Input, files of ours, the terminal",
            when: "no such option, sub-command, policy, flow, scenario, theme",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "option.value"),
            area: "Input, files of ours, the terminal",
            when: "a value that the option does not take",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "option.conflict"),
            area: "Input, files of ours, the terminal",
            when: "two options that exclude each other",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "config.syntax"),
            area: "Input, files of ours, the terminal",
            when: "a configuration, policy or recipe file that does not parse",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "config.key"),
            area: "Input, files of ours, the terminal",
            when: "unknown, repeated or mistyped key",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "theme.line"),
            area: "Input, files of ours, the terminal",
            when: "a bad line of a theme",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "terminal.unusable"),
            area: "Input, files of ours, the terminal",
            when: "no terminal, or one that cannot place the cursor",
            remedy: "`--plain`, `fire`"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "log.not-a-log"),
            area: "Input, files of ours, the terminal",
            when: "the file is none of ours",
            remedy: "right file"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "log.newer"),
            area: "Input, files of ours, the terminal",
            when: "schema newer than this program",
            remedy: "newer program"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "log.damaged"),
            area: "Input, files of ours, the terminal",
            when: "pages or rows that cannot be read",
            remedy: "`log export --recover` (named once it exists)"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "log.not-saved"),
            area: "Input, files of ours, the terminal",
            when: "disk full, read-only, held by another process",
            remedy: "`w` elsewhere"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "lab.port"),
            area: "Input, files of ours, the terminal",
            when: "the port is taken",
            remedy: "`--port`"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "hold.unsupported"),
            area: "Input, files of ours, the terminal",
            when: "this libcurl cannot suspend a handshake",
            remedy: "\"connect again\""
        ),
    ]
}
