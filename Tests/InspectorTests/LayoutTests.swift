import Terminal
import Testing

@testable import Inspector

@Suite struct LayoutTests {
    private static let wishes: [Layout.Wish] = Pane.allCases.flatMap { pane in
        [false, true].map { zoomed in
            var wish = Layout.Wish(focus: pane)
            wish.isZoomed = zoomed
            wish.listRows = 9
            wish.timelineRows = 13
            wish.holdRows = 14
            return wish
        }
    }

    /// Every size from nothing to 300 x 100: nothing outside, nothing over another, the focus shown.
    @Test func everySizeIsLaidOut() {
        for columns in Array(0...130) + [160, 299, 300] {
            for rows in 0...100 where rows < 60 || rows % 10 == 0 {
                for wish in Self.wishes { check(TerminalSize(columns: columns, rows: rows), wish) }
            }
        }
    }

    private func check(_ size: TerminalSize, _ wish: Layout.Wish) {
        let layout = Layout(size, wish)
        var areas = layout.panes.map(\.area) + [layout.title, layout.policy, layout.message, layout.footer]
        if let divider = layout.divider { areas.append(divider) }
        areas.removeAll(where: \.isEmpty)
        for area in areas where area.intersection(Rectangle(size)) != area {
            Issue.record("\(area) is outside \(size) with \(wish)")
        }
        let covered = areas.reduce(0) { $0 + $1.columns * $1.rows }
        if covered > size.columns * size.rows { Issue.record("something overlaps at \(size) with \(wish)") }
        for (index, area) in areas.enumerated() {
            for other in areas.dropFirst(index + 1) where !area.intersection(other).isEmpty {
                Issue.record("\(area) and \(other) overlap at \(size) with \(wish)")
            }
        }
        if size.columns >= 24, size.rows >= 8, layout.area(of: wish.focus) == nil {
            Issue.record("\(wish.focus) is not shown at \(size)")
        }
    }

    @Test func theFourLinesAreFixed() {
        let layout = Layout(TerminalSize(columns: 80, rows: 24), Layout.Wish(focus: .requests))
        #expect(layout.title.row == 0)
        #expect(layout.policy.row == 1)
        #expect(layout.message.row == 22)
        #expect(layout.footer.row == 23)
    }

    @Test(arguments: [
        (80, 24, [Pane.requests, .timeline]), (40, 10, [.requests, .timeline]),
        (160, 50, [.requests, .timeline, .detail, .policy, .log]), (119, 50, [.requests, .timeline]),
        (23, 24, [.requests]), (80, 5, [.requests]), (80, 2, []), (1, 1, []),
    ])
    func whatIsShownDependsOnTheSize(_ columns: Int, _ rows: Int, _ panes: [Pane]) {
        let layout = Layout(TerminalSize(columns: columns, rows: rows), Layout.Wish(focus: .requests))
        #expect(layout.panes.map(\.pane) == panes)
    }

    @Test func theListTakesWhatItNeedsUpToHalf() {
        func rows(_ list: Int, _ timeline: Int) -> Int? {
            var wish = Layout.Wish(focus: .requests)
            wish.listRows = list
            wish.timelineRows = timeline
            return Layout(TerminalSize(columns: 80, rows: 24), wish).area(of: .requests)?.rows
        }
        #expect(rows(2, 9) == 5)
        #expect(rows(7, 13) == 7)
        #expect(rows(200, 20) == 11)
        #expect(rows(200, 5) == 15)
    }
}
