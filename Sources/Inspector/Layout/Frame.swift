import Diagnosis
import Terminal

/// A screen: the buffer and where the cursor rests.
struct Frame: Sendable {
    var buffer: CellBuffer
    var cursor: (row: Int, column: Int)?
}

extension Frame {
    /// The screen of a state: nothing else goes into it.
    init(_ state: State) {
        buffer = CellBuffer(state.size)
        let layout = Layout(state.size, state.layoutWish)
        FixedLines.title(state, in: layout.title, &buffer)
        FixedLines.policy(state, in: layout.policy, &buffer)
        for (pane, area) in layout.panes { draw(pane, in: area, state, isAlone: layout.panes.count == 1) }
        if let divider = layout.divider {
            buffer.fill(divider, with: state.glyphs.verticalRule, style: Style(.rule))
        }
        FixedLines.message(state, in: layout.message, &buffer)
        FixedLines.footer(state, in: layout.footer, &buffer)
        if let prompt = state.prompt {
            FixedLines.fault(prompt, above: layout.message, &buffer)
            cursor = FixedLines.prompt(prompt, state, in: layout.message, &buffer)
        }
    }

    private mutating func draw(_ pane: Pane, in area: Rectangle, _ state: State, isAlone: Bool) {
        var content = pane.view.content(state, area.size)
        content.sayWhatIsBelow(in: area, state, pane)
        let isFocused = state.focus == pane && state.strip == nil
        let painter = LinePainter(area: area, glyphs: state.glyphs, cursorColumn: content.cursorColumn)
        var row = 0
        if let title = content.title {
            let rule = Line.Rule(title: title, right: content.right, role: content.titleRole)
            painter.rule(rule, row: row, isFocused: isFocused && !isAlone, &buffer)
            row += 1
        }
        let parts = content.split(rows: area.rows)
        for line in content.header.prefix(parts.header - row) {
            painter.paint(line, row: row, selection: nil, match: "", &buffer)
            row += 1
        }
        let scroll = state.scroll(of: pane, content, height: parts.body)
        for offset in 0..<parts.body {
            let index = scroll.top + offset
            guard content.body.indices.contains(index) else { break }
            let isSelected = index == scroll.cursor && content.body[index].target != nil
            let selection: Role? = isSelected ? (isFocused ? .selected : .selectedBlur) : nil
            painter.paint(
                content.body[index],
                row: row + offset,
                selection: selection,
                match: state.search,
                &buffer
            )
            if isSelected, isFocused { cursor = (area.row + row + offset, area.column) }
        }
        for (offset, line) in content.foot.prefix(parts.foot).enumerated() {
            painter.paint(line, row: area.rows - parts.foot + offset, selection: nil, match: "", &buffer)
        }
    }
}

/// Paints lines into a rectangle.
struct LinePainter {
    let area: Rectangle
    let glyphs: Glyphs
    var cursorColumn = 0

    func rule(_ rule: Line.Rule, row: Int, isFocused: Bool, _ buffer: inout CellBuffer) {
        let line = Rectangle(column: area.column, row: area.row + row, columns: area.columns, rows: 1)
        buffer.fill(line, with: glyphs.rule, style: Style(rule.role))
        let style = Style(rule.role, isFocused ? .bold : [])
        let mark = isFocused ? "\(glyphs.rule)\(glyphs.selection)" : "\(glyphs.rule)\(glyphs.rule)"
        let rightWidth = TextWidth.columns(of: rule.right)
        let hasRight = rightWidth > 0 && rightWidth + 12 <= area.columns
        let room = area.columns - 4 - (hasRight ? rightWidth + 5 : 2)
        buffer.put(mark, row: row, column: 0, style: style, in: area)
        if !rule.title.isEmpty {
            let title = TextWidth.fit(Sanitizer.lineStart(rule.title), columns: max(0, room), ellipsis: glyphs.ellipsis)
            buffer.put(" \(title) ", row: row, column: 2, style: style, in: area)
        }
        if hasRight {
            buffer.put(" \(rule.right) ", row: row, column: area.columns - rightWidth - 4, style: style, in: area)
        }
    }

    func paint(_ line: Line, row: Int, selection: Role?, match: String, _ buffer: inout CellBuffer) {
        guard row < area.rows else { return }
        if let rule = line.rule {
            self.rule(rule, row: row, isFocused: false, &buffer)
            if selection != nil { buffer.put(String(glyphs.selection), row: row, column: cursorColumn, in: area) }
            return
        }
        let whole = Rectangle(column: area.column, row: area.row + row, columns: area.columns, rows: 1)
        if line.role != .text || selection != nil {
            buffer.fill(whole, style: Style(line.role).on(selection))
        }
        if selection != nil {
            buffer.put(
                String(glyphs.selection),
                row: row,
                column: cursorColumn,
                style: Style(.text, on: selection),
                in: area
            )
        }
        if let mark = line.mark {
            buffer.put(String(mark), row: row, column: 1 - cursorColumn, style: Style(.mark, on: selection), in: area)
        }
        for (index, piece) in line.pieces.enumerated() {
            let end = index + 1 < line.pieces.count ? line.pieces[index + 1].column : area.columns
            let room = min(piece.width ?? .max, max(0, end - piece.column), max(0, area.columns - piece.column))
            var style = piece.style.on(selection)
            if style.role == .text { style.role = line.role }
            let text = TextWidth.fit(Sanitizer.lineStart(piece.text), columns: room, ellipsis: glyphs.ellipsis)
            let shift = piece.isRight ? max(0, room - TextWidth.columns(of: text)) : 0
            buffer.put(text, row: row, column: piece.column + shift, style: style, in: area)
        }
        if !match.isEmpty { highlight(match, in: whole, &buffer) }
    }

    private func highlight(_ match: String, in line: Rectangle, _ buffer: inout CellBuffer) {
        let columns = Array(line.columnRange)
        let text = columns.map { Character(buffer[line.row, $0].character.lowercased().first.map(String.init) ?? " ") }
        let wanted = Array(match.lowercased())
        guard !wanted.isEmpty, text.count >= wanted.count else { return }
        for start in 0...(text.count - wanted.count) where Array(text[start..<start + wanted.count]) == wanted {
            let hit = Rectangle(column: columns[start], row: line.row, columns: wanted.count, rows: 1)
            buffer.restyle(hit) { $0.role = .match }
        }
    }
}
