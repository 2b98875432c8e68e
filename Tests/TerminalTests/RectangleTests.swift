import Testing

@testable import Terminal

@Suite struct RectangleTests {
    /// However it is cut, the parts are disjoint, in order, and make up the whole.
    @Test func cutsLoseNothing() {
        let whole = Rectangle(column: 2, row: 1, columns: 5, rows: 4)
        for count in -2...8 {
            let (top, below) = whole.splitTop(count)
            #expect(top.rows + below.rows == 4)
            #expect(top.row == 1)
            #expect(below.row == top.rowRange.upperBound)
            let (above, bottom) = whole.splitBottom(count)
            #expect(bottom.rows == min(max(0, count), 4))
            #expect(bottom.row == above.rowRange.upperBound)
            let (left, behind) = whole.splitLeft(count)
            #expect(left.columns + behind.columns == 5)
            #expect(behind.column == left.columnRange.upperBound)
            let (before, right) = whole.splitRight(count)
            #expect(right.columns == min(max(0, count), 5))
            #expect(right.column == before.columnRange.upperBound)
        }
    }

    @Test func intersectionIsWhatBothCover() {
        let screen = Rectangle(TerminalSize(columns: 4, rows: 3))
        for column in -3...5 {
            for row in -3...4 {
                let other = Rectangle(column: column, row: row, columns: 2, rows: 2)
                let both = screen.intersection(other)
                for r in -4...6 {
                    for c in -4...7 {
                        let inBoth = [screen, other].allSatisfy { $0.rowRange ~= r && $0.columnRange ~= c }
                        #expect((both.rowRange ~= r && both.columnRange ~= c) == inBoth)
                    }
                }
            }
        }
        #expect(Rectangle(column: 0, row: 0, columns: -1, rows: 2).isEmpty)
    }
}
