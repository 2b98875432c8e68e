import ChallengeLog
import Diagnosis
import Events
import Terminal
import Trust

/// The one function that changes the state: an action in, a new state and the effects wanted out.
struct Update {
    var state: State
    var effects: [Effect] = []
    /// Where everything stands, while that is asked for again and again and does not change.
    private var settledLayout: Layout?

    init(state: State) { self.state = state }

    /// Applies an action and says what is to be done.
    static func apply(_ action: Action, to state: inout State) -> [Effect] {
        var update = Update(state: state)
        update.take(action)
        update.settle()
        state = update.state
        return update.effects
    }

    private mutating func take(_ action: Action) {
        switch action {
        case .key(let key): if !takesForDemo(key) { pressed(key) }
        case .resize(let size): state.size = size
        case .chosen(let target): choose(target)
        case .tick(let now): state.now = now
        case .changed:
            want(.overview)
            want(.requests)
            if state.list.selected != nil { want(.exchange) }
            if isShown(.log) { want(.log) }
        case .overview(let overview): take(overview)
        case .requests(let query, let page): take(page, of: query)
        case .found(let position, let text): take(found: position, text)
        case .exchange(let exchange): take(exchange)
        case .log(let query, let page): take(page, of: query)
        case .clients(let clients):
            state.clients = clients
            ended(.clients)
        case .identities(let identities): state.identities = identities
        case .comparison(let comparison): take(comparison)
        case .audited(let sheet, let name): take(sheet, of: name)
        case .proved(let row, let proof, let name): state.matrix.sheets[name]?.proofs[row] = proof
        case .provedAll(let name): provedAll(name)
        case .combinations(let combinations): state.matrix.combinations = combinations
        case .code(let text, let profile, let target): takeCode(text, profile, target)
        case .firedAll(let count):
            state.salvo = Salvo(count: count, since: state.now)
            state.list.follows = true
        case .loadedPage(let sheet): take(sheet)
        case .page(let text): effects.append(.page(Sanitizer.text(text)))
        case .whatIf(let generation, let lines, let remaining):
            guard generation == state.whatIf.generation else { return }
            state.whatIf.lines += lines
            state.whatIf.remaining = remaining
        case .wouldBe(let wouldBe): if state.wouldBe?.question == wouldBe.question { state.wouldBe = wouldBe }
        case .fired(let number, let text):
            state.message = Message("\(number): \(text)")
            state.list.follows = true
        case .identityOpened(let path, let identities): opened(path, identities)
        case .identityFailed(let path, let attempt, let problem): failed(path, attempt, problem)
        case .savedClient(let profile, let path): takeSaved(profile, path)
        case .pinsRead(let pins, let profile): take(pins, for: profile)
        case .files(let files, let typed): complete(with: files, typed: typed)
        case .copyText(let text, let what): effects.append(.copy(text, what: what))
        case .foundEvent(let position, let text): takeEvent(found: position, text)
        case .judged(let words):
            state.judged = state.judged.suffix(1) + [words]
            state.message = Message(words)
        case .logOpened: openedLog()
        case .working(let progress):
            state.working = progress
            // How far it has come says what it is.
            if progress != nil { state.message = nil }
        case .theme(let name): state.theme = name
        case .report(let message): state.message = message
        }
    }

    // MARK: Loading

    /// Asks for a load, or for one more when it is under way.
    ///
    /// What is under way for another filter is not waited for: it may have to look at a million rows.
    mutating func want(_ kind: Loads.Kind) {
        let isOvertaken =
            switch kind {
            case .requests: state.loads.requestsQuery != state.list.query
            case .log: state.loads.logQuery != state.log.query
            default: false
            }
        guard isOvertaken || !state.loads.running.contains(kind) else {
            state.loads.wanted.insert(kind)
            return
        }
        let effect: Effect
        switch kind {
        case .overview: effect = .loadOverview
        case .clients: effect = .loadClients
        case .requests:
            let height = max(50, bodyHeight(.requests))
            let offset =
                state.list.follows ? max(0, state.list.page.matching - height) : max(0, state.list.scroll.top - height)
            state.loads.requestsQuery = state.list.query
            effect = .loadRequests(state.list.query, offset: offset, limit: 3 * height)
        case .exchange:
            guard let key = state.list.selected else { return }
            effect = .loadExchange(key)
        case .log:
            let height = max(50, bodyHeight(.log))
            let offset =
                state.log.follows ? max(0, state.log.page.matching - height) : max(0, state.log.scroll.top - height)
            state.loads.logQuery = state.log.query
            effect = .loadLog(state.log.query, offset: offset, limit: 3 * height)
        }
        state.loads.running.insert(kind)
        effects.append(effect)
    }

    private mutating func ended(_ kind: Loads.Kind) {
        state.loads.running.remove(kind)
        if state.loads.wanted.remove(kind) != nil { want(kind) }
    }

    private mutating func take(_ overview: Overview) {
        let known = Set(state.overview.held.map(\.key))
        let isNew = overview.held.contains { !known.contains($0.key) }
        let isFirst = state.overview.requests == 0 && overview.requests > 0
        if state.overview.lab == nil, overview.lab != nil {
            // The lab has filled the bundle: the clients' pins and identities are those of its files.
            want(.clients)
            effects.append(.loadIdentities)
        }
        state.overview = overview
        if !state.knowsProfile {
            // Options may have chosen another client before the screen opened.
            state.knowsProfile = true
            state.profile = overview.profile
        }
        if isNew {
            effects.append(.bell)
            // What waits for an answer is more urgent than what was just said.
            state.message = nil
            if let held = overview.held.first(where: {
                $0.key.request == state.list.selected && !known.contains($0.key)
            }) {
                state.challenge = held.key.challenge
                state.scrolls[.timeline] = nil
            }
        }
        if overview.running + overview.held.count == 0, ended(state.salvo) { state.salvo = nil }
        if isFirst {
            // "start here" has done its work.
            state.hasStarted = true
        }
        ended(.overview)
        if isNew || state.hold != nil, state.identities.isEmpty { effects.append(.loadIdentities) }
    }

    /// Whether what was fired as one has come to rest; it takes a moment until it counts as running.
    private mutating func ended(_ salvo: Salvo?) -> Bool {
        guard let salvo, state.now - salvo.since > 200_000 else { return false }
        if state.message == nil { state.message = Message("\(Words.count(salvo.count, "request")) fired") }
        return true
    }

    private mutating func take(_ page: RequestWindow, of query: LogQuery) {
        if query == state.list.query {
            state.list.page = page
            if !state.list.follows, let selected = state.list.selected,
                let index = page.rows.firstIndex(where: { $0.key == selected })
            {
                state.list.scroll.cursor = page.offset + index
            }
        }
        if query == state.loads.requestsQuery { ended(.requests) }
    }

    private mutating func take(_ exchange: Exchange) {
        if exchange.key == state.list.selected {
            if exchange.key != state.exchange?.key {
                let held = state.overview.held.first { $0.key.request == exchange.key }
                state.challenge = held?.key.challenge ?? 1
                state.scrolls[.timeline] = nil
                state.scrolls[.detail] = nil
                state.scrolls[.handshake] = nil
                state.unfolded = []
            }
            state.exchange = exchange
        }
        ended(.exchange)
    }

    private mutating func take(_ page: EventWindow, of query: LogQuery) {
        if query == state.log.query {
            state.log.page = page
            // What was recorded meanwhile comes with the next window; one that is far from the end is none to follow.
            let end = page.offset + page.rows.count
            if state.log.follows, !page.rows.isEmpty, page.matching - end < page.rows.count {
                state.log.page.matching = end
            }
        }
        if query == state.loads.logQuery { ended(.log) }
    }

    private mutating func openedLog() {
        state.list = RequestList()
        state.exchange = nil
        state.log = LogList()
        state.whatIf = WhatIf()
        state.wouldBe = nil
        state.reevaluates = false
        state.comparison = nil
        state.pane = .requests
        state.overlay = nil
        state.hasStarted = true
        state.message = nil
        want(.overview)
        want(.requests)
        want(.log)
    }

    // MARK: Keys

    /// A key, the person's or a story's.
    mutating func pressed(_ key: Key) {
        if state.asksToQuit || state.asksToInvalidate {
            answerQuestion(key)
            return
        }
        if state.prompt != nil {
            type(key)
            return
        }
        if let copies = state.copies {
            chooseCopy(key, among: copies)
            return
        }
        state.message = nil
        guard let command = Command.forKey(key, in: state.place) else {
            state.hold?.armed = nil
            return
        }
        if let reason = command.whyNot(state) {
            state.message = Message(reason, role: .warn)
            return
        }
        // Any other key takes the first press of an accepting answer back.
        if let armed = state.hold?.armed, armed != command.intent { state.hold?.armed = nil }
        run(command.intent, key: key)
    }

    private mutating func answerQuestion(_ key: Key) {
        let quits = state.asksToQuit
        state.asksToQuit = false
        state.asksToInvalidate = false
        switch key {
        case "y": effects.append(quits ? .quit : .invalidate(.cancel))
        case "f": if !quits { effects.append(.invalidate(.finish)) }
        default: break
        }
    }

    // MARK: After each action

    /// Keeps cursors on what exists, and loads what came into view.
    private mutating func settle() {
        settledLayout = Layout(state.size, state.layoutWish)
        defer { settledLayout = nil }
        settleList()
        if isShown(.log) { settleLog() }
        if let key = state.list.selected, state.exchange?.key != key, !state.loads.running.contains(.exchange) {
            want(.exchange)
        }
        if state.hold != nil, state.heldInPanel == nil, !state.loads.running.contains(.overview) {
            state.hold = nil
            settledLayout = nil
            if state.message == nil { state.message = Message("it was answered meanwhile") }
        }
        if let strip = state.strip {
            let count = Switchboard.flippable(state.profile, files: state.identityFiles).count
            state.strip?.index = min(max(0, strip.index), max(0, count - 1))
        }
        // What was asked about has ended meanwhile: the wish to leave stands.
        if state.asksToQuit, nothingIsOpen { effects.append(.quit) }
        tellDemo()
        // A key of the story's may have brought another view.
        settledLayout = Layout(state.size, state.layoutWish)
        judgeAgain()
        wantWouldBe()
        wantMatrix()
    }

    private mutating func settleList() {
        let count = state.list.page.matching
        let height = bodyHeight(.requests)
        if state.list.follows { state.list.scroll.cursor = max(0, count - 1) }
        state.list.scroll.clamp(count: count, height: height)
        if state.list.follows { state.list.scroll.top = max(0, count - max(1, height)) }
        state.list.scroll.top = RequestsView.top(state.list, height: height)
        if let row = state.list.row {
            state.list.selected = row.key
        } else if count == 0 {
            // Nothing is selected, so that nothing of a request is shown either.
            state.list.selected = nil
            state.exchange = nil
            return
        } else {
            want(.requests)
            return
        }
        let last = min(count, state.list.scroll.top + height) - 1
        let needsMore =
            state.list.row(at: state.list.scroll.top) == nil || (last >= 0 && state.list.row(at: last) == nil)
        if needsMore, !state.loads.running.contains(.requests) { want(.requests) }
    }

    private mutating func settleLog() {
        let page = state.log.page
        let height = bodyHeight(.log)
        if state.log.follows { state.log.scroll.cursor = max(0, page.matching - 1) }
        state.log.scroll.clamp(count: page.matching, height: height)
        let wanted = state.log.scroll.top..<min(page.matching, state.log.scroll.top + height)
        let has = page.offset..<(page.offset + page.rows.count)
        let isCovered =
            wanted.isEmpty ? page.matching > 0 : has.contains(wanted.lowerBound) && has.contains(wanted.upperBound - 1)
        if !isCovered, !state.loads.running.contains(.log), page.matching > 0 || !state.log.wasLoaded {
            state.log.wasLoaded = true
            want(.log)
        }
    }

    /// Rows that a pane's body has.
    func bodyHeight(_ pane: Pane) -> Int {
        guard let area = layout.area(of: pane) else { return 0 }
        return pane.view.content(state, area.size).split(rows: area.rows).body
    }

    func isShown(_ pane: Pane) -> Bool { layout.area(of: pane) != nil }

    private var layout: Layout { settledLayout ?? Layout(state.size, state.layoutWish) }
}
