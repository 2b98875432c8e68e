extension Problem {
    /// What a terminal lacks for the inspector.
    public enum TerminalLack: Sendable, Hashable, CaseIterable {
        /// Standard input or output is a file or a pipe.
        case terminal
        /// No description of it is installed, or `TERM` is not set.
        case description
        /// It cannot place the cursor.
        case cursorAddressing
        /// The system refused.
        case permission
    }

    /// terminal.unusable: no terminal, or one that cannot place the cursor.
    public static func terminalUnusable(term: String, lacks lack: TerminalLack) -> Problem {
        let named = term.isEmpty ? "TERM is not set" : "TERM is \(term)"
        let sentence =
            switch lack {
            case .terminal:
                "The inspector needs a terminal, and standard input or output is none (\(named))."
            case .description where term.isEmpty:
                "TERM is not set, so that nothing is known about this terminal."
            case .description:
                "TERM is \(term), and no description of a terminal by that name is installed."
            case .cursorAddressing:
                "TERM is \(term), a terminal that cannot place the cursor, and the inspector draws a whole screen."
            case .permission:
                "The terminal could not be set up for the inspector (\(named))."
            }
        let setting = lack == .terminal ? "" : "Set TERM to what the terminal really is, for example xterm-256color. "
        return Problem(
            .terminalUnusable,
            sentence,
            remedy: setting + "\"countersign fire URL\" does the same without a screen and prints line by line."
        )
    }
}
