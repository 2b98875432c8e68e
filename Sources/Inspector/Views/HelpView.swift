import Terminal

/// The keys of the place under it, all from the table of commands.
enum HelpView: PaneView {
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent {
        let place = place(under: state)
        var content = PaneContent(title: "help: \(place.title)", right: "/ search  esc close")
        content.header = [Line("lower case = this row    UPPER CASE = all, or a mode    digits = views", .dim)]
        let blocks = sections(of: place, state)
        // Three columns where three fit, else one.
        let count = size.columns >= 76 ? 3 : 1
        let width = (size.columns - 3) / count
        let keyWidth = min(17, max(8, width / 2 + 1))
        for start in stride(from: 0, to: blocks.count, by: count) {
            let row = Array(blocks[start..<min(start + count, blocks.count)])
            for index in 0..<(row.map(\.count).max() ?? 0) {
                var line = Line(target: .remark)
                for (column, block) in row.enumerated() where block.indices.contains(index) {
                    let entry = block[index]
                    let at = 3 + column * width
                    if entry.key.isEmpty {
                        line.put(entry.text, at: at, width: width - 1, role: .header)
                    } else {
                        let used = count == 1 ? keyWidth : max(entry.key.count + 2, block.keyWidth)
                        line.put(entry.key, at: at, width: width - 1, role: entry.isOff ? .dim : .key)
                        line.put(
                            entry.text,
                            at: at + used,
                            width: max(0, width - used - 1),
                            role: entry.isOff ? .dim : .text
                        )
                    }
                }
                content.body.append(line)
            }
            content.body.append(Line(target: .remark))
        }
        content.body += vocabulary.map { Line($0, target: .remark) }
        return content
    }

    /// The place whose keys are listed.
    static func place(under state: State) -> Place { state.strip != nil ? .strip : Place(state.helpFor ?? state.pane) }

    fileprivate struct Entry {
        var key: String
        var text: String
        var isOff = false
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
                entries.append(Entry(key: label(command, twin), text: text, isOff: reason != nil))
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
