/// A part of the screen in character cells; row 0, column 0 is the upper left corner.
public struct Rectangle: Hashable, Sendable {
    /// The first column.
    public var column: Int
    /// The first row.
    public var row: Int
    /// Cells in a row, never negative.
    public var columns: Int
    /// Rows, never negative.
    public var rows: Int

    /// A rectangle; what is negative in its extent counts as nothing.
    public init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    /// All of a screen.
    public init(_ size: TerminalSize) { self.init(column: 0, row: 0, columns: size.columns, rows: size.rows) }

    /// Whether it holds no cell.
    public var isEmpty: Bool { columns == 0 || rows == 0 }

    /// Its extent.
    public var size: TerminalSize { TerminalSize(columns: columns, rows: rows) }

    /// The columns it covers.
    public var columnRange: Range<Int> { column..<(column + columns) }

    /// The rows it covers.
    public var rowRange: Range<Int> { row..<(row + rows) }

    /// Cuts off up to so many rows at the top: they come first, then the rest.
    public func splitTop(_ count: Int) -> (top: Rectangle, rest: Rectangle) {
        let cut = min(max(0, count), rows)
        return (
            Rectangle(column: column, row: row, columns: columns, rows: cut),
            Rectangle(column: column, row: row + cut, columns: columns, rows: rows - cut)
        )
    }

    /// Cuts off up to so many rows at the bottom.
    public func splitBottom(_ count: Int) -> (rest: Rectangle, bottom: Rectangle) {
        let (rest, bottom) = splitTop(rows - min(max(0, count), rows))
        return (rest, bottom)
    }

    /// Cuts off up to so many columns at the left: they come first, then the rest.
    public func splitLeft(_ count: Int) -> (left: Rectangle, rest: Rectangle) {
        let cut = min(max(0, count), columns)
        return (
            Rectangle(column: column, row: row, columns: cut, rows: rows),
            Rectangle(column: column + cut, row: row, columns: columns - cut, rows: rows)
        )
    }

    /// Cuts off up to so many columns at the right.
    public func splitRight(_ count: Int) -> (rest: Rectangle, right: Rectangle) {
        let (rest, right) = splitLeft(columns - min(max(0, count), columns))
        return (rest, right)
    }

    /// What both cover; empty where they do not meet.
    public func intersection(_ other: Rectangle) -> Rectangle {
        let columns = columnRange.clamped(to: other.columnRange)
        let rows = rowRange.clamped(to: other.rowRange)
        return Rectangle(column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
    }
}
