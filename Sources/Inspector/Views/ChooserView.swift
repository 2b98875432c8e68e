import Diagnosis
import Terminal
import Trust
import Workbench

/// The chooser of clients: the presets and flows that exist, and what one does step by step.
enum ChooserView: PaneView {
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent {
        var content = PaneContent(title: "choose a client", right: "/ search   enter use   b published/repaired")
        let columns = Columns(size.columns, state.clients)
        content.header = [columns.header]
        content.body = state.clients.map { line($0, columns, state) }
        content.cursorColumn = 1
        if let choice = selected(in: state) { content.foot = steps(of: choice, state) }
        return content
    }

    /// The clients whose lines are on screen, the one under the cursor first: what they let through is computed then.
    static func onScreen(_ state: State) -> [ClientChoice] {
        guard !state.clients.isEmpty, let area = Layout(state.size, state.layoutWish).area(of: .chooser) else {
            return []
        }
        let scroll = state.scrolls[.chooser] ?? Scroll()
        let first = min(max(0, scroll.cursor - area.rows), state.clients.count - 1)
        let around = state.clients[first..<min(state.clients.count, scroll.cursor + area.rows)]
        return (selected(in: state).map { [$0] } ?? []) + around
    }

    /// A client's name is never cut; below 120 columns its policy line gives way to what it lets through.
    private struct Columns {
        let name: Int
        let title = 18
        let through: Int?
        let worst: Int
        let policy: Int?

        init(_ width: Int, _ clients: [ClientChoice]) {
            name = max(14, clients.map(\.identifier.count).max() ?? 0)
            if width < Layout.narrow {
                through = nil
                worst = max(title + 2, width - 3)
                policy = nil
            } else {
                let isWide = width >= Layout.wide
                through = isWide ? 62 : 45
                worst = isWide ? 72 : 55
                policy = isWide ? 114 : nil
            }
        }

        var header: Line {
            var line = Line()
            line.role = .header
            line.put("FLOW", at: 3, role: .header)
            line.put("CLIENT", at: title, role: .header)
            if let through {
                line.put("THROUGH", at: through, role: .header)
                line.put("WORST FINDING", at: worst, role: .header)
            }
            if let policy { line.put("POLICY LINE", at: policy, role: .header) }
            return line
        }
    }

    private static func line(_ choice: ClientChoice, _ columns: Columns, _ state: State) -> Line {
        var row = Line(target: .client(choice.identifier))
        if choice.identifier == state.profile.name { row.mark = "*" }
        row.put(choice.identifier, at: 3, width: columns.name, role: .key)
        row.put(choice.title, at: columns.title, width: (columns.through ?? columns.worst) - columns.title - 1)
        if let through = columns.through {
            let sheet = state.matrix.sheets[choice.identifier].flatMap { $0.profile == choice.profile ? $0 : nil }
            let passes = sheet.map { $0.letThrough == 0 ? "0" : "\($0.letThrough) of \($0.attacks.count)" } ?? ".."
            let role: Role = sheet.map { $0.letThrough == 0 ? .accept : .warn } ?? .running
            row.put(passes, at: through, width: columns.worst - through - 1, role: role)
            if let sheet {
                let worst = sheet.findings.first
                let text = worst.map { "\($0.severity.rawValue): \($0.text)" } ?? "-"
                let room = columns.policy.map { $0 - columns.worst - 1 }
                row.put(
                    text,
                    at: columns.worst,
                    width: room,
                    role: worst.map { FindingsView.role(of: $0.severity) } ?? .dim
                )
            }
        }
        if let policy = columns.policy {
            let words = PolicyLine(choice.profile, systemAnchors: state.overview.systemAnchors)
            row.put(words.text(columns: max(0, state.size.columns - policy)), at: policy)
        }
        return row
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
        lines.append(wouldChange(choice, state))
        return lines
    }

    /// What is recorded, judged again by the client under the cursor.
    private static func wouldChange(_ choice: ClientChoice, _ state: State) -> Line {
        let whatIf = state.whatIf
        guard whatIf.profile == choice.profile, whatIf.total > 0 else { return Line("") }
        let still = whatIf.remaining > 0 ? ", \(whatIf.remaining) still to judge" : ""
        var line = Line("what is recorded would change: \(whatIf.count)\(still)")
        line.put("enter applies it", at: max(58, TextWidth.columns(of: line.text) + 6), role: .dim)
        return line
    }
}
