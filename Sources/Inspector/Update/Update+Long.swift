import Report
import Trust

// What takes long and its end, the lab as a whole, TLS secrets, client code.

extension Update {
    /// Ends what runs as one; what was recorded stays.
    mutating func stopAll() {
        effects.append(.stopAll)
        state.salvo = nil
        state.working = nil
        // A list that is given up is no list: everything is listed again.
        if state.isWalkedThrough(.log) { clearFilter(ofLog: true) }
        if state.isWalkedThrough(.requests) { clearFilter(ofLog: false) }
        state.matrix.givenUp.formUnion(state.matrix.wanted)
        state.matrix.wanted = []
        state.matrix.computing = nil
        if state.whatIf.remaining > 0 {
            // What comes of the old asking is dropped.
            state.whatIf.generation += 1
            state.whatIf.remaining = 0
        }
        state.message = Message("stopped; what was recorded stays")
    }

    /// Closes the idle connection under the cursor.
    mutating func dropConnection() {
        guard case .kept(let connection) = line(.sessions)?.target else { return }
        effects.append(.drop(connection: connection))
    }

    mutating func askForKeyLog() { ask(.keyLog, text: state.overview.keyLog ?? "") }

    /// `:lab` shows it, `:lab stop` ends its servers.
    mutating func lab(_ argument: String) {
        switch argument {
        case "": show(.lab)
        case "stop": effects.append(.stopLab)
        default: state.message = Message("lab takes nothing, or stop", role: .error)
        }
    }

    // MARK: Client code

    /// Shows code that does what the client does: the one under the chooser's cursor, else the one in force.
    mutating func openCode() {
        let chosen = state.focus == .chooser ? ChooserView.selected(in: state)?.profile : nil
        let target = state.code?.target ?? .urlsession
        state.code = ClientCodeSheet(profile: chosen ?? state.profile, target: target)
        state.codeFrom = state.overlay
        state.overlay = .code
        state.scrolls[.code] = nil
        loadCode()
    }

    mutating func nextLanguage(by step: Int) {
        let all = ClientCodeTarget.allCases
        guard let target = state.code?.target, let index = all.firstIndex(of: target) else { return }
        state.code?.target = all[(index + step + all.count) % all.count]
        state.code?.text = nil
        state.scrolls[.code] = nil
        loadCode()
    }

    private mutating func loadCode() {
        guard let code = state.code else { return }
        effects.append(.loadCode(code.profile, code.target))
    }

    mutating func takeCode(_ text: String, _ profile: ClientProfile, _ target: ClientCodeTarget) {
        guard state.code?.profile == profile, state.code?.target == target else { return }
        state.code?.text = text
    }
}
