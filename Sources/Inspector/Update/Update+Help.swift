import Terminal

extension Update {
    mutating func openHelp() {
        state.helpFor = state.overlay ?? state.pane
        state.overlay = .help
        state.scrolls[.help] = nil
        state.helpColumn = 0
    }

    mutating func moveInHelp(by step: Int) {
        let last = max(0, (line(.help)?.commands.count ?? 3) - 1)
        state.helpColumn = min(max(0, state.helpColumn + step), last)
    }

    /// Runs the command under help's cursor, at the place that help is about.
    mutating func runFromHelp() {
        guard let command = HelpView.selected(in: state, line: line(.help)) else {
            state.message = Message("no command is under the cursor")
            return
        }
        let under = state.helpFor
        state.overlay = under.flatMap { $0.isOverlay ? $0 : nil }
        if let under, !under.isOverlay { state.pane = under }
        state.helpFor = nil
        if let reason = command.whyNot(state) {
            state.message = Message(reason, role: .warn)
            return
        }
        run(command.intent, key: command.keys.first)
    }
}
