import Terminal

/// The themes there are; the one under the cursor is shown at once.
enum ThemesView: PaneView {
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent {
        var content = PaneContent(title: "themes", right: "arrows preview   enter keeps   esc as before")
        content.body = state.themes.map { name in
            var line = Line(target: .theme(name))
            line.put(name, at: 3)
            if name == (state.themeBefore ?? state.theme) { line.mark = "*" }
            return line
        }
        content.cursorColumn = 1
        content.foot = sample
        return content
    }

    static func selected(in state: State) -> String? {
        let index = state.scrolls[.themes]?.cursor ?? 0
        return state.themes.indices.contains(index) ? state.themes[index] : nil
    }

    /// Every role with the words that it is used for: what a theme must tell apart.
    private static let sample: [Line] = {
        let rows: [[(Role, String)]] = [
            [(.accept, "use"), (.refuse, "cancel"), (.held, "HELD 0:24"), (.running, "tls 2.1 s")],
            [(.warn, "let by: host"), (.error, "failed"), (.changed, "rules openssl *"), (.mark, "* marked")],
            [(.key, "enter"), (.text, "open detail"), (.dim, "nothing is held"), (.match, "found")],
            [
                (.header, "CHECK  RESULT"), (.prompt, "inspect: https://"), (.title, "countersign"),
                (.titleKey, "hold ON"),
            ],
        ]
        let lines = rows.map { row in
            var line = Line()
            for (index, (role, text)) in row.enumerated() { line.put(text, at: 3 + 19 * index, width: 18, role: role) }
            return line
        }
        return [.rule("sample")] + lines + [Line("a saved file is shown at once while this list is open", .dim)]
    }()
}
