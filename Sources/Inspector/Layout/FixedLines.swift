import Diagnosis
import Terminal
import Workbench

/// The lines that are always there: modes and counts, the policy line, what happened, the keys.
enum FixedLines {
    static func title(_ state: State, in area: Rectangle, _ buffer: inout CellBuffer) {
        guard !area.isEmpty else { return }
        buffer.fill(area, style: Style(.title))
        let overview = state.overview
        let isNarrow = area.columns < Layout.narrow
        var left: [(String, Role)] = [(" countersign  ", .title), (state.clientName, .titleKey)]
        if overview.log.isReadOnly {
            left.append(("  READ ONLY \(overview.log.name)", .titleKey))
        } else if !isNarrow {
            left.append(("  hold ", .title))
            let holds = TextWidth.fit(Sanitizer.line(overview.holding.word), columns: 24)
            left.append((holds, overview.holding == .off ? .title : .titleKey))
            left.append(("  follow ", .title))
            left.append((state.follows ? "ON" : "off", .title))
        }
        if let trouble = overview.log.trouble { left.append(("  NOT SAVED: \(trouble)", .titleKey)) }
        let counts =
            isNarrow
            ? (overview.held.isEmpty ? "\(overview.running) running" : "\(overview.held.count) held")
            : "\(Words.count(overview.requests, "request"))  \(overview.held.count) held  \(overview.running) running"
        var column = 0
        for (text, role) in left {
            column = buffer.put(Sanitizer.line(text), row: 0, column: column, style: Style(role), in: area)
        }
        let start = isNarrow ? column + 3 : area.columns - counts.count - 1
        guard start > column else { return }
        let role: Role = overview.held.isEmpty ? .title : .titleKey
        buffer.put(counts, row: 0, column: start, style: Style(role), in: area)
    }

    static func policy(_ state: State, in area: Rectangle, _ buffer: inout CellBuffer) {
        guard !area.isEmpty else { return }
        if let strip = state.strip {
            StripView.draw(strip, state, in: area, &buffer)
            return
        }
        var column = 1
        let line = PolicyLine(state.profile, systemAnchors: state.overview.systemAnchors)
        let standing = standingAnswers(state)
        let reserved = standing.isEmpty ? 0 : TextWidth.columns(of: standing) + 2
        if !standing.isEmpty {
            let place = max(1, area.columns - TextWidth.columns(of: standing) - 1)
            buffer.put(standing, row: 0, column: place, style: Style(.warn), in: area)
        }
        let area = Rectangle(
            column: area.column,
            row: area.row,
            columns: max(0, area.columns - reserved),
            rows: area.rows
        )
        let words = line.words(columns: area.columns - 1)
        // What fills the line to its last column begins in the first.
        if TextWidth.columns(of: words.map(\.text).joined(separator: "  ")) >= area.columns { column = 0 }
        for word in words {
            let room = area.columns - column
            guard room > 1 else { return }
            let fitted = TextWidth.fit(word.text, columns: room, ellipsis: state.glyphs.ellipsis)
            column =
                buffer.put(fitted, row: 0, column: column, style: Style(word.loosens ? .warn : .text), in: area) + 2
        }
    }

    /// What a person's answers that stand for a host do: they come before the policy.
    private static func standingAnswers(_ state: State) -> String {
        let answers = state.overview.hostAnswers
        guard let first = answers.first else { return "" }
        let words = "\(first.key.host): \(first.disposition.word)"
        let shown = TextWidth.fit(Sanitizer.line(words), columns: max(12, state.size.columns / 3))
        return "you: \(shown)" + (answers.count > 1 ? " +\(answers.count - 1)" : "") + "!"
    }

    static func message(_ state: State, in area: Rectangle, _ buffer: inout CellBuffer) {
        guard !area.isEmpty, state.prompt == nil else { return }
        let message = state.shownMessage
        let text = lines(message.text, columns: area.columns - 1).first ?? ""
        buffer.put(text, row: 0, column: 1, style: Style(message.role), in: area)
    }

    /// What is wrong with a pass phrase or file is said whole, over the lines above the prompt.
    static func fault(_ prompt: Prompt, above area: Rectangle, _ buffer: inout CellBuffer) {
        guard prompt.kind.isSecret, let fault = prompt.fault, area.columns > 2 else { return }
        var rest = fault.reason
        var wrapped: [String] = []
        while !rest.isEmpty, wrapped.count < 4 {
            let parts = lines(rest, columns: area.columns - 2)
            wrapped.append(parts[0])
            let isCut = parts.count > 1
            rest = isCut ? String(rest.dropFirst(parts[0].count)).trimmed : ""
        }
        let top = max(0, area.row - wrapped.count)
        for (offset, line) in wrapped.prefix(area.row).enumerated() {
            let row = Rectangle(column: area.column, row: top + offset, columns: area.columns, rows: 1)
            buffer.fill(row, style: Style(.error))
            buffer.put(line, row: 0, column: 1, style: Style(.error), in: row)
        }
    }

    /// A message that is too long for its line goes on in the one below, in place of the keys.
    private static func lines(_ text: String, columns: Int) -> [String] {
        guard TextWidth.columns(of: text) > columns else { return [text] }
        var first = ""
        var rest = text.split(separator: " ", omittingEmptySubsequences: false)[...]
        while let word = rest.first {
            let longer = first.isEmpty ? String(word) : first + " " + word
            guard TextWidth.columns(of: longer) <= columns else { break }
            first = longer
            rest = rest.dropFirst()
        }
        guard !first.isEmpty else { return [TextWidth.fit(text, columns: max(0, columns))] }
        return [first, TextWidth.fit(rest.joined(separator: " "), columns: max(0, columns))]
    }

    /// Draws the prompt and says where its cursor is.
    static func prompt(_ prompt: Prompt, _ state: State, in area: Rectangle, _ buffer: inout CellBuffer) -> (
        row: Int, column: Int
    )? {
        guard !area.isEmpty else { return nil }
        buffer.fill(area, style: Style(.prompt))
        let label = TextWidth.fit(" " + prompt.kind.label, columns: max(1, area.columns - 4))
        let start = buffer.put(label, row: 0, column: 0, style: Style(.prompt), in: area)
        let shown = prompt.kind.isSecret ? Array(repeating: Character("*"), count: prompt.text.count) : prompt.text
        let room = max(1, area.columns - start - 1)
        // The cursor stays in view: the text moves under it.
        let skipped = max(0, prompt.cursor - room)
        var column = start
        var cursorColumn = start
        for (index, character) in shown.enumerated().dropFirst(skipped) {
            if index == prompt.cursor { cursorColumn = column }
            let isFault = prompt.fault.map { index >= $0.offset } ?? false
            let style = Style(isFault ? .error : .prompt)
            column = buffer.put(Sanitizer.line(String(character)), row: 0, column: column, style: style, in: area)
        }
        if prompt.cursor >= shown.count { cursorColumn = column }
        return (area.row, area.column + min(cursorColumn, area.columns - 1))
    }

    static func footer(_ state: State, in area: Rectangle, _ buffer: inout CellBuffer) {
        guard !area.isEmpty else { return }
        if let prompt = state.prompt {
            let text = promptHelp(prompt)
            let fitted = TextWidth.fit(text.text, columns: max(0, area.columns - 1), ellipsis: state.glyphs.ellipsis)
            buffer.put(fitted, row: 0, column: 1, style: Style(text.role), in: area)
            return
        }
        let message = state.shownMessage
        let overflow = lines(message.text, columns: area.columns - 1).dropFirst()
        if let more = overflow.first {
            buffer.put(more, row: 0, column: 1, style: Style(message.role), in: area)
            return
        }
        if let keys = state.demoKeys {
            let ways = keys.ways
            let room = max(0, area.columns - ways.count - 10)
            let shown = TextWidth.fit(Sanitizer.line(keys.typed), columns: room, ellipsis: state.glyphs.ellipsis)
            let column = buffer.put("typed", row: 0, column: 1, style: Style(.dim), in: area) + 1
            buffer.put(shown, row: 0, column: column, style: Style(.key), in: area)
            buffer.put(ways, row: 0, column: max(column, area.columns - ways.count - 1), style: Style(.dim), in: area)
            return
        }
        var column = 1
        for (key, word) in footerKeys(state, columns: area.columns) {
            column = buffer.put(key, row: 0, column: column, style: Style(.key), in: area) + 1
            column = buffer.put(word, row: 0, column: column, in: area) + 2
        }
    }

    /// The keys of this place, as many as fit; command and help stay to the last.
    static func footerKeys(_ state: State, columns: Int) -> [(key: String, word: String)] {
        let commands = Command.footer(of: state.place).filter { $0.whyNot(state) == nil }
        let isLast: (Command) -> Bool = { [.help, .later, .back].contains($0.intent) || $0.intent == .command }
        let entry: (Command) -> (String, String) = { (label(of: $0), $0.footer) }
        let kept = commands.filter(isLast).map(entry)
        var room = columns - 1 - kept.reduce(0) { $0 + $1.0.count + $1.1.count + 3 }
        var shown: [(String, String)] = []
        for command in commands where !isLast(command) {
            let (key, word) = entry(command)
            room -= key.count + word.count + 3
            if room < -2 { break }
            shown.append((key, word))
        }
        // At the root `q` leaves the program.
        let isRoot = state.isAtRoot
        let last = kept.map { isRoot && $0.1 == "back" ? ("q", "quit") : $0 }
        return shown + last
    }

    private static func label(of command: Command) -> String {
        guard let key = command.keys.first else { return "" }
        switch command.intent {
        case .columnRight, .codeRight: return "<- ->"
        case .valueRight: return key == .right ? "<- ->" : "up down"
        case .switchRight: return "<- ->"
        case .nextChallenge: return "[ ]"
        case .down: return "arrows"
        default: return key.name
        }
    }

    private static func promptHelp(_ prompt: Prompt) -> (text: String, role: Role) {
        if prompt.kind.isSecret { return ("enter opens the file   esc gives up   nothing of it is kept", .dim) }
        if let fault = prompt.fault {
            let label = prompt.kind.label.count + 1
            let caret = String(repeating: " ", count: label + fault.offset - 1) + "^ "
            return (caret.count < 50 ? caret + fault.reason : fault.reason, .error)
        }
        if !prompt.choices.isEmpty { return (Sanitizer.line(prompt.choices.joined(separator: "  ")), .dim) }
        switch prompt.kind {
        case .filter: return ("host: answer: check: result: tls: kind: flow: is:   - negates   /re/   esc leaves", .dim)
        case .value("pins"):
            return ("sha256//.. , a certificate's file, certificate:.. for one that is there; empty for none", .dim)
        case .value("anchors"): return ("files of the bundle or paths; empty for none", .dim)
        case .value("name checked"): return ("the name that is checked; empty for the URL's host", .dim)
        case .exportLab: return ("root, keys and identities, ready for nginx, Apache and others   tab", .dim)
        case .keyLog: return ("NSS key log format, for Wireshark; it drops the sessions; empty ends it   tab", .dim)
        case .save: return ("NAME.md saves the selected request as Markdown, any other name the log   tab", .dim)
        default: return ("enter does it   tab completes   up down history   esc leaves", .dim)
        }
    }
}
