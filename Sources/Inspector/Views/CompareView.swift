import Terminal

/// Two challenges side by side: what differs first, then what is the same.
enum CompareView: PaneView {
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent {
        guard let comparison = state.comparison else {
            var content = PaneContent(title: "compare")
            content.body = [Line("Nothing to compare yet.", .dim)]
            return content
        }
        let (left, right) = (comparison.left, comparison.right)
        var content = PaneContent(title: "compare \(name(left)) with \(name(right))")
        let columns = Columns(size.columns)
        let rows = rows(left, right)
        let differing = rows.filter { $0.left != $0.right }
        content.right = "\(differing.count) of \(Words.count(rows.count, "fact")) differ"
        var header = Line()
        header.role = .header
        header.put("FACT", at: 3, role: .header)
        header.put("no. \(name(left))", at: columns.left, width: columns.width, role: .header)
        header.put("no. \(name(right))", at: columns.right, role: .header)
        content.header = [header]
        content.body = differing.flatMap { lines($0, columns, differs: true) }
        if differing.isEmpty { content.body.append(Line("nothing differs", target: .remark)) }
        content.body.append(.rule("the same in both"))
        for row in rows where row.left == row.right {
            content.body += lines(row, columns, differs: false)
        }
        content.cursorColumn = 1
        return content
    }

    private struct Row {
        var name: String
        var left: String?
        var right: String?
    }

    private struct Columns {
        let left: Int
        let right: Int
        let width: Int

        init(_ columns: Int) {
            left = columns < Layout.narrow ? 12 : 26
            width = max(1, (columns - left) / 2 - 1)
            right = left + width + 1
        }
    }

    private static func name(_ side: Comparison.Side) -> String { "\(side.exchange.key.number).\(side.challenge)" }

    /// The facts of both, in the order of the left, those that only the right has where they stand there.
    private static func rows(_ left: Comparison.Side, _ right: Comparison.Side) -> [Row] {
        var rows = ComparedFacts.facts(of: left).map { Row(name: $0.name, left: $0.value, right: nil) }
        var place = 0
        for fact in ComparedFacts.facts(of: right) {
            if let index = rows.firstIndex(where: { $0.name == fact.name && $0.right == nil }) {
                rows[index].right = fact.value
                place = max(place, index + 1)
            } else {
                rows.insert(Row(name: fact.name, left: nil, right: fact.value), at: min(place, rows.count))
                place += 1
            }
        }
        return rows
    }

    private static func lines(_ row: Row, _ columns: Columns, differs: Bool) -> [Line] {
        var line = Line(target: .remark)
        if differs { line.mark = "*" }
        line.put(row.name, at: 3, width: columns.left - 4, role: differs ? .changed : .dim)
        guard differs else {
            line.put(row.left ?? "", at: columns.left)
            return line.wrapped(columns: columns.right + columns.width)
        }
        // Each side goes on under itself: what differs may stand at the end.
        let left = broken(row.left ?? "-", columns.width)
        let right = broken(row.right ?? "-", columns.width)
        return (0..<max(left.count, right.count)).map { index in
            var part = index == 0 ? line : Line(target: .remark)
            if left.indices.contains(index) { part.put(left[index], at: columns.left, width: columns.width) }
            if right.indices.contains(index) { part.put(right[index], at: columns.right, role: .warn) }
            return part
        }
    }

    private static func broken(_ text: String, _ width: Int) -> [String] {
        var line = Line()
        line.put(text, at: 0)
        let parts = line.wrapped(columns: max(13, width)).map(\.text)
        // A hash has no blank to break at.
        return parts.flatMap { part in
            stride(from: 0, to: max(1, part.count), by: max(1, width)).map { start in
                String(part.dropFirst(start).prefix(width))
            }
        }
    }
}
