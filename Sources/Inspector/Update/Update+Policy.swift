import Diagnosis
import Events
import Foundation
import Trust
import Workbench

extension Update {
    mutating func openStrip() {
        let switches = Switchboard.flippable(state.profile, files: state.identityFiles)
        let index = switches.firstIndex { $0.identifier == state.lastSwitch } ?? 0
        state.strip = Strip(index: index)
        state.isZoomed = false
        if state.pane != .timeline { state.pane = .requests }
    }

    mutating func chooseSwitch(by step: Int) {
        let switches = Switchboard.flippable(state.profile, files: state.identityFiles)
        guard let strip = state.strip, !switches.isEmpty else { return }
        let index = (strip.index + step + switches.count) % switches.count
        state.strip?.index = index
        state.lastSwitch = switches[index].identifier
    }

    /// Steps the switch under the cursor through its values.
    mutating func flip(by step: Int) {
        guard let identifier = switchUnderCursor else {
            if state.strip == nil { run(.choose) }
            return
        }
        guard let changed = Switchboard.step(identifier, by: step, in: state.profile, files: state.identityFiles) else {
            state.message = Message("\(identifier) has no other value here", role: .warn)
            return
        }
        state.lastSwitch = identifier
        adopt(changed, by: "you")
    }

    mutating func reset() {
        guard let preset = state.preset else { return }
        adopt(preset.profile, by: "you")
    }

    /// `:set SWITCH VALUE`; a switch may be named by a beginning that no other has.
    mutating func set(_ argument: String) {
        let switches = Switchboard.switches(state.profile, files: state.identityFiles)
        guard let (found, typed) = Switchboard.named(argument, among: switches) else {
            let names = switches.map(\.identifier).joined(separator: ", ")
            state.message = Message("set SWITCH VALUE; the switches here: \(names)", role: .error)
            return
        }
        let value = found.values.first { $0.lowercased() == typed.lowercased() } ?? typed
        guard let changed = Switchboard.set(found.identifier, to: value, in: state.profile, files: state.identityFiles)
        else {
            let values = found.values.joined(separator: " | ")
            state.message = Message("\(found.identifier) takes \(values)", role: .error)
            return
        }
        state.lastSwitch = found.identifier
        adopt(changed, by: "you")
    }

    mutating func client(_ argument: String) {
        guard let choice = state.clients.first(where: { $0.identifier.lowercased() == argument.lowercased() }) else {
            let names = state.clients.map(\.identifier).joined(separator: " ")
            state.message = Message("no client \(argument); there are \(names)", role: .error)
            return
        }
        use(choice)
    }

    mutating func use(_ choice: ClientChoice) {
        let old = state.profile
        remember(.profile(old))
        state.profile = choice.profile
        state.reevaluates = state.isReadOnly
        state.overlay = nil
        state.lastSwitch = nil
        let change = PolicyChange(name: "client", from: old.name, to: choice.identifier, by: "you")
        effects.append(.adopt(choice.profile, [change]))
        state.message = Message("the client is \(choice.identifier) now (was \(old.name))    z  undo")
    }

    /// Saves the client in force under a name: it can be chosen by it from then on.
    mutating func saveClient(_ name: String) {
        var profile = state.profile
        profile.name = name
        effects.append(.saveClient(profile))
    }

    mutating func takeSaved(_ profile: ClientProfile, _ path: String) {
        // What was saved is the preset now: nothing differs from it.
        var renamed = state.profile
        renamed.name = profile.name
        if renamed == profile { adopt(profile, by: "you") }
        want(.clients)
        state.message = Message("saved as \(path):  p  offers it")
    }

    // MARK: Values that are typed

    /// Another value of the switch under the cursor: typed where the values cannot be listed, else the next one.
    mutating func edit() {
        guard let found = PolicyView.selected(in: state) else { return run(.choose) }
        switch found.identifier {
        case "pins":
            guard let policy = state.profile.policy.base as? AFSecurityPolicy else { return flip(by: 1) }
            ask(.value("pins"), text: PinWords.text(of: policy.pins))
        case "anchors": ask(.value("anchors"), text: state.profile.anchors.files.joined(separator: " "))
        case "name checked":
            if case .other(let name) = state.profile.nameChecked {
                ask(.value("name checked"), text: name)
            } else {
                ask(.value("name checked"))
            }
        case "identity": ask(.identityFile)
        default: flip(by: 1)
        }
    }

    /// Takes a typed value; an empty one is "none".
    mutating func setTyped(_ identifier: String, _ text: String) {
        var profile = state.profile
        let before: String
        switch identifier {
        case "pins":
            effects.append(.readPins(text, profile))
            return
        case "anchors":
            before = profile.anchors.files.joined(separator: " ")
            profile.anchors.files = text.split(separator: " ").map(String.init)
        case "name checked":
            before = if case .other(let name) = profile.nameChecked { name } else { "" }
            profile.nameChecked = text.isEmpty ? .urlHost : .other(text)
        default: return
        }
        adoptTyped(identifier, from: before, to: text, profile)
    }

    /// What was typed is recorded as typed: the switchboard's word for it may be the same as before.
    private mutating func adoptTyped(_ name: String, from: String, to: String, _ profile: ClientProfile) {
        func word(_ text: String) -> String { text.isEmpty ? "none" : text }
        adopt(
            profile,
            by: "you",
            changes: [Switchboard.Change(name: name, from: word(from), to: word(to), by: "you")]
        )
    }

    /// The pins were read: they count if the client is still the one they were typed for.
    mutating func take(_ pins: [Pin], for profile: ClientProfile) {
        guard profile == state.profile, var policy = profile.policy.base as? AFSecurityPolicy else { return }
        let before = PinWords.text(of: policy.pins)
        policy.pins = pins
        var changed = profile
        changed.policy = Policy(policy)
        adoptTyped("pins", from: before, to: PinWords.text(of: pins), changed)
        if changed == profile { state.message = Message("the pins are as before") }
    }

    private var switchUnderCursor: String? {
        if let strip = state.strip {
            let switches = Switchboard.flippable(state.profile, files: state.identityFiles)
            return switches.indices.contains(strip.index) ? switches[strip.index].identifier : nil
        }
        return PolicyView.selected(in: state)?.identifier
    }

    mutating func adopt(
        _ profile: ClientProfile,
        by who: String,
        remembers: Bool = true,
        changes given: [Switchboard.Change] = []
    ) {
        let old = state.profile
        guard profile != old else { return }
        var changes = given.isEmpty ? Switchboard.changes(from: old, to: profile, by: who) : given
        if old.name != profile.name {
            changes = [Switchboard.Change(name: "client", from: old.name, to: profile.name, by: who)]
        }
        if remembers { remember(.profile(old)) }
        state.profile = profile
        state.matrix.givenUp.remove(Matrix.now)
        state.reevaluates = state.isReadOnly
        effects.append(
            .adopt(profile, changes.map { PolicyChange(name: $0.name, from: $0.from, to: $0.to, by: $0.by) })
        )
        let words = changes.map { "\($0.name): \($0.to) (was \($0.from))" }.joined(separator: "  ")
        // How to take it back is said where there is room for it.
        let hint = TextWidth.columns(of: words) + 14 <= state.size.columns ? "    z  undo" : ""
        state.message = state.strip == nil ? Message(words + hint) : nil
    }

    /// Asks what the profile in force would answer to what is recorded, when a view shows it.
    mutating func judgeAgain() {
        guard isShown(.policy) || isShown(.chooser) || (state.reevaluates && isShown(.requests)) else { return }
        let total = state.list.page.total
        let profile = profileInQuestion
        let isSame = state.whatIf.profile == profile && state.whatIf.judgedAt == state.judgedAt
        guard !isSame || state.whatIf.recorded != total, state.overview.running == 0 || !isSame else { return }
        let generation = state.whatIf.generation + 1
        state.whatIf = WhatIf(
            profile: profile,
            judgedAt: state.judgedAt,
            generation: generation,
            remaining: min(total, Judging.most),
            total: min(total, Judging.most),
            since: state.now,
            recorded: total
        )
        effects.append(.whatIf(generation: generation, profile, at: state.judgedAt, first: state.list.page.rows))
    }

    /// The client that the what-if is about: the one under the chooser's cursor, else the one in force.
    private var profileInQuestion: ClientProfile {
        let chosen = isShown(.chooser) ? ChooserView.selected(in: state)?.profile : nil
        return chosen ?? state.profile
    }

    /// Asks what one other switch would have made of the decision on screen.
    mutating func wantWouldBe() {
        guard isShown(.detail), let exchange = state.exchange, let challenge = DetailView.challenge(state),
            let profile = challenge.profile,
            let answer = challenge.decision?.decision.answers.first?.disposition
        else { return }
        let question = WouldBe.Question(
            key: HeldKey(request: exchange.key, challenge: challenge.number),
            decided: profile,
            answer: answer,
            now: state.profile,
            judgedAt: state.judgedAt,
            isServerTrust: challenge.isServerTrust
        )
        guard state.wouldBe?.question != question else { return }
        state.wouldBe = WouldBe(question: question)
        effects.append(.wouldBe(question))
    }

    /// `:at DATE`: recorded challenges are judged again as if they had come then.
    mutating func judgeAt(_ argument: String) {
        let before = state.judgedAt
        defer { if state.judgedAt != before { remember(.judgedAt(before)) } }
        switch argument {
        case "", "recorded": state.judgedAt = nil
        case "now": state.judgedAt = Date(timeIntervalSince1970: Double(state.now / 1_000_000))
        default:
            let text = argument.contains("T") ? argument : argument + "T00:00:00Z"
            guard let date = UTC.date(rfc3339: text) else {
                state.message = Message("at takes 2027-01-31, 2027-01-31T12:00:00Z, now or recorded", role: .error)
                return
            }
            state.judgedAt = date
        }
        state.reevaluates = state.isReadOnly
        state.message = Message(
            state.judgedAt.map { "judged again as of \(UTC.text($0)): 3 and 4 show it; nothing is sent" }
                ?? "judged again as of the time recorded"
        )
    }
}
