import ChallengeLog
import Diagnosis
import Terminal
import Trust

extension Update {
    mutating func ask(_ kind: Prompt.Kind, text: String = "") {
        state.prompt = Prompt(kind, text: text)
        state.message = nil
    }

    /// A key while something is typed.
    mutating func type(_ key: Key) {
        switch key {
        case .character(let character): state.prompt?.insert(character)
        case .backspace: state.prompt?.deleteBackward()
        case .delete: state.prompt?.deleteForward()
        case .left: moveCursor(by: -1)
        case .right: moveCursor(by: 1)
        case .home, .control("A"): moveCursor(by: -.max / 2)
        case .end, .control("D"), .control("E"): moveCursor(by: .max / 2)
        case .control("U"): state.prompt?.replace("")
        case .up: recall(by: 1)
        case .down: recall(by: -1)
        case .tab: complete()
        case .escape, .control("C"): leavePrompt()
        case .enter: submit()
        case .control("L"): effects.append(.repaint)
        case .control("Z"): effects.append(.suspend)
        default: break
        }
        if case .filter? = state.prompt?.kind, state.prompt?.fault == nil { checkFilter() }
    }

    private mutating func moveCursor(by step: Int) {
        guard let prompt = state.prompt else { return }
        state.prompt?.cursor = min(max(0, prompt.cursor + step), prompt.text.count)
    }

    private mutating func leavePrompt() {
        if case .filter? = state.prompt?.kind, let original = state.prompt?.original { filter(original) }
        if case .passPhrase? = state.prompt?.kind { state.message = Message("given up: the file stays closed") }
        state.prompt = nil
    }

    private mutating func recall(by step: Int) {
        guard let prompt = state.prompt, let name = prompt.kind.history else { return }
        let lines = state.history[name] ?? []
        let recall = min(max(0, prompt.recall + step), lines.count)
        guard recall != prompt.recall else { return }
        let draft = prompt.recall == 0 ? prompt.text : prompt.draft
        state.prompt?.replace(recall == 0 ? String(draft) : lines[lines.count - recall])
        state.prompt?.recall = recall
        state.prompt?.draft = draft
    }

    private mutating func complete() {
        guard let prompt = state.prompt, !prompt.kind.isSecret else { return }
        if let (start, inBundle) = Completion.pathStart(in: prompt) {
            effects.append(.listFiles(typed: String(prompt.text[start...]), inBundle: inBundle))
            return
        }
        let (start, choices) = Completion.choices(for: prompt, state)
        guard !choices.isEmpty else { return }
        offer(choices, from: start, endsWithBlank: true)
    }

    private mutating func submit() {
        guard let prompt = state.prompt else { return }
        let text = prompt.kind.isSecret ? prompt.string : prompt.string.trimmed
        if case .filter = prompt.kind {
            submitFilter(prompt)
            return
        }
        if let name = prompt.kind.history, !text.isEmpty, state.history[name]?.last != text {
            state.history[name, default: []].append(text)
        }
        state.prompt = nil
        switch prompt.kind {
        case .passPhrase(let path, let attempt):
            effects.append(.openIdentity(path: path, Secret(text: text), attempt: attempt))
        case .value(let identifier): setTyped(identifier, text)
        case .keyLog: effects.append(.logKeys(text.isEmpty ? nil : text))
        case _ where text.isEmpty: break
        case .inspect: run(.inspect, argument: text)
        case .page: run(.loadPage, argument: text)
        case .command: command(text)
        case .search:
            state.search = text
            searchNext(forward: true, includesHere: true)
        case .save: save(text)
        case .saveClient: saveClient(text)
        case .open: openLog(text)
        case .exportLab: effects.append(.exportLab(text))
        case .identityFile: effects.append(.openIdentity(path: text, nil, attempt: 0))
        case .filter: break
        }
    }

    /// Runs a line typed behind `:`.
    mutating func command(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard let word = parts.first else { return }
        guard let command = Command.forWord(word) else {
            let words = Command.table.map(\.word).filter { !$0.isEmpty }
            let hint = NearestName.to(word, among: words).map { "; did you mean \($0)?" } ?? ""
            state.message = Message("no command \(word)\(hint)   ? lists them", role: .error)
            return
        }
        if let reason = command.whyNot(state) {
            state.message = Message(reason, role: .warn)
            return
        }
        let argument = parts.count > 1 ? parts[1].trimmed : ""
        if command.argument == .none, !argument.isEmpty {
            state.message = Message(":\(command.word) takes nothing behind it", role: .error)
            return
        }
        if command.intent == .back { state.overlay = nil }
        run(command.intent, argument: argument)
    }

    // MARK: Filter, sort, search

    /// While typing: the old filter stays in force until the new one parses.
    private mutating func checkFilter() {
        guard let text = state.prompt?.string else { return }
        do {
            try setFilter(text.trimmed)
        } catch {
            if let original = state.prompt?.original { try? setFilter(original) }
            state.prompt?.fault = Prompt.Fault(reason: error.reason, offset: error.offset)
        }
    }

    private mutating func submitFilter(_ prompt: Prompt) {
        do {
            try setFilter(prompt.string.trimmed)
            if prompt.original != prompt.string.trimmed { remember(.filter(prompt.original, ofLog: filtersLog)) }
            if !prompt.string.trimmed.isEmpty { state.history["filter", default: []].append(prompt.string.trimmed) }
            state.prompt = nil
        } catch {
            state.prompt?.fault = Prompt.Fault(reason: error.reason, offset: error.offset)
        }
    }

    /// Whether the filter under the cursor is that of the events.
    private var filtersLog: Bool { state.focus == .log }

    /// The words of the filter in force here.
    var filterTerms: [LogQuery.Term] { filtersLog ? state.log.query.terms : state.list.query.terms }

    mutating func filterCommand(_ argument: String) {
        guard argument.isEmpty else { return filter(argument) }
        ask(.filter, text: filtersLog ? state.log.filter : state.list.filter)
    }

    mutating func filter(_ text: String) {
        let before = filtersLog ? state.log.filter : state.list.filter
        defer {
            if state.prompt == nil, before != (filtersLog ? state.log.filter : state.list.filter) {
                remember(.filter(before, ofLog: filtersLog))
            }
        }
        do {
            try setFilter(text == "off" ? "" : text)
        } catch {
            state.message = Message("filter: \(error.reason)", role: .error)
        }
    }

    private mutating func setFilter(_ text: String) throws(LogQueryError) {
        let terms = try LogQuery(text).terms
        if filtersLog {
            guard terms != state.log.query.terms else { return }
            state.log.filter = text
            state.log.query.terms = terms
            state.log.query.marked = state.list.marks
            state.log.scroll = Scroll()
            want(.log)
            return
        }
        guard terms != state.list.query.terms else { return }
        state.list.filter = text
        state.list.query.terms = terms
        state.list.query.marked = state.list.marks
        state.list.scroll = Scroll()
        want(.requests)
    }

    /// Lists everything again, in the order it happened.
    mutating func clearFilter(ofLog: Bool) {
        if ofLog {
            state.log.filter = ""
            state.log.query = LogQuery()
            state.log.scroll = Scroll()
            want(.log)
        } else {
            state.list.filter = ""
            state.list.query = LogQuery()
            state.list.scroll = Scroll()
            want(.requests)
        }
    }

    mutating func sort(_ argument: String) {
        let all = LogQuery.Sort.allCases
        let before = state.list.query.sort
        if argument.isEmpty {
            let index = all.firstIndex(of: state.list.query.sort) ?? 0
            state.list.query.sort = all[(index + 1) % all.count]
        } else if let sort = LogQuery.Sort(rawValue: argument) {
            state.list.query.sort = sort
        } else {
            state.message = Message("sort by \(all.map(\.rawValue).joined(separator: ", "))", role: .error)
            return
        }
        if state.list.query.sort != before { remember(.sort(before)) }
        state.list.follows = state.list.query.sort == .number
        state.message = Message("sorted by \(state.list.query.sort.rawValue)")
        want(.requests)
    }

    mutating func searchNext(forward: Bool, includesHere: Bool = false) {
        let text = state.search
        guard !text.isEmpty else { return }
        if state.focus == .requests {
            let from = state.list.scroll.cursor + (includesHere ? 0 : forward ? 1 : -1)
            effects.append(.find(text, state.list.query, from: from, forward: forward))
            return
        }
        if state.focus == .log {
            let from = state.log.scroll.cursor + (includesHere ? 0 : forward ? 1 : -1)
            effects.append(.findEvent(text, state.log.query, from: from, forward: forward))
            return
        }
        searchLines(text, forward: forward, includesHere: includesHere)
    }

    private mutating func searchLines(_ text: String, forward: Bool, includesHere: Bool) {
        let pane = state.focus
        let area = Layout(state.size, state.layoutWish).area(of: pane) ?? Rectangle(state.size)
        let content = pane.view.content(state, area.size)
        let height = content.split(rows: area.rows).body
        var scroll = state.scroll(of: pane, content, height: height)
        let count = content.body.count
        let steps = (includesHere ? 0 : 1)..<max(1, count + (includesHere ? 0 : 1))
        let wanted = text.lowercased()
        for step in steps {
            let index = ((scroll.cursor + (forward ? step : -step)) % max(1, count) + count) % max(1, count)
            guard content.body.indices.contains(index), content.body[index].target != nil else { continue }
            if content.body[index].text.lowercased().contains(wanted) {
                scroll.cursor = index
                state.scrolls[pane] = scroll
                return
            }
        }
        state.message = Message("not found: \(text)", role: .warn)
    }

    /// The event that a search of the log ended at.
    mutating func takeEvent(found position: Int?, _ text: String) {
        guard let position else {
            state.message = Message("not found: \(text)", role: .warn)
            return
        }
        state.log.follows = false
        state.log.scroll.cursor = position
    }

    /// The row that a search of the list ended at.
    mutating func take(found position: Int?, _ text: String) {
        guard let position else {
            state.message = Message("not found: \(text)", role: .warn)
            return
        }
        state.list.follows = false
        state.list.scroll.cursor = position
        state.list.selected = state.list.row?.key
        if state.list.row == nil {
            state.list.scroll.top = position
            want(.requests)
        }
    }
}

extension String {
    /// Without blanks at either end.
    var trimmed: String {
        var text = Substring(self)
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
