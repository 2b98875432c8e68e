import ChallengeLog
import Diagnosis
import Foundation
import Terminal

/// The inspector in lines: an event a line, views as numbered lists, prompts as numbered choices. Commands are those of
/// the one table, by word or by key; nothing is placed on the screen, and nothing is coloured.
@MainActor final class PlainSession {
    private let loop: Loop
    private let input: PlainInput
    private let printer: (String) -> Void
    private let urls: [String]
    private var echo = Echo()
    /// The pane that was printed last, and what its numbers choose.
    private var shown: (pane: Pane, choices: [Int])?
    private var said: Message?
    private var prompted: Prompt.Kind?
    /// The question that was said last, as long as it stands.
    private var asked: String?
    private var heldSaid: Set<HeldKey> = []
    private var hasEnded = false
    private var wanted: [Effect] = []

    init(
        _ options: InspectorOptions,
        _ backend: any InspectorBackend,
        input: PlainInput,
        printer: @escaping (String) -> Void
    ) {
        self.input = input
        self.printer = printer
        urls = options.urls
        // Wide and long enough that no view leaves anything out.
        var state = State(size: TerminalSize(columns: 119, rows: 5000))
        state.secondsFromUTC = TimeZone.current.secondsFromGMT()
        state.begin(options)
        state.wraps = true
        let box = Box()
        loop = Loop(
            state: state,
            backend: backend,
            wake: { input.wake() },
            clock: Clock.microseconds,
            onScreen: { box.session?.wanted.append($0) }
        )
        box.session = self
    }

    private final class Box {
        weak var session: PlainSession?
    }

    /// Runs until `quit` or the end of the input; what runs then is waited for.
    func run() -> Int32 {
        loop.start(urls: urls)
        settle()
        say("countersign  \(loop.state.clientName)   type a number, a command (help lists them), or quit")
        if loop.state.pane == .lab { show(.lab) }
        input.start()
        while !loop.hasEnded, !hasEnded {
            tell()
            switch input.next(within: loop.patience ?? .seconds(3600)) {
            case .line(let line)?: take(line)
            case .wake?: loop.takePosted()
            case .end?: waitForEnd()
            case nil: loop.take(.tick(Clock.microseconds()))
            }
        }
        echo.hide(false)
        return 0
    }

    private func say(_ line: String) { printer(line) }

    /// Lets the back end come to rest, a few seconds at most.
    private func settle() {
        let end = ContinuousClock.now + .seconds(5)
        while ContinuousClock.now < end {
            loop.takePosted()
            if loop.isSettled, !loop.takePosted() { return }
            input.waitForWake(.milliseconds(20))
        }
    }

    /// Waits until nothing runs but what is held for an answer, two minutes at most, and until a story is told.
    private func waitForRest() {
        var end = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < end {
            loop.takePosted()
            tell()
            if isTelling {
                // A story goes on with the clock; nobody waits for it longer than it does itself.
                end = ContinuousClock.now + .seconds(120)
                loop.take(.tick(Clock.microseconds()))
                input.waitForWake(.milliseconds(20))
                continue
            }
            let isIdle = loop.state.overview.running == 0 && !isLoadingUnasked
            if loop.isSettled, !loop.takePosted(), isIdle { return }
            input.waitForWake(.milliseconds(50))
            loop.post(.changed)
        }
    }

    /// Whether a page is being loaded that waits for nobody.
    private var isLoadingUnasked: Bool { loop.state.loadingPage != nil && loop.state.overview.held.isEmpty }

    /// Whether a story is told that goes on by itself.
    private var isTelling: Bool {
        guard let telling = loop.state.demo?.told else { return false }
        return !(telling.waits && telling.phase == .reading)
    }

    /// The input has ended: nobody will answer, but what runs is seen to its end.
    private func waitForEnd() {
        waitForRest()
        hasEnded = true
    }

    // MARK: - Telling

    /// Says what is new: rows that began or ended, what is held, messages, prompts.
    private func tell() {
        for line in news.lines(loop.state) { say(line) }
        let held = loop.state.overview.held
        for row in held where loop.state.prompt == nil && !isAsking && heldSaid.insert(row.key).inserted { announce() }
        if let message = loop.state.message, message != said { say("* \(message.text)") }
        said = loop.state.message
        let question = isAsking ? loop.state.shownMessage.text : nil
        if let question, question != asked { say("? \(question)") }
        asked = question
        if loop.state.prompt?.kind != prompted, let prompt = loop.state.prompt { say("? \(prompt.kind.label)") }
        prompted = loop.state.prompt?.kind
        echo.hide(prompted?.isSecret ?? false)
        tellDemo()
        if loop.state.loadedPage != toldPage {
            toldPage = loop.state.loadedPage
            show(.page)
        }
        performWanted()
    }

    /// Whether one key answers a question.
    private var isAsking: Bool {
        loop.state.asksToQuit || loop.state.asksToInvalidate || loop.state.copies != nil
    }

    /// The stories, and the sentence of the one that is told.
    private func tellDemo() {
        let demo = loop.state.demo
        defer { toldDemo = demo }
        if demo == .choosing, toldDemo != .choosing {
            for story in DemoStory.all(loop.state) { say("\(story.name). \(story.title)") }
            say("? demo and its number   (an empty line goes on with a story, any other stops it)")
        }
        guard let telling = demo?.told, telling.phase == .reading, let step = telling.step else { return }
        if toldDemo?.told?.phase != .reading || toldDemo?.told?.index != telling.index {
            say("# \(step.sentence)   typed: \(step.keys)")
        }
    }

    private var toldDemo: Demo?
    private var toldPage: PageSheet?
    private var news = PlainNews()

    /// A held challenge, with its answers as numbered choices.
    private func announce() {
        guard loop.state.hold == nil else { return }
        press("a")
        show(.hold)
    }

    private func performWanted() {
        let effects = wanted
        wanted = []
        for effect in effects {
            switch effect {
            case .page(let text), .copy(let text, _): say(Sanitizer.text(text))
            case .bell: break
            case .theme: say("* there are no colours here")
            default: break
            }
        }
    }

    // MARK: - Taking

    private func take(_ line: String) {
        let text = line.trimmed
        if let telling = loop.state.demo?.told, takes(text, during: telling) { return }
        if loop.state.prompt != nil {
            type(line)
            press(.enter)
        } else if isAsking {
            press(text.first.map { Key.character($0) } ?? .escape)
        } else if let number = Int(text) {
            choose(number)
        } else if !text.isEmpty {
            command(text)
        }
        settle()
        if input.isScripted, !loop.hasEnded { waitForRest() }
        if let panel = loop.state.hold, loop.state.heldInPanel?.key != panel.key { press(.escape) }
        // The next one that waits.
        if loop.state.hold == nil, loop.state.prompt == nil, let row = loop.state.overview.held.first,
            heldSaid.contains(row.key), shown?.pane == .hold
        {
            announce()
        }
    }

    /// A line while a story is told: an empty one goes on with it, another stops it and counts as ever. Where the person
    /// says when it goes on, the program is theirs meanwhile.
    ///
    /// - Returns: whether the story took it.
    private func takes(_ text: String, during telling: Demo.Telling) -> Bool {
        guard !text.isEmpty else {
            press(.character(" "))
            settle()
            if input.isScripted { waitForRest() }
            return true
        }
        if !(telling.waits && telling.phase == .reading) {
            press(.escape)
            tell()
        }
        return false
    }

    /// A command by its word, with or without a colon; else a key.
    private func command(_ text: String) {
        let line = text.hasPrefix(":") ? String(text.dropFirst()) : text
        let word = line.prefix { $0 != " " }
        if word.count == 1, let key = word.first, line.count == 1 {
            let before = (loop.state.focus, loop.state.overlay)
            press(.character(key))
            if before != (loop.state.focus, loop.state.overlay) { show(loop.state.focus) }
            return
        }
        if loop.state.hold != nil { press(.escape) }
        guard let command = Command.forWord(String(word)) else {
            say("* no command \(Sanitizer.line(String(word)))   help lists them")
            return
        }
        press(":")
        type(line)
        press(.enter)
        settle()
        switch command.intent {
        case .view(let pane): show(pane)
        case .loadPage: if loop.state.overlay == .page { show(.page) }
        case .help, .compare, .filter, .sort, .set, .client, .openLog, .judgeAt: show(loop.state.focus)
        default: break
        }
    }

    /// The line of that number in what was printed last.
    private func choose(_ number: Int) {
        guard let shown else { return say("* nothing is numbered here") }
        if shown.pane == .hold { return answer(number) }
        guard number >= 1, number <= shown.choices.count else {
            return say("* there are 1 to \(shown.choices.count)")
        }
        let content = shown.pane.view.content(loop.state, loop.state.size)
        let index = shown.choices[number - 1]
        guard content.body.indices.contains(index), let target = content.body[index].target else { return }
        loop.take(.chosen(target))
        settle()
        switch target {
        case .request, .challenge: show(target.isRequest ? .timeline : .detail)
        case .policySwitch: show(.policy)
        default: break
        }
    }

    /// An answer by its number, as the panel listed them.
    private func answer(_ number: Int) {
        let commands = Self.answers(loop.state)
        if number > commands.count, number <= commands.count + identities.count {
            let index = number - commands.count - 1
            for _ in identities { press(.up) }
            for _ in 0..<index { press(.down) }
            return say("* \(identities[index]) is chosen; 2 sends it")
        }
        guard commands.indices.contains(number - 1), let key = commands[number - 1].keys.first else {
            return say("* there are 1 to \(commands.count)")
        }
        press(key)
        if let armed = loop.state.hold?.armed {
            say("? \(loop.state.shownMessage.text)   (the same number again: \(armed))")
        }
    }

    private static func answers(_ state: State) -> [Command] {
        Command.all(in: .hold).filter { command in
            command.section == .answers && !command.help.isEmpty && command.whyNot(state) == nil
                && command.intent != .identityUp
        }
    }

    /// The identities on offer for a held client-certificate challenge.
    private var identities: [String] {
        guard let row = loop.state.heldInPanel, row.facts.method == .clientCertificate else { return [] }
        return HoldView.offers(row, loop.state).map { Sanitizer.line("\($0.identity.file) \($0.identity.subject)") }
    }

    private func press(_ key: Key) { loop.take(.key(key)) }

    private func type(_ text: String) { for character in text { press(.character(character)) } }

    private func show(_ pane: Pane) {
        settle()
        let content = pane.view.content(loop.state, loop.state.size)
        var (text, choices) = PlainLine.lines(content)
        if pane == .hold {
            for (index, command) in Self.answers(loop.state).enumerated() {
                text.append("  \(index + 1) \(command.help)")
            }
            let first = Self.answers(loop.state).count + 1
            for (index, name) in identities.enumerated() { text.append("  \(first + index) choose \(name)") }
            choices = []
        }
        for line in text { say(line) }
        shown = (pane, choices)
    }
}

extension Line.Target {
    fileprivate var isRequest: Bool { if case .request = self { true } else { false } }
}
