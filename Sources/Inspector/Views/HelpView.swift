import Terminal

/// The keys of the place under it, all from the table of commands.
enum HelpView: PaneView {
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent {
        let place = place(under: state)
        var content = PaneContent(title: "help: \(place.title)", right: "/ search  esc close")
        content.header = [Line("lower case = this row    UPPER CASE = all, or a mode    digits = views", .dim)]
        let blocks = sections(of: place, state)
        // Three columns where three fit, else one.
        let starts = size.columns >= 76 ? [3, 29, 57] : [3]
        let ends = starts.dropFirst() + [size.columns]
        for first in stride(from: 0, to: blocks.count, by: starts.count) {
            let row = Array(blocks[first..<min(first + starts.count, blocks.count)])
            for index in 0..<(row.map(\.count).max() ?? 0) {
                let entries = row.map { $0.indices.contains(index) ? $0[index] : nil }
                var line = Line(target: .commands(entries.map { $0?.command }))
                for ((start, end), (entry, block)) in zip(zip(starts, ends), zip(entries, row)) {
                    if let entry { add(entry, to: &line, from: start, to: end, keyWidth: block.keyWidth) }
                }
                content.body.append(line)
            }
            content.body.append(Line(target: .remark))
        }
        content.body += vocabulary.map { Line($0, target: .remark) }
        point(in: &content.body, state, starts)
        return content
    }

    private static func add(_ entry: Entry, to line: inout Line, from start: Int, to end: Int, keyWidth: Int) {
        let width = end - start - 1
        if entry.key.isEmpty {
            line.put(entry.text, at: start, width: width, role: .header)
            return
        }
        let used = max(entry.key.count + 1, keyWidth)
        line.put(entry.key, at: start, width: width, role: entry.isOff ? .dim : .key)
        line.put(entry.text, at: start + used, width: max(0, width - used), role: entry.isOff ? .dim : .text)
    }

    /// The command under the cursor: that of the chosen column, or of the only column that has one.
    static func selected(in state: State, line: Line?) -> Command? {
        guard let names = line?.commands, let name = names[column(names, state)] else { return nil }
        return Command.all(in: place(under: state)).first { $0.name == name }
    }

    /// The chosen column where it has a command in this line, else the nearest that has one.
    private static func column(_ names: [Command.Name?], _ state: State) -> Int {
        let having = names.indices.filter { names[$0] != nil }
        return having.min { abs($0 - state.helpColumn) < abs($1 - state.helpColumn) } ?? 0
    }

    /// A sign stands before the command that enter would run.
    private static func point(in lines: inout [Line], _ state: State, _ starts: [Int]) {
        guard starts.count > 1 else { return }
        let cursor = state.scrolls[.help]?.cursor ?? 0
        guard lines.indices.contains(cursor), case .commands(let names) = lines[cursor].target, !names.isEmpty else {
            return
        }
        let column = column(names, state)
        guard starts.indices.contains(column), column > 0, names[column] != nil else { return }
        lines[cursor].put(String(state.glyphs.selection), at: starts[column] - 2, width: 1, role: .key)
        lines[cursor].pieces.sort { $0.column < $1.column }
    }

    /// The place whose keys are listed.
    static func place(under state: State) -> Place { state.strip != nil ? .strip : Place(state.helpFor ?? state.pane) }

    fileprivate struct Entry {
        var key: String
        var text: String
        var isOff = false
        var command: Command.Name?
    }

    private static func sections(of place: Place, _ state: State) -> [[Entry]] {
        let commands = Command.all(in: place).filter { !$0.keys.isEmpty }
        var under = state
        under.overlay = under.helpFor
        return Command.Section.allCases.compactMap { section in
            let rows = commands.filter { $0.section == section }
            guard !rows.isEmpty else { return nil }
            var entries = [Entry(key: "", text: section.rawValue)]
            for (index, command) in rows.enumerated() where !command.help.isEmpty {
                let twin = index + 1 < rows.count && rows[index + 1].help.isEmpty ? rows[index + 1] : nil
                let reason = command.whyNot(under)
                let text = reason ?? command.help
                entries.append(
                    Entry(key: label(command, twin), text: text, isOff: reason != nil, command: command.name)
                )
            }
            return entries
        }
    }

    /// `up down  k j` for a pair, `enter l` for one command.
    private static func label(_ command: Command, _ twin: Command?) -> String {
        guard let twin else { return command.keys.map(\.name).joined(separator: " ") }
        return zip(command.keys, twin.keys).map { "\($0.name) \($1.name)" }.joined(separator: "  ")
    }

    private static let vocabulary = [
        "FILTER   host:bank  answer:cancel  check:pin  is:held  is:letby  -is:ok",
        "ANSWER   use = use credential     default = let the system decide",
        "         cancel = end the request  reject = reject protection space",
        "         none = go on without one  -  = no challenge (the row says why)",
        "CHECKS   ok   FAIL = refuses   let by = failed, nobody asked   off = not made",
        "MARKS    !  loosens or lets by    ~  rests on an assumption    *  marked, changed",
        "WORDS    : and  \(Command.table.map(\.word).filter { !$0.isEmpty }.sorted().joined(separator: "  "))",
    ]
}

extension [HelpView.Entry] {
    fileprivate var keyWidth: Int { Swift.min(13, (map(\.key.count).max() ?? 0) + 2) }
}
