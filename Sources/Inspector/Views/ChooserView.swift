import Terminal
import Trust
import Workbench

/// The chooser of clients: the presets and flows that exist, and what one does step by step.
enum ChooserView: PaneView {
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent {
        var content = PaneContent(title: "choose a client", right: "/ search   enter use   b published/repaired")
        // A client's name is never cut; the policy line begins where the longest title ends, or where half of the screen does.
        let name = max(14, state.clients.map(\.identifier.count).max() ?? 0)
        let title = name + 4
        let line = min(max(30, size.columns * 6 / 10), title + 1 + (state.clients.map(\.title.count).max() ?? 10) + 2)
        var header = Line()
        header.role = .header
        header.put("FLOW", at: 3, role: .header)
        header.put("CLIENT", at: title, role: .header)
        header.put("POLICY LINE", at: line, role: .header)
        content.header = [header]
        content.body = state.clients.map { choice in
            var row = Line(target: .client(choice.identifier))
            row.put(choice.identifier, at: 3, width: name, role: .key)
            row.put(choice.title, at: title, width: max(0, line - title - 1))
            let words = PolicyLine(choice.profile, systemAnchors: state.overview.systemAnchors)
            row.put(words.text(columns: max(0, size.columns - line)), at: line)
            if choice.identifier == state.profile.name { row.mark = "*" }
            return row
        }
        content.cursorColumn = 1
        if let choice = selected(in: state) { content.foot = steps(of: choice, state) }
        return content
    }

    static func selected(in state: State) -> ClientChoice? {
        let index = state.scrolls[.chooser]?.cursor ?? 0
        return state.clients.indices.contains(index) ? state.clients[index] : nil
    }

    /// The published form's repaired one, or the other way round.
    static func counterpart(in state: State) -> Int? {
        guard let other = selected(in: state)?.counterpart else { return nil }
        return state.clients.firstIndex { $0.identifier == other }
    }

    private static func steps(of choice: ClientChoice, _ state: State) -> [Line] {
        let form = choice.profile.flow.map {
            $0.repaired ? " repaired" : choice.counterpart == nil ? "" : " as published"
        }
        var lines: [Line] = [.rule("\(choice.identifier)\(form ?? ""), step by step")]
        for step in choice.steps {
            var line = Line()
            line.put("\(step.number)", at: 3, width: 2)
            line.put(step.text, at: 5, width: max(0, state.size.columns - 20))
            if let defect = step.defect {
                let text = "\(defect.uppercased()) !"
                line.put(text, at: max(6, state.size.columns - 4 - text.count), role: .warn)
            }
            lines.append(line)
        }
        if choice.steps.isEmpty { lines.append(Line("the policy decides; no steps of its own", .dim)) }
        lines.append(Line(""))
        return lines
    }
}
