import Diagnosis

/// A screen as a value: views fill it, tests read it, `NcursesScreen` shows it.
///
/// Nothing put outside the buffer or its rectangle is an error: it is clipped. Text passes the sanitiser's rules on its
/// way in, so that no scalar in a cell can do more than be seen.
public struct CellBuffer: Hashable, Sendable {
    /// The extent.
    public let size: TerminalSize
    private var cells: [Cell]

    /// A buffer of blanks.
    public init(_ size: TerminalSize) {
        self.size = size
        cells = Array(repeating: .blank, count: size.columns * size.rows)
    }

    /// A buffer of blanks.
    public init(columns: Int, rows: Int) { self.init(TerminalSize(columns: columns, rows: rows)) }

    /// All of it.
    public var bounds: Rectangle { Rectangle(size) }

    /// A cell; outside the buffer a blank.
    public subscript(row: Int, column: Int) -> Cell {
        guard (0..<size.rows).contains(row), (0..<size.columns).contains(column) else { return .blank }
        return cells[row * size.columns + column]
    }

    /// Calls the body for each stretch of cells of one row that share a style, from the upper left to the lower right.
    func forEachRun(_ body: (_ row: Int, _ column: Int, _ cells: ArraySlice<Cell>) -> Void) {
        for row in 0..<size.rows {
            let end = (row + 1) * size.columns
            var start = row * size.columns
            while start < end {
                let style = cells[start].style
                var behind = start + 1
                while behind < end, cells[behind].style == style { behind += 1 }
                body(row, start - row * size.columns, cells[start..<behind])
                start = behind
            }
        }
    }

    /// Puts text on one row, clipped by the buffer.
    /// - Returns: the column behind the text as if nothing had been clipped.
    @discardableResult
    public mutating func put(_ text: some StringProtocol, row: Int, column: Int, style: Style = Style()) -> Int {
        put(text, row: row, column: column, style: style, clip: bounds)
    }

    /// Puts text on one row of a rectangle: row and column count from its corner, and it clips.
    /// - Returns: the column in the rectangle behind the text as if nothing had been clipped.
    @discardableResult
    public mutating func put(
        _ text: some StringProtocol,
        row: Int,
        column: Int,
        style: Style = Style(),
        in rectangle: Rectangle
    ) -> Int {
        put(
            text,
            row: rectangle.row + row,
            column: rectangle.column + column,
            style: style,
            clip: rectangle.intersection(bounds)
        ) - rectangle.column
    }

    /// Fills a rectangle with one character of one column.
    public mutating func fill(_ rectangle: Rectangle, with character: Character = " ", style: Style = Style()) {
        let target = rectangle.intersection(bounds)
        for row in target.rowRange {
            for column in target.columnRange { set(Cell(character, style), row: row, column: column) }
        }
    }

    /// Changes the style of the cells of a rectangle and leaves what stands in them.
    public mutating func restyle(_ rectangle: Rectangle, _ change: (inout Style) -> Void) {
        let target = rectangle.intersection(bounds)
        for row in target.rowRange {
            for column in target.columnRange { change(&cells[row * size.columns + column].style) }
        }
    }

    /// Copies another buffer with its corner at row and column, clipped.
    public mutating func put(_ other: CellBuffer, row: Int, column: Int) {
        let target = Rectangle(column: column, row: row, columns: other.size.columns, rows: other.size.rows)
            .intersection(bounds)
        for targetRow in target.rowRange {
            for targetColumn in target.columnRange {
                var cell = other[targetRow - row, targetColumn - column]
                let isHalf = cell.columns == 2 && targetColumn + 1 >= target.columnRange.upperBound
                let isOrphan = cell.columns == 0 && targetColumn == target.columnRange.lowerBound
                if isHalf || isOrphan { cell = Cell(" ", cell.style) }
                set(cell, row: targetRow, column: targetColumn)
            }
        }
    }

    private mutating func put(
        _ text: some StringProtocol,
        row: Int,
        column: Int,
        style: Style,
        clip: Rectangle
    ) -> Int {
        guard clip.rowRange.contains(row) else { return column + TextWidth.columns(of: text) }
        let columns = clip.columnRange
        var column = column
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
            for byte in text.utf8 {
                if columns.contains(column) {
                    set(Cell(Character(Unicode.Scalar(byte)), style), row: row, column: column)
                }
                column += 1
            }
            return column
        }
        for cell in TextCells(text) {
            put(cell, row: row, column: column, style: style, columns: columns)
            column += cell.columns
        }
        return column
    }

    /// A wide glyph that does not fit becomes a blank: ncurses would wrap it onto the next row.
    private mutating func put(_ cell: TextCell, row: Int, column: Int, style: Style, columns: Range<Int>) {
        let isWide = cell.columns == 2
        guard isWide else {
            if columns.contains(column) { set(Cell(cell.character, style), row: row, column: column) }
            return
        }
        if columns.contains(column), columns.contains(column + 1) {
            set(Cell(cell.character, style, columns: 2), row: row, column: column)
            set(Cell(" ", style, columns: 0), row: row, column: column + 1)
        } else if columns.contains(column) {
            set(Cell(" ", style), row: row, column: column)
        } else if columns.contains(column + 1) {
            set(Cell(" ", style), row: row, column: column + 1)
        }
    }

    /// Sets one cell inside the buffer; the other half of a wide glyph that is cut by it becomes a blank.
    private mutating func set(_ cell: Cell, row: Int, column: Int) {
        let index = row * size.columns + column
        let old = cells[index].columns
        if old == 0, cell.columns != 0, column > 0 {
            cells[index - 1] = Cell(" ", cells[index - 1].style)
        } else if old == 2, column + 1 < size.columns {
            cells[index + 1] = Cell(" ", cells[index + 1].style)
        }
        cells[index] = cell
    }
}
