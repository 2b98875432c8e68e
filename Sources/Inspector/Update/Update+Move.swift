import Terminal

extension Update {
    /// Moves the cursor of the pane with the focus.
    mutating func move(_ intent: Intent) {
        let pane = state.focus
        let height = max(1, bodyHeight(pane))
        let step: Int
        switch intent {
        case .up: step = -1
        case .down: step = 1
        case .pageUp: step = -max(1, height - 1)
        case .pageDown: step = max(1, height - 1)
        case .halfUp: step = -max(1, height / 2)
        case .halfDown: step = max(1, height / 2)
        case .first: step = -.max / 2
        default: step = .max / 2
        }
        switch pane {
        case .requests: moveList(step, isLast: intent == .last)
        case .log: moveLog(step, isLast: intent == .last)
        case .hold: scrollPanel(step)
        default: moveLines(pane, step)
        }
    }

    private mutating func moveList(_ step: Int, isLast: Bool) {
        state.list.follows = isLast
        let last = max(0, state.list.page.matching - 1)
        state.list.scroll.cursor = min(max(0, state.list.scroll.cursor + step), last)
        // nil until the row is loaded: the window must not take the cursor back to the old one.
        state.list.selected = state.list.row?.key
    }

    private mutating func moveLog(_ step: Int, isLast: Bool) {
        state.log.follows = isLast
        let last = max(0, state.log.page.matching - 1)
        state.log.scroll.cursor = min(max(0, state.log.scroll.cursor + step), last)
    }

    private mutating func scrollPanel(_ step: Int) {
        guard let area = Layout(state.size, state.layoutWish).area(of: .hold) else { return }
        let content = HoldView.content(state, area.size)
        let height = content.split(rows: area.rows).body
        let top = state.scroll(of: .hold, content, height: height).top
        state.scrolls[.hold] = Scroll(cursor: 0, top: min(max(0, top + step), max(0, content.body.count - height)))
    }

    /// Moves in a pane that is drawn whole; lines without a target are skipped.
    private mutating func moveLines(_ pane: Pane, _ step: Int) {
        guard let area = Layout(state.size, state.layoutWish).area(of: pane) else { return }
        let content = pane.view.content(state, area.size)
        guard !content.body.isEmpty else { return }
        let body = content.body
        let height = content.split(rows: area.rows).body
        var scroll = state.scroll(of: pane, content, height: height)
        let direction = step < 0 ? -1 : 1
        var cursor = min(max(0, scroll.cursor + step), body.count - 1)
        while body.indices.contains(cursor), body[cursor].target == nil { cursor += direction }
        if !body.indices.contains(cursor) {
            // Nothing further this way has a target: the last one that has, and the text beyond comes into view.
            let having = body.indices.filter { body[$0].target != nil }
            cursor = (direction < 0 ? having.first : having.last) ?? 0
        }
        scroll.cursor = cursor
        scroll.clamp(count: body.count, height: height)
        if direction < 0, body[..<cursor].allSatisfy({ $0.target == nil }) { scroll.top = 0 }
        state.scrolls[pane] = scroll
        if pane == .themes { previewTheme() }
        if pane == .timeline, case .challenge(let number) = body[cursor].target { state.challenge = number }
    }

    /// The line under a pane's cursor.
    func line(_ pane: Pane) -> Line? {
        let layout = Layout(state.size, state.layoutWish)
        let area = layout.area(of: pane) ?? Rectangle(state.size)
        let content = pane.view.content(state, area.size)
        let scroll = state.scroll(of: pane, content, height: content.split(rows: area.rows).body)
        return content.body.indices.contains(scroll.cursor) ? content.body[scroll.cursor] : nil
    }
}
