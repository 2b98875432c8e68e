import ChallengeLog
import Diagnosis
import Events
import Terminal
import Trust
import Workbench

extension Update {
    /// Does what a command means.
    mutating func run(_ intent: Intent, key: Key? = nil, argument: String = "") {
        switch intent {
        case .up, .down, .pageUp, .pageDown, .halfUp, .halfDown, .first, .last: move(intent)
        case .nextPane: switchPane(by: 1)
        case .previousPane: switchPane(by: -1)
        case .open: open()
        case .back: back(key)
        case .interrupt: state.overlay == nil && state.strip == nil ? quit() : back(.escape)
        case .unfold: unfold()
        case .view(let pane): show(pane)
        case .previousChallenge: state.focus == .compare ? compareChallenge(by: -1) : toChallenge(state.challenge - 1)
        case .nextChallenge: state.focus == .compare ? compareChallenge(by: 1) : toChallenge(state.challenge + 1)
        case .findings:
            state.overlay = .findings
            state.strip = nil
            state.scrolls[.findings] = nil
        case .columnLeft: moveColumn(by: -1)
        case .columnRight: moveColumn(by: 1)
        case .useColumn: useColumn()
        case .prove: prove()
        case .turn: turn()
        case .closeFinding: closeFinding()
        case .toggleColumn: toggleColumn()
        case .textbook:
            state.showsTextbook.toggle()
            state.scrolls[.handshake] = nil
        case .compare: compare()
        case .judgeAt: judgeAt(argument)

        case .answerHeld: openHoldPanel()
        case .fireAgain: fireAgain()
        case .fireAnew: if let key = SessionsView.request(in: state) { effects.append(.fireAnew(key)) }
        case .stopAll: stopAll()
        case .dropConnection: dropConnection()
        case .keyLog: argument.isEmpty ? askForKeyLog() : effects.append(.logKeys(argument))
        case .stop: if let key = state.list.selected { effects.append(.stop(key)) }
        case .mark: mark()
        case .copy: askWhatToCopy()
        case .pager: page()

        case .answerAll, .allByPolicy: answerAll()
        case .follow: toggleFollow()
        case .wrap: state.wraps.toggle()
        case .holdMode: holdMode(argument)
        case .strip: openStrip()
        case .theme: theme(argument)
        case .keepTheme: keepTheme()
        case .invalidate: invalidate(argument)
        case .onlyMarked: onlyMarked()

        case .filter: filterCommand(argument)
        case .sort: sort(argument)
        case .search: ask(.search)
        case .searchNext: searchNext(forward: true)
        case .searchPrevious: searchNext(forward: false)

        case .inspect: argument.isEmpty ? ask(.inspect) : inspect(argument)
        case .loadPage: loadPage(argument, key: key != nil)
        case .choose: choose()
        case .command: ask(.command)
        case .help: openHelp()
        case .demo: demo(argument)
        case .judge: judge(argument)
        case .runHelp: runFromHelp()
        case .helpLeft: moveInHelp(by: -1)
        case .helpRight: moveInHelp(by: 1)
        case .save: argument.isEmpty ? ask(.save) : save(argument)
        case .openLog: argument.isEmpty ? ask(.open) : openLog(argument)
        case .repaint: effects.append(.repaint)
        case .suspend: effects.append(.suspend)
        case .quit: quit()

        case .edit: edit()
        case .saveClient: argument.isEmpty ? ask(.saveClient) : saveClient(argument)
        case .flip, .valueRight: flip(by: 1)
        case .valueLeft: flip(by: -1)
        case .switchLeft: chooseSwitch(by: -1)
        case .switchRight: chooseSwitch(by: 1)
        case .undo: undo()
        case .reset: reset()
        case .set: set(argument)

        case .fireScenario: fireScenario()
        case .fireAll:
            effects.append(.fireAll)
            state.pane = .requests
        case .exportLab: argument.isEmpty ? ask(.exportLab) : effects.append(.exportLab(argument))
        case .labReport: effects.append(.loadLabReport)
        case .lab: lab(argument)
        case .code: openCode()
        case .codeLeft: nextLanguage(by: -1)
        case .codeRight: nextLanguage(by: 1)
        case .useClient: if let choice = ChooserView.selected(in: state) { use(choice) }
        case .otherForm: if let index = ChooserView.counterpart(in: state) { state.scrolls[.chooser]?.cursor = index }
        case .client: client(argument)

        case .usePolicy, .useCredential, .useNone, .performDefault, .cancel, .reject: answer(intent)
        case .lookFirst: lookFirst()
        case .stopClock: if let key = state.hold?.key { effects.append(.stopClock(key)) }
        case .later: state.hold = nil
        case .sameForHost: state.hold?.standsForHost.toggle()
        case .forget: effects.append(.forgetAnswers(host: argument.isEmpty ? nil : argument))
        case .identityUp: chooseIdentity(by: -1)
        case .identityDown: chooseIdentity(by: 1)
        }
    }

    // MARK: Panes

    mutating func show(_ pane: Pane) {
        state.overlay = nil
        state.helpFor = nil
        state.strip = nil
        state.isZoomed = false
        state.pane = pane
        state.matrix.givenUp = []
        if pane == .log { want(.log) }
        if pane == .lab { want(.overview) }
    }

    private mutating func switchPane(by step: Int) {
        guard state.overlay == nil else { return }
        let panes = Layout(state.size, state.layoutWish).panes.map(\.pane)
        guard panes.count > 1, let index = panes.firstIndex(of: state.pane) else {
            state.isZoomed = false
            state.pane = state.pane == .requests ? .timeline : .requests
            return
        }
        state.pane = panes[(index + step + panes.count) % panes.count]
    }

    private mutating func open() {
        let isWide = Layout(state.size, state.layoutWish).panes.count > 2
        switch state.focus {
        case .requests:
            if isWide, !state.isZoomed { state.pane = .detail } else { show(.detail) }
        case .timeline:
            if state.isZoomed || state.list.selected == nil {
                state.isZoomed = false
            } else if timelineTarget != nil {
                state.pane = .detail
            } else {
                state.isZoomed = true
            }
        case .detail where isWide: state.isZoomed = true
        case .detail: page()
        case .log: openEvent()
        case .page: openResource()
        case .handshake:
            if case .challenge(let number)? = line(.handshake)?.target {
                toChallenge(number)
                show(.detail)
            } else if let text = HandshakeView.fullText(state, line: line(.handshake)) {
                effects.append(.page(Sanitizer.text(text)))
            }
        case .policy where isWide: state.isZoomed = true
        default: break
        }
    }

    private var timelineTarget: Int? {
        guard case .challenge(let number) = line(.timeline)?.target else { return nil }
        return number
    }

    private mutating func openEvent() {
        guard case .event(let key?) = line(.log)?.target else { return }
        go(to: key)
    }

    /// Shows a request in the list, whatever is left out there.
    mutating func go(to key: RequestKey) {
        state.list.query = LogQuery()
        state.list.filter = ""
        state.list.follows = false
        state.list.selected = key
        show(.requests)
        effects.append(.locate(key, state.list.query))
    }

    private mutating func back(_ key: Key?) {
        if state.overlay == .themes { return leaveThemes() }
        if state.overlay == .code {
            state.overlay = state.codeFrom
            state.codeFrom = nil
            return
        }
        if state.overlay != nil {
            state.overlay = state.helpFor.flatMap { $0.isOverlay && $0 != .themes ? $0 : nil }
            state.helpFor = nil
            return
        }
        if state.strip != nil {
            state.strip = nil
            return
        }
        if state.isZoomed {
            state.isZoomed = false
            return
        }
        if key == .escape, state.pane == .requests || state.pane == .log, !filterTerms.isEmpty {
            filter("")
            return
        }
        if !state.isAtRoot {
            state.pane = .requests
        } else if key == .character("q") {
            quit()
        } else {
            state.message = Message("q quits")
        }
    }

    mutating func quit() {
        if nothingIsOpen {
            effects.append(.quit)
        } else {
            state.asksToQuit = true
        }
    }

    /// Whether leaving now interrupts nothing.
    var nothingIsOpen: Bool { state.overview.held.isEmpty && state.overview.running == 0 }

    private mutating func choose() {
        state.overlay = .chooser
        state.matrix.givenUp = []
        state.strip = nil
        let index = state.clients.firstIndex { $0.identifier == state.profile.name } ?? 0
        state.scrolls[.chooser] = Scroll(cursor: index, top: 0)
        want(.clients)
    }

    // MARK: The selected request

    private mutating func fireAgain() {
        guard let row = state.list.row else { return }
        state.list.origins[row.key.number] = row
        state.list.query.only = nil
        effects.append(.fireAgain(row.key, nil))
    }

    private mutating func mark() {
        guard let key = state.list.selected else { return }
        remember(.marks(state.list.marks))
        if state.list.marks.remove(key) == nil { state.list.marks.insert(key) }
        move(.down)
    }

    private mutating func onlyMarked() {
        remember(.only(state.list.query.only))
        state.list.query.only = state.list.query.only == nil ? state.list.marks : nil
        state.list.scroll = Scroll()
        want(.requests)
    }

    private mutating func unfold() {
        guard let number = timelineTarget ?? state.exchange?.challenges.first?.number else { return }
        if state.unfolded.remove(number) == nil { state.unfolded.insert(number) }
    }

    mutating func toChallenge(_ number: Int) {
        guard let challenges = state.exchange?.challenges, !challenges.isEmpty else { return }
        state.challenge = min(max(1, number), challenges.count)
        state.scrolls[.detail] = nil
        if let exchange = state.exchange {
            let lines = TimelineView.lines(exchange, state, columns: state.size.columns)
            let cursor = lines.firstIndex { $0.target == .challenge(state.challenge) } ?? 0
            state.scrolls[.timeline, default: Scroll()].cursor = cursor
            if state.focus == .handshake {
                let body = HandshakeView.content(state, state.size).body
                let place = body.firstIndex { $0.target == .challenge(state.challenge) } ?? 0
                state.scrolls[.handshake, default: Scroll()].cursor = place
            }
        }
    }

    // MARK: Modes

    private mutating func toggleFollow() {
        if state.pane == .log { state.log.follows.toggle() } else { state.list.follows.toggle() }
    }

    private mutating func holdMode(_ argument: String) {
        let mode: HoldMode
        switch argument {
        case "": mode = state.overview.holding == .off ? .all : .off
        case "on": mode = .all
        case "off": mode = .off
        default:
            do {
                mode = .matching(try LogQuery(argument), text: argument)
            } catch {
                state.message = Message("hold: \(error.reason)", role: .error)
                return
            }
        }
        if mode != state.overview.holding { remember(.hold(state.overview.holding)) }
        effects.append(.hold(mode))
        switch mode {
        case .off: state.message = Message("the policy answers again")
        case .all: state.message = Message("each challenge is held from now on, for you to answer")
        case .matching(_, let text): state.message = Message("challenges of \(text) are held for you to answer")
        }
    }

    mutating func openLog(_ path: String) {
        effects.append(.openLog(path))
        state.message = Message("opening \(path)")
    }

    mutating func save(_ path: String) {
        guard path.lowercased().hasSuffix(".md") else {
            effects.append(.saveLog(path))
            state.message = Message("saving as \(path)")
            return
        }
        guard let key = state.list.selected else {
            state.message = Message("no request is selected to be saved as Markdown", role: .warn)
            return
        }
        effects.append(.saveReport(key, path))
    }

    private mutating func invalidate(_ argument: String) {
        if let ending = SessionEnding(rawValue: argument) {
            effects.append(.invalidate(ending))
        } else if !argument.isEmpty {
            state.message = Message("invalidate takes nothing, cancel, or finish", role: .error)
        } else if state.overview.held.isEmpty, state.overview.running == 0 {
            effects.append(.invalidate(.cancel))
        } else {
            state.asksToInvalidate = true
        }
    }

    private mutating func inspect(_ text: String) {
        if state.isReadOnly {
            state.message = Message("this log is opened read-only: nothing is sent", role: .warn)
            return
        }
        effects.append(.fire(text))
        if state.pane == .lab || state.pane == .policy || state.pane == .log { show(.requests) }
        state.list.follows = true
    }

    private mutating func fireScenario() {
        guard case .scenario(let name) = line(.lab)?.target else { return }
        inspect(name)
    }

    // MARK: Handing over

    private mutating func page() {
        let focus = state.focus
        if focus == .detail, let text = DetailView.fullText(state) {
            effects.append(.page(Sanitizer.text(text)))
            return
        }
        if focus == .code, let text = state.code?.text {
            effects.append(.page(Sanitizer.text(text)))
            return
        }
        let width = max(200, state.size.columns)
        var wide = state
        wide.size = TerminalSize(columns: width, rows: 10_000)
        let content = focus.view.content(wide, wide.size)
        let lines = (content.header + content.body + content.foot).map(\.text)
        // Lines hold text as it came; the screen cleans it when it draws.
        effects.append(.page(Sanitizer.text(([content.title ?? ""] + lines).joined(separator: "\n") + "\n")))
    }
}
