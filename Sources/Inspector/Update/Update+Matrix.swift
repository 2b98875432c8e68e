import Trust
import Workbench

extension Update {
    /// Asks for the columns that are shown and not computed, or computed for another client.
    mutating func wantMatrix() {
        for (name, profile) in clientsToAudit where !state.matrix.wanted.contains(name) {
            guard state.matrix.sheets[name]?.profile != profile, !state.matrix.givenUp.contains(name) else { continue }
            if name == Matrix.now { state.matrix.sheets[name] = nil }
            let computing = state.matrix.wanted.isEmpty ? nil : state.matrix.computing
            state.matrix.computing = Salvo(count: (computing?.count ?? 0) + 1, since: computing?.since ?? state.now)
            state.matrix.wanted.insert(name)
            effects.append(.audit(name, profile))
        }
    }

    /// The clients whose sheets are on screen, the one in force first.
    private var clientsToAudit: [(String, ClientProfile)] {
        if isShown(.chooser) { return ChooserView.onScreen(state).map { ($0.identifier, $0.profile) } }
        guard isShown(.matrix) || isShown(.findings) || isShown(.policy) else { return [] }
        let now = [(Matrix.now, state.profile)]
        guard isShown(.matrix) else { return now }
        if state.matrix.isTurned { return now + state.matrix.combinations.map { ($0.identifier, $0.profile) } }
        return now
            + state.matrix.presets.compactMap { name in
                state.clients.first { $0.identifier == name }.map { (name, $0.profile) }
            }
    }

    /// Turns the matrix: every combination in the rows, what is presented in the columns; and back.
    mutating func turn() {
        state.matrix.isTurned.toggle()
        state.matrix.givenUp = []
        state.scrolls[.matrix] = nil
        if state.matrix.isTurned, state.matrix.combinations.isEmpty { effects.append(.loadCombinations) }
    }

    mutating func take(_ sheet: AuditSheet?, of name: String) {
        state.matrix.wanted.remove(name)
        if let sheet { state.matrix.sheets[name] = sheet } else { state.matrix.givenUp.insert(name) }
        if state.matrix.wanted.isEmpty { state.matrix.computing = nil }
    }

    /// Fires a real request at an attacker's server for each cell of the chosen column; each is a row of the list.
    mutating func prove() {
        let name = state.matrix.chosen
        guard let profile = state.matrix.sheets[name]?.profile else {
            state.message = Message("this column is not computed yet", role: .warn)
            return
        }
        state.matrix.proving = name
        state.matrix.provingSince = state.now
        state.matrix.sheets[name]?.proofs = [:]
        state.matrix.provable[name] = state.matrix.sheets[name]?.provable ?? 0
        effects.append(.prove(name, profile))
    }

    mutating func provedAll(_ name: String) {
        state.matrix.proving = nil
        state.matrix.provingSince = nil
        guard let sheet = state.matrix.sheets[name] else { return }
        let wrong = sheet.proofs.count { row, proof in
            MatrixView.outcome(row, in: sheet).map { $0.isThrough != proof.isThrough } ?? false
        }
        let through = sheet.proofs.values.count(where: \.isThrough)
        let words = "\(name): \(Words.count(sheet.proofs.count, "cell")) proven, \(through) went through"
        state.message = Message(
            wrong == 0 ? "\(words), each as computed" : "\(words); \(wrong) otherwise than computed: p?",
            role: wrong == 0 ? .text : .error
        )
    }

    mutating func moveColumn(by step: Int) {
        if state.matrix.isTurned {
            let last = AttackMatrix.rows.count - 1
            state.matrix.presented = min(max(0, state.matrix.presented + step), last)
            return
        }
        let last = state.matrix.columns.count - 1
        state.matrix.column = min(max(0, state.matrix.column + step), last)
    }

    /// Sets the switches that close the finding under the cursor.
    mutating func closeFinding() {
        let finding = state.focus == .findings ? FindingsView.selected(in: state) : MatrixView.finding(in: state)
        guard state.focus == .findings || state.matrix.chosen == Matrix.now else {
            state.message = Message(
                "switches are those of the client in force: the column now, or  U  first",
                role: .warn
            )
            return
        }
        guard let finding, let profile = state.profile.closing(finding) else {
            state.message = Message("no one or two switches close it", role: .warn)
            return
        }
        adopt(profile, by: "you")
    }

    /// The client of the chosen column becomes the client in force.
    mutating func useColumn() {
        if state.matrix.isTurned, let choice = CombinationsView.selected(in: state) { return use(choice) }
        guard let choice = state.clients.first(where: { $0.identifier == state.matrix.chosen }) else {
            state.message = Message("this column is the client in force")
            return
        }
        use(choice)
    }

    /// The client under the cursor of the chooser as a column of the matrix.
    mutating func toggleColumn() {
        guard let choice = ChooserView.selected(in: state) else { return }
        remember(.columns(state.matrix.presets))
        state.matrix.toggle(choice.identifier)
        let isIn = state.matrix.presets.contains(choice.identifier)
        state.message = Message("\(choice.identifier) is \(isIn ? "a column" : "no column any more") of 5 matrix")
    }
}
