import ChallengeLog

extension Update {
    /// Remembers what `z` takes back; the oldest of very many is forgotten.
    mutating func remember(_ undo: Undo) {
        state.undo.append(undo)
        if state.undo.count > Self.mostUndos { state.undo.removeFirst() }
    }

    private static let mostUndos = 200

    /// Takes back the last thing that can be.
    mutating func undo() {
        guard let last = state.undo.popLast() else { return }
        state.message = Message("\(last.words) is taken back")
        switch last {
        case .profile(let profile): adopt(profile, by: "undo", remembers: false)
        case .filter(let text, let ofLog): takeBack(filter: text, ofLog: ofLog)
        case .sort(let sort):
            state.list.query.sort = sort
            state.list.follows = sort == .number
            want(.requests)
        case .marks(let marks):
            state.list.marks = marks
        case .only(let only):
            state.list.query.only = only
            state.list.scroll = Scroll()
            want(.requests)
        case .hold(let mode): effects.append(.hold(mode))
        case .standing(let host): effects.append(.forgetAnswers(host: host))
        case .judgedAt(let date): state.judgedAt = date
        case .columns(let presets):
            state.matrix.presets = presets
            state.matrix.column = min(state.matrix.column, presets.count)
        }
    }

    /// The filter as it was, whichever list has the focus now.
    private mutating func takeBack(filter text: String, ofLog: Bool) {
        guard let terms = try? LogQuery(text).terms else { return }
        if ofLog {
            state.log.filter = text
            state.log.query.terms = terms
            state.log.scroll = Scroll()
            want(.log)
        } else {
            state.list.filter = text
            state.list.query.terms = terms
            state.list.scroll = Scroll()
            want(.requests)
        }
    }
}
