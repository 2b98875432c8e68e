import Terminal

/// Client code that does what a client does: key `c`.
enum CodeView: PaneView {
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent {
        guard let code = state.code else {
            var content = PaneContent(title: "client code")
            content.body = [Line("c  in 4 policy or in the list of clients writes it", .dim)]
            return content
        }
        var content = PaneContent(title: "client code: \(code.profile.name)  \(code.target.title)")
        guard let text = code.text else {
            content.body = [Line("being written ...", .dim)]
            return content
        }
        content.body = text.split(separator: "\n", omittingEmptySubsequences: false).map { part in
            let line = Line(String(part), target: .remark)
            return state.wraps ? line.wrapped(columns: size.columns) : [line]
        }
        .flatMap { $0 }
        content.cursorColumn = 1
        return content
    }
}
