import Diagnosis

/// A screen as a value: views fill it, tests read it, `NcursesScreen` shows it.
///
/// Nothing put outside the buffer or its rectangle is an error: it is clipped. Text passes the sanitiser's rules on its
/// way in, so that no scalar in a cell can do more than be seen.
public struct CellBuffer: Sendable {
    /// The extent.
    public let size: TerminalSize
    private var cells: [StoredCell]
    /// The characters of several scalars.
    private var listed: [Character] = []

    /// A buffer of blanks.
    public init(_ size: TerminalSize) {
        self.size = size
        cells = Array(repeating: .blank(Style()), count: size.columns * size.rows)
    }

    /// A buffer of blanks.
    public init(columns: Int, rows: Int) { self.init(TerminalSize(columns: columns, rows: rows)) }

    /// All of it.
    public var bounds: Rectangle { Rectangle(size) }

    /// A cell; outside the buffer a blank.
    public subscript(row: Int, column: Int) -> Cell {
        guard (0..<size.rows).contains(row), (0..<size.columns).contains(column) else { return .blank }
        let cell = cells[row * size.columns + column]
        return Cell(character(cell), cell.style, columns: cell.columns)
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

    /// Fills a rectangle with one character; `?` stands for one that is not one column wide.
    public mutating func fill(_ rectangle: Rectangle, with character: Character = " ", style: Style = Style()) {
        let target = rectangle.intersection(bounds)
        guard !target.isEmpty else { return }
        let isNarrow = TextWidth.columns(of: String(character)) == 1
        let cell = StoredCell(glyph: glyph(isNarrow ? character : "?"), style: style, columns: 1)
        for row in target.rowRange { set(row: row, columns: target.columnRange) { _ in cell } }
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
                let cell = other[targetRow - row, targetColumn - column]
                // A second half comes with its first; one alone is the rest of a glyph that was cut off.
                if cell.columns == 0, targetColumn > target.columnRange.lowerBound { continue }
                let shown = TextCell(
                    character: cell.columns == 0 ? " " : cell.character,
                    columns: max(1, Int(cell.columns))
                )
                put(shown, row: targetRow, column: targetColumn, style: cell.style, columns: target.columnRange)
            }
        }
    }

    /// Calls the body for each stretch of cells of one row that share a style, from the upper left to the lower right.
    func forEachRun(_ body: (_ row: Int, _ column: Int, _ cells: ArraySlice<StoredCell>) -> Void) {
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

    /// What stands in a cell of this buffer.
    func character(_ cell: StoredCell) -> Character {
        if cell.glyph & StoredCell.isListed != 0 { return listed[Int(cell.glyph & ~StoredCell.isListed)] }
        return Unicode.Scalar(cell.glyph).map(Character.init) ?? " "
    }

    private mutating func glyph(_ character: Character) -> UInt32 {
        let scalars = character.unicodeScalars
        if let scalar = scalars.first, scalars.count == 1 { return scalar.value }
        listed.append(character)
        return UInt32(listed.count - 1) | StoredCell.isListed
    }

    private mutating func put(
        _ text: some StringProtocol,
        row: Int,
        column: Int,
        style: Style,
        clip: Rectangle
    ) -> Int {
        guard clip.rowRange.contains(row) else { return column + TextWidth.columns(of: text) }
        let ascii = text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
            guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
            let columns = (column..<(column + bytes.count)).clamped(to: clip.columnRange)
            set(row: row, columns: columns) {
                StoredCell(glyph: UInt32(bytes[$0 - column]), style: style, columns: 1)
            }
            return column + bytes.count
        }
        if let end = ascii ?? nil { return end }
        var column = column
        for cell in TextCells(text) {
            put(cell, row: row, column: column, style: style, columns: clip.columnRange)
            column += cell.columns
        }
        return column
    }

    /// A wide glyph that does not fit becomes a blank: ncurses would wrap it onto the next row.
    private mutating func put(_ cell: TextCell, row: Int, column: Int, style: Style, columns: Range<Int>) {
        let place = (column..<(column + cell.columns)).clamped(to: columns)
        guard !place.isEmpty else { return }
        if place.count < cell.columns {
            set(row: row, columns: place) { _ in .blank(style) }
        } else {
            let glyph = glyph(cell.character)
            set(row: row, columns: place) {
                $0 == column
                    ? StoredCell(glyph: glyph, style: style, columns: UInt8(cell.columns))
                    : StoredCell(glyph: 0x20, style: style, columns: 0)
            }
        }
    }

    /// Sets cells of one row inside the buffer; the half of a wide glyph that stays beside them becomes a blank.
    private mutating func set(row: Int, columns: Range<Int>, _ cell: (Int) -> StoredCell) {
        guard !columns.isEmpty else { return }
        let start = row * size.columns
        let (first, behind) = (start + columns.lowerBound, start + columns.upperBound)
        if columns.lowerBound > 0, cells[first].columns == 0 { cells[first - 1] = .blank(cells[first - 1].style) }
        if columns.upperBound < size.columns, cells[behind].columns == 0 { cells[behind] = .blank(cells[behind].style) }
        cells.withUnsafeMutableBufferPointer { cells in
            for column in columns { cells[start + column] = cell(column) }
        }
    }
}

extension CellBuffer: Equatable {
    /// Whether both look the same, cell by cell.
    public static func == (left: Self, right: Self) -> Bool {
        guard left.size == right.size else { return false }
        if left.listed == right.listed { return left.cells == right.cells }
        return zip(left.cells, right.cells).allSatisfy { mine, other in
            mine.style == other.style && mine.columns == other.columns
                && left.character(mine) == right.character(other)
        }
    }
}
