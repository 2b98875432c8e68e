import Diagnosis
import Testing

@testable import Terminal

@Suite struct CellBufferTests {
    init() { TextWidth.prepareLocale(wanted: "C.UTF-8") }

    struct Placed: Sendable, CustomTestStringConvertible {
        let text: String
        let column: Int
        let expected: String
        let behind: Int
        var testDescription: String { "\(text.debugDescription) at \(column)" }
    }

    @Test(arguments: [
        Placed(text: "abc", column: 0, expected: "abc...", behind: 3),
        Placed(text: "abc", column: 4, expected: "....ab", behind: 7),
        Placed(text: "abc", column: -1, expected: "bc....", behind: 2),
        Placed(text: "abc", column: 9, expected: "......", behind: 12),
        Placed(text: "日本", column: 0, expected: "日本..", behind: 4),
        Placed(text: "日本", column: 3, expected: "...日 ", behind: 7),
        Placed(text: "日本", column: -1, expected: " 本...", behind: 3),
        Placed(text: "e\u{301}x", column: 0, expected: "e\u{301}x....", behind: 2),
        Placed(text: "a\u{1B}b", column: 0, expected: "a\\u{1b", behind: 8),
        Placed(text: "a\nb", column: 0, expected: "a\\u{a}", behind: 7),
        Placed(text: "\u{202E}", column: 0, expected: "\\u{202", behind: 8),
    ]) func textIsClippedByColumns(_ placed: Placed) {
        var buffer = CellBuffer(columns: 6, rows: 1)
        buffer.fill(buffer.bounds, with: ".")
        let behind = buffer.put(placed.text, row: 0, column: placed.column)
        #expect(buffer.lines == [placed.expected])
        #expect(behind == placed.behind)
    }

    @Test func aRectangleClipsAndShifts() {
        var buffer = CellBuffer(columns: 6, rows: 3)
        let behind = buffer.put("abcdef", row: 0, column: 0, in: Rectangle(column: 2, row: 1, columns: 3, rows: 9))
        #expect(buffer.lines == ["      ", "  abc ", "      "])
        #expect(behind == 6)
    }

    @Test func halfOfAWideGlyphNeverStays() {
        for column in 0..<4 {
            var buffer = CellBuffer(columns: 4, rows: 1)
            buffer.put("日本", row: 0, column: 0)
            buffer.put("x", row: 0, column: column)
            expectWhole(buffer)
            for length in 1...4 {
                buffer.put("日本", row: 0, column: 0)
                buffer.fill(Rectangle(column: column, row: 0, columns: length, rows: 1), with: "x")
                expectWhole(buffer)
            }
        }
    }

    private func expectWhole(_ buffer: CellBuffer) {
        for row in 0..<buffer.size.rows {
            for column in 0..<buffer.size.columns {
                switch buffer[row, column].columns {
                case 2: #expect(buffer[row, column + 1].columns == 0)
                case 0: #expect(column > 0 && buffer[row, column - 1].columns == 2)
                default: break
                }
            }
            #expect(TextWidth.columns(of: buffer.lines[row]) == buffer.size.columns)
        }
    }

    /// A buffer over another at every place, both full of wide glyphs in and out of step.
    @Test func aBufferIsCopiedWithItsGlyphsWhole() {
        for shift in 0..<2 {
            var small = CellBuffer(columns: 5, rows: 2)
            small.put("日本e\u{301}", row: 0, column: 0, style: Style(.held))
            small.put("x語", row: 1, column: 1)
            for row in -2...3 {
                for column in -6...9 {
                    var buffer = CellBuffer(columns: 9, rows: 3)
                    for line in 0..<3 { buffer.put("日本語日本", row: line, column: shift) }
                    buffer.put(small, row: row, column: column)
                    expectWhole(buffer)
                    for (r, c) in [(0, 0), (0, 2), (0, 4), (1, 1), (1, 2)] {
                        let width = Int(small[r, c].columns)
                        let isInside = (0..<3) ~= row + r && column + c >= 0 && column + c + width <= 9
                        if isInside { #expect(buffer[row + r, column + c] == small[r, c]) }
                    }
                }
            }
        }
    }

    @Test func equalScreensAreEqualHoweverTheyCameToBe() {
        var direct = CellBuffer(columns: 6, rows: 1)
        direct.put("e\u{301}x", row: 0, column: 0)
        var roundabout = CellBuffer(columns: 6, rows: 1)
        roundabout.put("o\u{302}a\u{300}", row: 0, column: 2)
        roundabout.fill(roundabout.bounds)
        roundabout.put("e\u{301}x", row: 0, column: 0)
        #expect(direct == roundabout)
        roundabout.put("é", row: 0, column: 0)
        #expect(direct == roundabout, "composed or not, it is the same character")
        roundabout.put("è", row: 0, column: 0)
        #expect(direct != roundabout)
        #expect(CellBuffer(columns: 2, rows: 3) != CellBuffer(columns: 3, rows: 2))
    }

    @Test func stylesAreReportedAsRuns() {
        var buffer = CellBuffer(columns: 10, rows: 2)
        buffer.put("HELD", row: 0, column: 2, style: Style(.held))
        buffer.put("q", row: 1, column: 0, style: Style(.key, .bold))
        buffer.restyle(Rectangle(column: 0, row: 0, columns: 4, rows: 1)) { $0.backdrop = .selected }
        #expect(
            buffer.snapshot == """
                +----------+
                |  HELD    |
                |q         |
                +----------+
                row 1, 1..2: text on selected
                row 1, 3..4: held on selected
                row 1, 5..6: held
                row 2, 1..1: key+bold

                """
        )
    }

    /// Every extent, every place, hostile text: nothing traps, every row keeps its width.
    @Test func noSizeTraps() {
        let texts = ["plain", "日本語", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "e\u{301}\u{302}", "\u{9B}31m", ""]
        for rows in 0..<4 {
            for columns in 0..<8 {
                var buffer = CellBuffer(columns: columns, rows: rows)
                for text in texts {
                    for row in -1...rows {
                        for column in -4...(columns + 1) {
                            buffer.put(text, row: row, column: column)
                            buffer.put(
                                text,
                                row: row,
                                column: column,
                                in: Rectangle(column: 1, row: -1, columns: 3, rows: 3)
                            )
                        }
                    }
                    #expect(buffer.lines.allSatisfy { TextWidth.columns(of: $0) == columns })
                }
            }
        }
    }
}
