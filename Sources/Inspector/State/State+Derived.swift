import Diagnosis
import Terminal
import Trust

extension State {
    /// The client in one word: the preset, and how many switches differ from it.
    var clientName: String { profile.name + (differences > 0 ? "+\(differences)" : "") }

    /// The files of the identities at hand, each once.
    var identityFiles: [String] {
        var seen: Set<String> = []
        return identities.map(\.file).filter { seen.insert($0).inserted }
    }

    /// Whether nothing lies under what is shown, so that `q` quits.
    var isAtRoot: Bool {
        overlay == nil && strip == nil && hold == nil && !isZoomed
            && (pane == .requests || (pane == .lab && !hasStarted))
    }

    /// Whether the rows of a list are looked at one by one just now, for its filter or its order.
    func isWalkedThrough(_ list: Loads.Kind) -> Bool {
        guard loads.running.contains(list) else { return false }
        return list == .log ? log.query.needsScan : self.list.query.needsScan
    }

    var follows: Bool { pane == .log ? log.follows : list.follows }

    /// What the message line says: what happened last, else what waits for the person.
    var shownMessage: Message {
        if asksToQuit {
            let what = overview.held.isEmpty ? "\(overview.running) running" : "\(overview.held.count) held"
            return Message("quit? \(what)    y quits, any other key stays", role: .prompt)
        }
        if asksToInvalidate {
            return Message("drop the session? what runs or is held:   y cancels it   f lets it finish", role: .prompt)
        }
        if let copies {
            let words = copies.map { "\($0.key) \($0.label)" }.joined(separator: "  ")
            return Message("copy:  \(words)   esc", role: .prompt)
        }
        // Of what happens during the tour only what went wrong comes before its sentence.
        let isTrouble = message.map { [.error, .warn].contains($0.role) } ?? false
        if let demo, hold == nil, !isTrouble { return Self.words(of: demo) }
        if let message { return message }
        if let progress, hold == nil, strip == nil, overview.held.isEmpty || matrix.proving != nil {
            return Message(progress.text(now: now, columns: size.columns), role: .running)
        }
        if let hold, let row = heldInPanel { return HoldView.message(hold, row, self) }
        if let strip { return StripView.message(strip, self) }
        let selected = overview.held.first { $0.key.request == list.selected }
        if let held = selected ?? overview.held.first, focus != .hold {
            let space = "\(held.facts.host):\(held.facts.port) \(held.facts.method.words)"
            let key = "press  a  to answer"
            if size.columns < Layout.narrow {
                return Message("held \(held.key.request.number): press a", role: .held)
            }
            let text = "held \(held.key.request.number): \(space)"
            let gap = max(4, size.columns - 38 - TextWidth.columns(of: text))
            return Message(text + String(repeating: " ", count: min(gap, 8)) + key, role: .held)
        }
        if focus == .lab, let lab = overview.lab { return Message(lab.files, role: .dim) }
        if !list.query.terms.isEmpty, list.page.matching == 0, list.page.total > 0 {
            return Message("0 of \(list.page.total) match  \(list.filter)    esc clears the filter")
        }
        return Message("")
    }

    private static func words(of demo: Demo) -> Message {
        guard let telling = demo.told, let step = telling.step else {
            return Message("demo: which story?  1  2  3  4   esc: none", role: .prompt)
        }
        let place = "demo \(telling.index + 1)/\(telling.story.steps.count)"
        // What is to be seen is said when it is there.
        guard telling.phase == .reading else { return Message(place, role: .prompt) }
        return Message(
            "\(place): \(step.sentence)" + (telling.story.waits ? "   space: on  esc: end" : ""),
            role: .prompt
        )
    }

    /// The keys of the story's step and those that a person has, for the footer; nil where it shows the program's own.
    var demoKeys: (typed: String, ways: String)? {
        guard let telling = demo?.told, !telling.story.waits, hold == nil, let step = telling.step else { return nil }
        let isTheirs = telling.waits && telling.phase == .reading
        return (step.keys, isTheirs ? "space on  esc ends" : "space on  any other key stops")
    }

    /// What the layout depends on.
    var layoutWish: Layout.Wish {
        var wish = Layout.Wish(focus: focus)
        wish.isZoomed = isZoomed
        guard size.columns > 0 else { return wish }
        wish.listRows = RequestsView.wantedRows(self)
        if let timeline = exchange.map({ TimelineView.lines($0, self, columns: size.columns).count }) {
            wish.timelineRows = timeline + 1
        }
        if size.columns >= Layout.wide { wish.policyRows = PolicyView.wantedRows(self) }
        if hold != nil { wish.holdRows = HoldView.content(self, size).rows }
        return wish
    }

    /// A pane's cursor and first line as they are drawn.
    func scroll(of pane: Pane, _ content: PaneContent, height: Int) -> Scroll {
        switch pane {
        case .requests:
            // The body begins at the list's first row on screen.
            let target = list.selected.map(Line.Target.request)
            let cursor = content.body.firstIndex { $0.target != nil && $0.target == target } ?? -1
            return Scroll(cursor: cursor, top: max(0, cursor - max(1, height) + 1))
        case .hold:
            // Text with no cursor of its own: the arrows choose an identity, pages move it.
            let top = scrolls[.hold]?.top ?? 0
            return Scroll(cursor: -1, top: min(max(0, top), max(0, content.body.count - max(1, height))))
        case .log:
            // One line an event, and what is left of it where long lines go on.
            let rows = content.body.indices.filter { if case .event = content.body[$0].target { true } else { false } }
            let row = log.scroll.cursor - log.scroll.top
            let cursor = rows.indices.contains(row) ? rows[row] : row
            return Scroll(cursor: cursor, top: max(0, cursor - max(1, height) + 1))
        default:
            var scroll = scrolls[pane] ?? Scroll()
            if pane == .timeline, scrolls[pane] == nil {
                // It begins at the challenge, which matters more than what led to it.
                scroll.cursor = content.body.firstIndex { $0.target == .challenge(challenge) } ?? 0
                scroll.top = scroll.cursor
            }
            scroll.clamp(count: content.body.count, height: height)
            // A heading is no place to begin at.
            if let next = content.body.indices.dropFirst(scroll.cursor).first(where: { content.body[$0].target != nil })
            {
                scroll.cursor = next
            }
            return scroll
        }
    }
}
