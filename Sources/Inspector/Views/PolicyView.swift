import Diagnosis
import Terminal
import Trust

/// View 4: every switch of the client, and what it would change of what is recorded.
enum PolicyView: PaneView {
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent {
        let isFull = size.columns == state.size.columns
        let differing = state.preset.map { Switchboard.differing(state.profile, from: $0.profile) } ?? []
        var content = PaneContent(title: isFull ? "4 policy  \(title(state, size))" : "policy switches")
        content.right =
            differing.isEmpty
            ? (state.preset == nil ? "" : "as \(state.profile.name)")
            : "\(differing.count) \(differing.count == 1 ? "differs" : "differ") from \(isFull ? "it" : state.profile.name)"
        let columns = Columns(size.columns)
        content.header = [columns.line("SWITCH", "VALUE", "EFFECT", .header)]
        content.body = lines(state, columns, differing, room: size.columns - columns.effect)
        content.cursorColumn = 1
        content.foot = whatIf(state, rows: size.rows)
        return content
    }

    /// The switch under the cursor; nil on the client itself.
    static func selected(in state: State) -> PolicySwitch? {
        let switches = Switchboard.switches(state.profile, files: state.identityFiles)
        let body = lines(state, Columns(80), [], room: 36)
        let cursor = min(max(0, state.scrolls[.policy]?.cursor ?? 0), body.count - 1)
        let line = body.dropFirst(cursor).first { $0.target != nil }
        guard case .policySwitch(let identifier) = line?.target else { return nil }
        return switches.first { $0.identifier == identifier }
    }

    /// The rows that all switches would fill, with a few lines of what-if.
    static func wantedRows(_ state: State) -> Int {
        // Title, header, the client, the heading of the identity, and what-if with its rule.
        Switchboard.switches(state.profile, files: state.identityFiles).count + 4 + 4
    }

    /// What stands in place of a switch's name on the line of the client.
    static let client = "client"

    private static func lines(_ state: State, _ columns: Columns, _ differing: [String], room: Int) -> [Line] {
        let policy = state.profile.policy.base
        var client = Line(target: .policySwitch(Self.client))
        client.put("client", at: 3)
        client.put(policy.title, at: columns.value, width: 28)
        client.put("p: choose", at: columns.value + 30)
        var lines = [client]
        let own = Set(policy.switches.map(\.identifier))
        for found in Switchboard.switches(state.profile, files: state.identityFiles) {
            if found.identifier == "identity" { lines.append(Line("client certificate")) }
            let isNested = own.contains(found.identifier) || Self.identity.contains(found.identifier)
            let label = (found.loosens ? "! " : isNested ? "  " : "") + found.identifier
            let isChanged = differing.contains(found.identifier)
            var line = columns.line(label, found.value, effect(found, room: room), .text)
            line.pieces[0].style = Style(found.loosens ? .warn : .text)
            if line.pieces.count > 1 { line.pieces[1].style = Style(isChanged ? .changed : .text) }
            if isChanged { line.put("*", at: columns.mark, width: 1, role: .changed) }
            line.pieces.sort { $0.column < $1.column }
            line.target = .policySwitch(found.identifier)
            lines.append(line)
        }
        return lines
    }

    /// The switches that answer client-certificate challenges.
    private static let identity: Set<String> = ["identity", "when it fits", "when none fits", "sends"]

    private struct Columns {
        let value: Int
        let mark: Int
        let effect: Int

        init(_ width: Int) {
            value = width < Layout.narrow ? 22 : 30
            mark = value + 12
            effect = value + 14
        }

        func line(_ name: String, _ value: String, _ effect: String, _ role: Role) -> Line {
            var line = Line()
            line.role = role
            line.put(name, at: 3, width: self.value - 4, role: role)
            line.put(value, at: self.value, width: mark - self.value - 1, role: role)
            line.put(effect, at: self.effect, role: role)
            return line
        }
    }

    private static func title(_ state: State, _ size: TerminalSize) -> String {
        guard let preset = state.preset, size.columns >= Layout.narrow else { return state.profile.name }
        return "\(preset.identifier) \(preset.title)"
    }

    /// What the value does where it loosens, else the values there are, as far as they fit.
    private static func effect(_ found: PolicySwitch, room: Int) -> String {
        // Pins have no values to step through.
        if found.identifier == "pins" { return found.effect + ", enter: edit" }
        if found.loosens || found.values.count < 2 { return found.effect }
        let values = found.values.joined(separator: " | ")
        let isSwitch = Set(found.values.map { $0.lowercased() }) == ["on", "off"]
        return isSwitch || values.count > room ? found.effect : values
    }

    private static func whatIf(_ state: State, rows: Int) -> [Line] {
        let whatIf = state.whatIf
        let time = state.judgedAt.map { " as of \(UTC.text($0))" } ?? ""
        var lines: [Line] = [.rule("if applied to what is recorded\(time)", "no traffic sent")]
        let changed = whatIf.changed
        // The pager is given room for all of them.
        for change in changed.prefix(rows > 1000 ? rows : max(1, min(6, rows / 5))) {
            var line = Line()
            let number = String(change.key.number)
            line.put(number, at: 2, width: max(4, number.count), right: true)
            line.put(change.host, at: max(8, number.count + 3), width: 22)
            line.put("\(change.from)  ->  \(change.to)", at: 31, width: 22, role: .changed)
            line.put(change.why, at: 54)
            lines.append(line)
        }
        let findings = state.matrix.sheets[Matrix.now].map { "findings: \(FindingsView.counts($0))" } ?? ""
        let judged = whatIf.lines.count
        let still = whatIf.remaining > 0 ? ", \(whatIf.remaining) still to judge" : ""
        let nothing = judged == 0 && whatIf.remaining == 0
        var last = Line(nothing ? "nothing is recorded yet" : "\(whatIf.count) would change\(still)")
        let start = max(34, TextWidth.columns(of: last.text) + 5)
        if !findings.isEmpty, start <= 40 {
            last.put(findings, at: start, width: 66 - start)
            last.put("!: read them", at: 67, role: .dim)
        }
        lines.append(last)
        return lines
    }
}
