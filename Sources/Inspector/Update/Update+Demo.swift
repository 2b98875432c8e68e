import Terminal

extension Update {
    /// `:demo` offers the stories, `:demo 2 slow` begins one; while there is one, `:demo` ends it.
    mutating func demo(_ argument: String) {
        if state.demo != nil, argument.isEmpty { return endDemo("the demo has ended") }
        var story: DemoStory?
        var pace = DemoPace.normal
        for word in argument.split(separator: " ").map(String.init) {
            if let wanted = DemoPace(rawValue: word) {
                pace = wanted
            } else if let found = DemoStory.all(state).first(where: { $0.name == word }) {
                story = found
            } else {
                state.message = Message("demo: a story from 1 to 4, and a pace: slow, normal, fast, step", role: .error)
                return
            }
        }
        guard let story else {
            state.demo = .choosing
            show(.lab)
            return
        }
        begin(story, pace)
    }

    /// A key of the person's while a demo is on.
    ///
    /// - Returns: whether the demo took it.
    mutating func takesForDemo(_ key: Key) -> Bool {
        switch state.demo {
        case nil: return false
        case .choosing: return takesForChoice(key)
        case .telling(let telling):
            let isReading = telling.phase == .reading
            // Where the person says when it goes on, the program is theirs meanwhile.
            if telling.waits, isReading, key != .character(" "), key != .escape { return false }
            if telling.waits, isReading, state.hold != nil || state.prompt != nil { return false }
            guard key == .character(" ") else {
                endDemo("the story stops here, and all of it is yours: ? lists the keys, :demo the stories")
                return true
            }
            hurry(telling)
            return true
        }
    }

    /// Goes on with the story, as far as its time has come.
    mutating func tellDemo() {
        guard case .telling(var telling)? = state.demo, let step = telling.step else { return }
        switch telling.phase {
        case .typing(let keys):
            guard state.overview.lab != nil else { return giveUp(telling, "the lab") }
            guard state.now >= telling.due else { return }
            type(keys, telling)
        case .waiting:
            guard state.now >= telling.due else { return }
            guard hasCome(step) else { return giveUp(telling, step.until) }
            telling.phase = .reading
            telling.due = state.now + telling.pace.reading(step.sentence)
            state.demo = .telling(telling)
        case .reading:
            guard !telling.waits, state.now >= telling.due else { return }
            next(telling)
        }
    }

    // MARK: Parts

    private mutating func takesForChoice(_ key: Key) -> Bool {
        guard state.prompt == nil, case .character(let character) = key,
            let story = DemoStory.all(state).first(where: { $0.name == String(character) })
        else {
            state.demo = nil
            return key == .escape
        }
        begin(story, .normal)
        return true
    }

    private mutating func begin(_ story: DemoStory, _ pace: DemoPace) {
        state.prompt = nil
        state.overlay = nil
        state.strip = nil
        start(Demo.Telling(story: story, pace: pace))
    }

    /// Begins a telling's step.
    private mutating func start(_ telling: Demo.Telling) {
        var telling = telling
        guard let step = telling.step, let keys = try? Key.keys(step.keys) else {
            return endDemo("the story is over; what it fired is in the list and the log   :demo for more")
        }
        telling.phase = .typing(keys)
        telling.due = state.now
        telling.end = state.now + Self.patience
        state.demo = .telling(telling)
        tellDemo()
    }

    /// How long a step may take to bring what it waits for, in microseconds: a client is run once for each scenario.
    private static let patience: Int64 = 120_000_000

    private mutating func next(_ telling: Demo.Telling) {
        var telling = telling
        telling.index += 1
        start(telling)
    }

    /// Types the next key; without a pace, all of them up to the next one that has to meet a screen at rest.
    private mutating func type(_ keys: [Key], _ telling: Demo.Telling) {
        var telling = telling
        guard let key = keys.first else {
            telling.phase = .waiting
            // What was typed last is under way only when the back end has said so.
            telling.due = state.now + 400_000
            state.demo = .telling(telling)
            return
        }
        guard state.prompt != nil || isAtRest else { return giveUp(telling, "the end of what runs") }
        telling.phase = .typing(Array(keys.dropFirst()))
        telling.due = state.now + telling.pace.key
        state.demo = .telling(telling)
        pressed(key)
        if telling.pace.key == 0, state.prompt != nil { tellDemo() }
    }

    /// Types what is left at once, or ends the time to read.
    private mutating func hurry(_ telling: Demo.Telling) {
        switch telling.phase {
        case .reading: next(telling)
        case .typing, .waiting:
            var telling = telling
            telling.due = state.now
            state.demo = .telling(telling)
        }
    }

    private var isAtRest: Bool {
        state.loads.isIdle && state.overview.running == 0 && state.matrix.wanted.isEmpty && state.matrix.proving == nil
    }

    /// Whether a step's screen is there: what it waits for is drawn, or was just said.
    private func hasCome(_ step: DemoStory.Step) -> Bool {
        guard isAtRest else { return false }
        if step.until.isEmpty || state.message?.text.contains(step.until) == true { return true }
        var shown = state
        // In lines the screen is as long as anything may be.
        shown.size.rows = min(shown.size.rows, Self.mostRows)
        return Frame(shown).buffer.lines.contains { $0.contains(step.until) }
    }

    /// The lab's scenarios and what stands below them.
    private static let mostRows = 200

    /// Ends a story whose screen does not come; until its time is up nothing happens.
    private mutating func giveUp(_ telling: Demo.Telling, _ wanted: String) {
        guard state.now >= telling.end else { return }
        endDemo("the story waited in vain for \(wanted)", role: .warn)
    }

    private mutating func endDemo(_ words: String, role: Role = .text) {
        if state.demo?.told?.phase != .reading { state.prompt = nil }
        state.demo = nil
        state.message = Message(words, role: role)
    }
}
