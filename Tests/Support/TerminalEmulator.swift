import Diagnosis

/// A terminal's screen, kept by what was written to it: as much of xterm as ncurses uses.
public struct TerminalEmulator: Sendable {
    /// The cells of a row as text; the second half of a wide glyph is an empty string.
    private var rows: [[Cell]]
    private var mainRows: [[Cell]] = []
    private var mainCursor = (row: 0, column: 0)
    /// Where the cursor is.
    public private(set) var cursor = (row: 0, column: 0)
    /// Whether the cursor is seen.
    public private(set) var isCursorVisible = true
    /// Whether the second screen is up.
    public private(set) var isAlternate = false
    /// Sequences that were not understood, to be expected empty.
    public private(set) var unknown: [String] = []
    /// How often the bell rang.
    public private(set) var bells = 0

    private var columnCount: Int
    private var rendition: Set<Int> = []
    private var top = 0
    private var bottom: Int
    private var wrapPending = false
    private var parser = Parser.ground
    private var text: [UInt8] = []
    private var lastGlyph: Character = " "

    private struct Cell: Hashable, Sendable {
        var text: String
        var rendition: Set<Int>
    }

    private enum Parser {
        case ground, escape, charset
        case control([UInt8])
        case string
    }

    /// A blank screen.
    public init(columns: Int, rows: Int) {
        columnCount = max(1, columns)
        bottom = max(1, rows) - 1
        self.rows = Self.blank(columns: columnCount, rows: max(1, rows))
    }

    /// The rows as text, blanks at the end included.
    public var lines: [String] { rows.map { $0.map(\.text).joined() } }

    /// The numbers of the graphic rendition of a cell: 1 bold, 7 reverse, 31 red …
    public func rendition(row: Int, column: Int) -> Set<Int> {
        rows.indices.contains(row) && rows[row].indices.contains(column) ? rows[row][column].rendition : []
    }

    /// Another size, cut or filled up at the right and at the bottom.
    mutating func resize(columns: Int, rows count: Int) {
        columnCount = max(1, columns)
        rows = Self.fitted(rows, columns: columnCount, rows: max(1, count))
        if isAlternate { mainRows = Self.fitted(mainRows, columns: columnCount, rows: max(1, count)) }
        (top, bottom) = (0, rows.count - 1)
        place(row: cursor.row, column: cursor.column)
    }

    /// Takes what was written.
    public mutating func receive(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { receive(byte) }
        flushText(final: false)
    }

    private mutating func receive(_ byte: UInt8) {
        switch parser {
        case .ground:
            if byte >= 0x20, byte != 0x7F {
                text.append(byte)
            } else {
                flushText(final: true)
                control(byte)
            }
        case .escape:
            switch byte {
            case UInt8(ascii: "["): parser = .control([])
            case UInt8(ascii: "]"), UInt8(ascii: "P"): parser = .string
            case UInt8(ascii: "("), UInt8(ascii: ")"): parser = .charset
            default:
                parser = .ground
                escape(byte)
            }
        case .charset:
            parser = .ground
        case .string:
            if byte == 0x07 { parser = .ground }
            if byte == 0x1B { parser = .escape }
        case .control(let bytes):
            if (0x40...0x7E).contains(byte) {
                parser = .ground
                sequence(bytes, final: Character(Unicode.Scalar(byte)))
            } else {
                parser = .control(bytes + [byte])
            }
        }
    }

    private mutating func control(_ byte: UInt8) {
        switch byte {
        case 0x07: bells += 1
        case 0x08: place(row: cursor.row, column: cursor.column - 1)
        case 0x09: place(row: cursor.row, column: (cursor.column / 8 + 1) * 8)
        case 0x0A: lineFeed()
        case 0x0D: place(row: cursor.row, column: 0)
        case 0x1B: parser = .escape
        case 0x00, 0x0E, 0x0F: break
        default: unknown.append("control \(byte)")
        }
    }

    private mutating func escape(_ byte: UInt8) {
        switch Character(Unicode.Scalar(byte)) {
        case "M":
            if cursor.row == top {
                scroll(from: top, by: -1)
            } else {
                place(row: cursor.row - 1, column: cursor.column)
            }
        case "D": lineFeed()
        case "=", ">", "7", "8", "\\": break
        default: unknown.append("escape \(byte)")
        }
    }

    private mutating func sequence(_ bytes: [UInt8], final: Character) {
        let isPrivate = bytes.first.map { "?>=!".utf8.contains($0) } ?? false
        let numbers = String(decoding: isPrivate ? bytes.dropFirst() : bytes[...], as: UTF8.self)
            .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let first = numbers.first ?? 0
        let count = max(1, first)
        let (row, column) = cursor
        switch (isPrivate, final) {
        case (true, "h"), (true, "l"): numbers.forEach { mode($0, isOn: final == "h") }
        case (false, "h"), (false, "l"), (true, "p"), (false, "t"), (true, "c"): break
        case (false, "H"), (false, "f"): place(row: count - 1, column: max(1, numbers.dropFirst().first ?? 1) - 1)
        case (false, "A"): place(row: row - count, column: column)
        case (false, "B"): place(row: row + count, column: column)
        case (false, "C"): place(row: row, column: column + count)
        case (false, "D"): place(row: row, column: column - count)
        case (false, "d"): place(row: count - 1, column: column)
        case (false, "G"): place(row: row, column: count - 1)
        case (false, "J"): eraseScreen(first)
        case (false, "K"):
            erase(row: row, first == 0 ? column..<columnCount : first == 1 ? 0..<(column + 1) : 0..<columnCount)
        case (false, "X"): erase(row: row, column..<min(columnCount, column + count))
        case (false, "@"): shift(by: count)
        case (false, "P"): shift(by: -count)
        case (false, "L"): scroll(from: row, by: -count)
        case (false, "M"): scroll(from: row, by: count)
        case (false, "S"): scroll(from: top, by: count)
        case (false, "T"): scroll(from: top, by: -count)
        case (false, "b"): for _ in 0..<count { put(lastGlyph) }
        case (false, "r"):
            top = count - 1
            bottom = min(rows.count, numbers.count > 1 && numbers[1] > 0 ? numbers[1] : rows.count) - 1
            place(row: 0, column: 0)
        case (false, "m"): render(numbers.isEmpty ? [0] : numbers)
        default: unknown.append("CSI \(String(decoding: bytes, as: UTF8.self))\(final)")
        }
    }

    private mutating func mode(_ number: Int, isOn: Bool) {
        switch number {
        case 25: isCursorVisible = isOn
        case 1049 where isOn && !isAlternate:
            (mainRows, mainCursor) = (rows, cursor)
            rows = Self.blank(columns: columnCount, rows: rows.count)
            isAlternate = true
        case 1049 where !isOn && isAlternate:
            (rows, cursor) = (mainRows, mainCursor)
            isAlternate = false
        default: break
        }
    }

    private mutating func render(_ numbers: [Int]) {
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: rendition = []
            case 10, 11: break
            case 22: rendition.subtract([1, 2])
            case 23, 24, 27: rendition.remove(number - 20)
            case 30...37, 90...97, 39: setColor(number == 39 ? nil : number, isForeground: true)
            case 40...47, 100...107, 49: setColor(number == 49 ? nil : number, isForeground: false)
            case 38, 48:
                // 1000 and 2000 on stand for the 256 colours of letter and ground.
                let isIndexed = rest.popFirst() == 5
                if isIndexed, let index = rest.popFirst() {
                    setColor((number == 38 ? 1000 : 2000) + index, isForeground: number == 38)
                }
            default: rendition.insert(number)
            }
        }
    }

    private mutating func setColor(_ number: Int?, isForeground: Bool) {
        let (dark, bright, rich) = isForeground ? (30...39, 90...97, 1000...1255) : (40...49, 100...107, 2000...2255)
        rendition = rendition.filter { !dark.contains($0) && !bright.contains($0) && !rich.contains($0) }
        if let number { rendition.insert(number) }
    }

    /// Text up to the last whole scalar, or all of it.
    private mutating func flushText(final: Bool) {
        var kept: [UInt8] = []
        if !final, let start = text.lastIndex(where: { $0 & 0xC0 != 0x80 }), text[start] >= 0xC0 {
            let length = text[start] >= 0xF0 ? 4 : text[start] >= 0xE0 ? 3 : 2
            if text.count - start < length { kept = Array(text[start...]) }
        }
        let whole = String(decoding: text.dropLast(kept.count), as: UTF8.self)
        text = kept
        for scalar in whole.unicodeScalars { put(scalar) }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let category = scalar.properties.generalCategory
        if category == .nonspacingMark || category == .enclosingMark {
            let column = wrapPending ? cursor.column : max(0, cursor.column - 1)
            rows[cursor.row][column].text.unicodeScalars.append(scalar)
        } else {
            put(Character(scalar))
        }
    }

    private mutating func put(_ glyph: Character) {
        lastGlyph = glyph
        let width = TextWidth.columns(of: String(glyph)) == 2 ? 2 : 1
        if wrapPending || cursor.column + width > columnCount {
            lineFeed()
            cursor.column = 0
        }
        wrapPending = false
        rows[cursor.row][cursor.column] = Cell(text: String(glyph), rendition: rendition)
        if width == 2, cursor.column + 1 < columnCount {
            rows[cursor.row][cursor.column + 1] = Cell(text: "", rendition: rendition)
        }
        if cursor.column + width < columnCount {
            cursor.column += width
        } else {
            cursor.column = columnCount - 1
            wrapPending = true
        }
    }

    private mutating func place(row: Int, column: Int) {
        cursor = (min(max(0, row), rows.count - 1), min(max(0, column), columnCount - 1))
        wrapPending = false
    }

    private mutating func lineFeed() {
        wrapPending = false
        if cursor.row == bottom { scroll(from: top, by: 1) } else { cursor.row = min(cursor.row + 1, rows.count - 1) }
    }

    /// Moves the rows from one down to the end of the region up by a count, or down by a negative one.
    private mutating func scroll(from first: Int, by count: Int) {
        guard first <= bottom else { return }
        let moved = min(abs(count), bottom - first + 1)
        for _ in 0..<moved {
            let blank = Self.blank(columns: columnCount, rows: 1)[0]
            rows.remove(at: count > 0 ? first : bottom)
            rows.insert(blank, at: count > 0 ? bottom : first)
        }
    }

    private mutating func shift(by count: Int) {
        let column = cursor.column
        let blanks = Array(repeating: Cell(text: " ", rendition: []), count: min(abs(count), columnCount - column))
        let rest = rows[cursor.row][column...]
        let kept = count > 0 ? blanks + rest.dropLast(blanks.count) : rest.dropFirst(blanks.count) + blanks
        rows[cursor.row].replaceSubrange(column..., with: kept)
    }

    private mutating func eraseScreen(_ part: Int) {
        let (row, column) = cursor
        switch part {
        case 0:
            erase(row: row, column..<columnCount)
            for below in (row + 1)..<max(row + 1, rows.count) { erase(row: below, 0..<columnCount) }
        case 1:
            erase(row: row, 0..<(column + 1))
            for above in 0..<row { erase(row: above, 0..<columnCount) }
        default:
            for row in rows.indices { erase(row: row, 0..<columnCount) }
        }
    }

    /// Blanks in the current ground, as xterm erases.
    private mutating func erase(row: Int, _ columns: Range<Int>) {
        let ground = rendition.filter { (40...49).contains($0) || (100...107).contains($0) || $0 >= 2000 }
        for column in columns { rows[row][column] = Cell(text: " ", rendition: ground) }
    }

    private static func blank(columns: Int, rows: Int) -> [[Cell]] {
        Array(repeating: Array(repeating: Cell(text: " ", rendition: []), count: columns), count: rows)
    }

    private static func fitted(_ old: [[Cell]], columns: Int, rows: Int) -> [[Cell]] {
        var new = blank(columns: columns, rows: rows)
        for (row, cells) in old.prefix(rows).enumerated() {
            new[row].replaceSubrange(0..<min(columns, cells.count), with: cells.prefix(columns))
        }
        return new
    }
}
