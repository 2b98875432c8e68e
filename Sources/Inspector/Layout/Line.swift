import Events
import Diagnosis
import Terminal
import Workbench

/// One line of a pane: pieces of text at columns, and what the cursor means on it.
struct Line: Hashable, Sendable {
    struct Piece: Hashable, Sendable {
        var column: Int
        /// Columns it may take; nil for all that is left.
        var width: Int?
        var text: String
        var style: Style
        var isRight: Bool
    }

    /// What is acted on when the cursor is on the line.
    enum Target: Hashable, Sendable {
        case request(RequestKey)
        case challenge(Int)
        case certificate(Int)
        /// A handshake message, by its place from 1 on.
        case message(Int)
        case offer(Int)
        case policySwitch(String)
        case scenario(String)
        case client(String)
        case theme(String)
        case matrixRow(AttackMatrix.Row)
        case finding(Int)
        /// A connection or TLS session that is kept, by its connection's number.
        case kept(Int)
        case event(RequestKey?)
        /// A line of help: the command in each of its columns, nil where a column has none.
        case commands([Command.Name?])
        case remark
    }

    var pieces: [Piece] = []
    /// A rule through the whole width; nil for an ordinary line.
    var rule: Rule?
    /// nil for a line that the cursor skips.
    var target: Target?
    /// A sign in the second column.
    var mark: Character?
    /// The style of the whole line beside its pieces'.
    var role: Role = .text

    struct Rule: Hashable, Sendable {
        var title: String
        var right: String
        var role: Role = .rule
    }

    init(target: Target? = nil) { self.target = target }

    /// A line that is one piece of text from the fourth column on.
    init(_ text: String, _ role: Role = .text, target: Target? = nil) {
        self.target = target
        put(text, at: Self.indent, role: role)
    }

    static func rule(_ title: String, _ right: String = "", role: Role = .rule) -> Line {
        var line = Line()
        line.rule = Rule(title: title, right: right, role: role)
        return line
    }

    /// Where text begins behind cursor and mark.
    static let indent = 3

    mutating func put(_ text: String, at column: Int, width: Int? = nil, role: Role = .text, right: Bool = false) {
        guard width != 0, !text.isEmpty else { return }
        pieces.append(Piece(column: column, width: width, text: text, style: Style(role), isRight: right))
    }

    /// The commands that a line of help has in its columns.
    var commands: [Command.Name?] { if case .commands(let commands) = target { commands } else { [] } }

    /// The text without columns, for searching and copying.
    var text: String {
        rule.map { "\($0.title) \($0.right)" } ?? pieces.map(\.text).joined(separator: " ")
    }
}

extension Line {
    /// The line, its last piece broken at blanks where it does not fit; at most five lines come of it.
    func wrapped(columns: Int) -> [Line] {
        guard rule == nil, let last = pieces.last, last.width == nil, last.column + 12 < columns else { return [self] }
        let room = columns - last.column
        // Five lines hold no more than that.
        let text = Sanitizer.lineStart(last.text)
        guard TextWidth.columns(of: text) > room else { return [self] }
        var parts: [String] = [""]
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let part = parts[parts.count - 1]
            let longer = part.isEmpty ? String(word) : part + " " + word
            if part.isEmpty || parts.count == 5 || TextWidth.columns(of: longer) <= room {
                parts[parts.count - 1] = longer
            } else {
                parts.append(String(word))
            }
        }
        return parts.enumerated().map { index, part in
            var line = index == 0 ? self : Line(target: target == nil ? nil : .remark)
            if index == 0 {
                line.pieces[line.pieces.count - 1].text = part
            } else {
                line.put(part, at: last.column, role: last.style.role)
            }
            return line
        }
    }
}

/// What a pane shows: a rule, lines that stay, lines that scroll, and a block at its foot.
struct PaneContent: Sendable {
    /// The title of the rule on top; nil for none.
    var title: String?
    /// What stands at the rule's right end.
    var right = ""
    var titleRole: Role = .rule
    var header: [Line] = []
    var body: [Line] = []
    /// The column of the sign before the selected line; marks stand in the other of the first two.
    var cursorColumn = 0
    /// A rule and lines at the foot that leave first when the pane is low.
    var foot: [Line] = []

    init(title: String? = nil, right: String = "") {
        self.title = title
        self.right = right
    }

    /// Says how many lines are left below the last one on screen: in the rule at the foot where it has room, else in the
    /// title. Lists of requests and events are windows and say it by their numbers.
    mutating func sayWhatIsBelow(in area: Rectangle, _ state: State, _ pane: Pane) {
        guard ![.requests, .log].contains(pane), area.columns >= Layout.narrow else { return }
        let parts = split(rows: area.rows)
        let below = body.count - state.scroll(of: pane, self, height: parts.body).top - parts.body
        guard below > 0 else { return }
        let words = "\(below) more: pgdn"
        if parts.foot > 0, foot[0].rule?.right.isEmpty == true {
            foot[0].rule?.right = words
        } else if let title {
            let longer = right.isEmpty ? words : "\(right)   \(words)"
            // It never costs the title a letter.
            if TextWidth.columns(of: title) + longer.count + 12 <= area.columns { right = longer }
        }
    }

    /// All rows that it would fill.
    var rows: Int { (title == nil ? 0 : 1) + header.count + body.count + foot.count }

    /// Rows above the body, and for the body, in a pane of so many rows.
    func split(rows: Int) -> (header: Int, body: Int, foot: Int) {
        let top = title == nil ? 0 : 1
        let header = rows - top > self.header.count + 1 ? self.header.count : 0
        let left = max(0, rows - top - header)
        let foot = left >= foot.count + min(body.count, 4) ? self.foot.count : 0
        return (top + header, max(0, left - foot), foot)
    }
}

/// Makes a pane's content out of the state.
protocol PaneView {
    /// What the pane shows in a rectangle of that size.
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent
}
