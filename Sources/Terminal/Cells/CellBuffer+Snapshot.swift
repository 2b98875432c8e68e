/// A stretch of one row whose cells have the same style.
public struct StyleRun: Hashable, Sendable, CustomStringConvertible {
    /// The row, from 0.
    public let row: Int
    /// The columns, from 0.
    public let columns: Range<Int>
    /// The style they share.
    public let style: Style

    /// `row 7, 13..17: held`, counted from 1, the last column included.
    public var description: String {
        "row \(row + 1), \(columns.lowerBound + 1)..\(columns.upperBound): \(style.name)"
    }
}

extension CellBuffer {
    /// The rows as text, full width, blanks at the end included.
    public var lines: [String] {
        (0..<size.rows).map { row in
            var line = ""
            for column in 0..<size.columns {
                let cell = self[row, column]
                if cell.columns > 0 { line.append(cell.character) }
            }
            return line
        }
    }

    /// Every stretch of a style other than plain text, from the upper left to the lower right.
    public var styleRuns: [StyleRun] {
        var runs: [StyleRun] = []
        forEachRun { row, column, cells in
            guard let style = cells.first?.style, style != Style() else { return }
            runs.append(StyleRun(row: row, columns: column..<(column + cells.count), style: style))
        }
        return runs
    }

    /// The screen in a frame, then its style runs: what snapshot files hold.
    public var snapshot: String {
        let border = "+" + String(repeating: "-", count: size.columns) + "+"
        let rows = [border] + lines.map { "|" + $0 + "|" } + [border]
        return (rows + styleRuns.map(\.description)).joined(separator: "\n") + "\n"
    }
}
