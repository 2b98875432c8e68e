import Trust

extension Update {
    /// Asks for the columns that are shown and not computed, or computed for another client.
    mutating func wantMatrix() {
        guard isShown(.matrix) || isShown(.findings) || isShown(.policy) else { return }
        let columns = isShown(.matrix) ? state.matrix.columns : [Matrix.now]
        for name in columns where !state.matrix.wanted.contains(name) {
            let profile =
                name == Matrix.now ? state.profile : state.clients.first { $0.identifier == name }?.profile
            guard let profile, state.matrix.sheets[name]?.profile != profile else { continue }
            if name == Matrix.now { state.matrix.sheets[name] = nil }
            state.matrix.wanted.insert(name)
            effects.append(.audit(name, profile))
        }
    }

    mutating func take(_ sheet: AuditSheet?, of name: String) {
        state.matrix.wanted.remove(name)
        if let sheet { state.matrix.sheets[name] = sheet }
    }

    /// Fires a real request at an attacker's server for each cell of the chosen column; each is a row of the list.
    mutating func prove() {
        let name = state.matrix.chosen
        guard let profile = state.matrix.sheets[name]?.profile else {
            state.message = Message("this column is not computed yet", role: .warn)
            return
        }
        state.matrix.proving = name
        effects.append(.prove(name, profile))
        state.message = Message("\(name) is fired at each of the attacker's servers; only what they saw counts")
    }

    mutating func provedAll(_ name: String) {
        state.matrix.proving = nil
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
        guard let choice = state.clients.first(where: { $0.identifier == state.matrix.chosen }) else {
            state.message = Message("this column is the client in force")
            return
        }
        use(choice)
    }

    /// The client under the cursor of the chooser as a column of the matrix.
    mutating func toggleColumn() {
        guard let choice = ChooserView.selected(in: state) else { return }
        state.matrix.toggle(choice.identifier)
        let isIn = state.matrix.presets.contains(choice.identifier)
        state.message = Message("\(choice.identifier) is \(isIn ? "a column" : "no column any more") of 5 matrix")
    }
}
