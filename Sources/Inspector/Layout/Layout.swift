import Terminal

/// Where everything stands: a function of the size and of what is shown.
struct Layout: Hashable, Sendable {
    /// What the layout depends on beside the size.
    struct Wish: Hashable, Sendable {
        /// The pane with the focus, overlays counted.
        var focus: Pane
        var isZoomed = false
        /// Rows that list, timeline and hold panel would fill.
        var listRows = 0
        var timelineRows = 0
        var holdRows = 0
        /// Rows that the switchboard would fill.
        var policyRows = 0
    }

    /// The top line: modes and counts.
    var title: Rectangle
    /// The policy line; empty on small screens.
    var policy: Rectangle
    /// What is shown, in the order of `tab`.
    var panes: [(pane: Pane, area: Rectangle)]
    /// The column of the rule between two columns of panes; nil without one.
    var divider: Rectangle?
    /// What happened or waits.
    var message: Rectangle
    /// The keys.
    var footer: Rectangle

    /// The widths from which on two columns, all columns, the list alone are shown.
    static let wide = 120
    static let narrow = 60
    static let smallest = TerminalSize(columns: 24, rows: 6)

    init(_ size: TerminalSize, _ wish: Wish) {
        let all = Rectangle(size)
        panes = []
        if size.rows < Self.smallest.rows || size.columns < Self.smallest.columns {
            // The list alone, then the message alone.
            let (rest, bottom) = all.splitBottom(1)
            title = Rectangle(column: 0, row: 0, columns: 0, rows: 0)
            policy = title
            footer = title
            message = bottom
            if size.rows >= 3 { panes = [(wish.focus == .timeline ? .requests : wish.focus, rest)] }
            return
        }
        let (title, belowTitle) = all.splitTop(1)
        self.title = title
        let (policy, belowPolicy) = belowTitle.splitTop(size.columns >= Self.narrow ? 1 : 0)
        self.policy = policy
        let (aboveFooter, footer) = belowPolicy.splitBottom(1)
        self.footer = footer
        let (body, message) = aboveFooter.splitBottom(1)
        self.message = message
        if size.columns >= Self.wide, size.rows >= 30 {
            placeWide(in: body, wish)
        } else {
            placeNarrow(in: body, wish)
        }
    }

    private mutating func placeNarrow(in body: Rectangle, _ wish: Wish) {
        switch wish.focus {
        case .requests, .timeline:
            if wish.isZoomed {
                panes = [(wish.focus, body)]
                return
            }
            let (list, timeline) = body.splitTop(Self.listHeight(in: body.rows, wish))
            panes = [(.requests, list), (.timeline, timeline)]
        case .hold:
            let wanted = min(wish.holdRows, body.rows < 10 ? body.rows - 1 : body.rows - 3)
            let (rest, panel) = body.splitBottom(wanted)
            panes = [(.requests, rest), (.hold, panel)]
        default:
            panes = [(wish.focus, body)]
        }
        panes.removeAll { $0.area.isEmpty }
    }

    /// The list takes what its rows need, from a quarter to a good half.
    private static func listHeight(in rows: Int, _ wish: Wish) -> Int {
        let least = min(rows, max(3, rows / 4))
        let most = max(least, rows / 2 + 1, rows - wish.timelineRows)
        return min(max(wish.listRows, least), most)
    }

    private mutating func placeWide(in body: Rectangle, _ wish: Wish) {
        let isTiled = Pane.tiled.contains(wish.focus) || wish.focus == .hold
        guard isTiled, !wish.isZoomed || wish.focus == .hold else {
            panes = [(wish.focus, body)]
            return
        }
        let (left, rest) = body.splitLeft(body.columns / 2 - 1)
        let (rule, right) = rest.splitLeft(1)
        divider = rule
        // The switchboard and the log get what they need at the bottom, the list and the detail the rest.
        let spare = max(left.rows / 2, left.rows - wish.listRows)
        let (list, policy) = left.splitBottom(min(max(left.rows * 9 / 20, wish.policyRows), spare))
        let (aboveLog, log) = right.splitBottom(max(6, right.rows / 6))
        if wish.focus == .hold {
            let (rest, panel) = aboveLog.splitBottom(min(wish.holdRows, aboveLog.rows * 2 / 3))
            panes = [(.requests, list), (.timeline, rest), (.hold, panel), (.policy, policy), (.log, log)]
            return
        }
        let timelineRows = min(max(wish.timelineRows, 9), aboveLog.rows * 2 / 5)
        let (timeline, detail) = aboveLog.splitTop(timelineRows)
        panes = [(.requests, list), (.timeline, timeline), (.detail, detail), (.policy, policy), (.log, log)]
    }

    /// The area of a pane; nil when it is not shown.
    func area(of pane: Pane) -> Rectangle? { panes.first { $0.pane == pane }?.area }

    static func == (left: Layout, right: Layout) -> Bool {
        left.title == right.title && left.policy == right.policy && left.message == right.message
            && left.footer == right.footer && left.divider == right.divider
            && left.panes.elementsEqual(right.panes) { $0 == $1 }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(message)
        hasher.combine(panes.count)
    }
}
