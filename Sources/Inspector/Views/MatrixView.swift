import Diagnosis
import Terminal
import Trust
import Workbench

/// View 5: what is presented, by the honest server and by an attacker, against clients.
enum MatrixView: PaneView {
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent {
        let matrix = state.matrix
        if matrix.isTurned { return CombinationsView.content(state, size) }
        let columns = Columns(size.columns, matrix)
        var content = PaneContent(
            title: size.columns < Layout.narrow ? "5 matrix" : "5 matrix   rows: presented   columns: clients"
        )
        let waiting = matrix.wanted.count
        content.right = waiting == 0 ? "no traffic   t: turn" : "\(waiting) still to compute"
        content.header = [header(matrix, columns)]
        content.body = rows(matrix, columns)
        content.cursorColumn = 1
        content.foot = why(state).flatMap { $0.wrapped(columns: size.columns) }
        return content
    }

    /// The row under the cursor.
    static func selected(in state: State) -> AttackMatrix.Row? {
        let body = rows(state.matrix, Columns(80, state.matrix))
        let cursor = state.scrolls[.matrix]?.cursor ?? 0
        guard case .matrixRow(let row)? = body.dropFirst(cursor).first(where: { $0.target != nil })?.target else {
            return nil
        }
        return row
    }

    static func outcome(_ row: AttackMatrix.Row, in sheet: AuditSheet) -> AttackOutcome? {
        switch row {
        case .honest(let row): sheet.honest[row]
        case .attack(let attack): sheet.attacks[attack]
        }
    }

    /// The finding that a through-going attack is evidence of, in the chosen column.
    static func finding(in state: State) -> Finding? {
        guard !state.matrix.isTurned else { return nil }
        guard case .attack(let attack)? = selected(in: state), let sheet = state.matrix.sheets[state.matrix.chosen]
        else { return nil }
        return sheet.findings.first { $0.attacks.contains(attack) }
    }

    // MARK: Lines

    private struct Columns {
        let title: Int
        let width: Int
        /// The first column that is shown.
        let first: Int
        let count: Int

        init(_ size: Int, _ matrix: Matrix) {
            let isRoomy = size >= 100
            title = size < Layout.narrow ? 16 : isRoomy ? 33 : 29
            width = isRoomy ? 11 : 10
            count = max(1, min(matrix.columns.count, (size - title - 4) / width))
            first = max(0, matrix.column - count + 1)
        }

        func place(_ index: Int) -> Int { title + 4 + (index - first) * width }
        func shown(_ total: Int) -> Range<Int> { first..<min(total, first + count) }
    }

    private static func header(_ matrix: Matrix, _ columns: Columns) -> Line {
        var line = Line()
        line.role = .header
        line.put("PRESENTED", at: 3, width: columns.title, role: .header)
        for index in columns.shown(matrix.columns.count) {
            let isChosen = index == matrix.column
            let name = matrix.columns[index]
            let text = isChosen ? "[\(name)]" : name
            line.put(text, at: columns.place(index), width: columns.width - 1, role: isChosen ? .key : .header)
        }
        return line
    }

    private static func rows(_ matrix: Matrix, _ columns: Columns) -> [Line] {
        let lines = AttackMatrix.rows.map { line($0, matrix, columns) }
        let count = HonestRow.allCases.count
        let proving = matrix.proving.map { "proving \($0)" } ?? "computed, then proven: P"
        return lines.prefix(count) + [.rule("attacker", proving)] + lines.dropFirst(count)
    }

    private static func line(_ row: AttackMatrix.Row, _ matrix: Matrix, _ columns: Columns) -> Line {
        var line = Line(target: .matrixRow(row))
        line.put(row.title, at: 3, width: columns.title)
        for index in columns.shown(matrix.columns.count) {
            let name = matrix.columns[index]
            let isMissing = matrix.sheets[name] == nil && !matrix.wanted.contains(name)
            let (word, role) = isMissing ? ("?", .dim) : cell(row, matrix.sheets[name])
            line.put(word, at: columns.place(index), width: columns.width - 1, role: role)
        }
        return line
    }

    /// The computed word, and ` p` behind it where a request has proven it; ` p?` where one said otherwise.
    static func cell(_ row: AttackMatrix.Row, _ sheet: AuditSheet?) -> (String, Role) {
        let (word, role) = computed(row, sheet)
        guard let proof = sheet?.proofs[row], let outcome = sheet.flatMap({ outcome(row, in: $0) }) else {
            return (word, role)
        }
        return proof.isThrough == outcome.isThrough ? (word + " p", role) : (word + " p?", .error)
    }

    /// `accept`, `accept !`, `refuse`; `THROUGH`, `stopped`, `ATS`, `?`, `-`; `~` in front where it is assumed.
    private static func computed(_ row: AttackMatrix.Row, _ sheet: AuditSheet?) -> (String, Role) {
        guard let sheet else { return ("..", .running) }
        guard let outcome = outcome(row, in: sheet) else { return ("?", .dim) }
        let assumed = outcome.isAssumed ? "~" : ""
        let isHonest = if case .honest = row { true } else { false }
        switch outcome.result {
        case .through where isHonest:
            return (assumed + "accept" + (outcome.letBy.isEmpty ? "" : " !"), outcome.letBy.isEmpty ? .accept : .warn)
        case .stopped where isHonest: return (assumed + "refuse", .refuse)
        case .through: return (assumed + "THROUGH", .error)
        case .stopped: return (assumed + "stopped", .accept)
        case .refusedByTransport: return (assumed + "ATS", .accept)
        case .notApplicable: return ("-", .dim)
        case .needsTraffic: return ("?", .dim)
        }
    }

    // MARK: Why

    private static func why(_ state: State) -> [Line] {
        let matrix = state.matrix
        let legend = Line(
            "! let by   p proven   ATS refuses   ? needs traffic   ~ assumed   - no aim",
            .dim
        )
        let name = matrix.chosen == Matrix.now ? "now: \(state.clientName)" : matrix.chosen
        guard let sheet = matrix.sheets[matrix.chosen], let row = selected(in: state),
            let outcome = outcome(row, in: sheet)
        else { return [.rule(name), Line("not computed yet", .dim), legend] }
        var lines: [Line] = [.rule(name)]
        let (word, role) = cell(row, sheet)
        let step = outcome.step.map { " (step \($0.number)\($0.flow.isEmpty ? "" : " of \($0.flow)"))" } ?? ""
        lines.append(fact("\(word) because", outcome.reason + step, role: role))
        if !outcome.letBy.isEmpty {
            let words = outcome.letBy.map { "\($0.id.word): \($0.detail)" }.joined(separator: "; ")
            lines.append(fact("let by", words, role: .warn))
        }
        if let proof = sheet.proofs[row] {
            let words = proof.gainText.map { "the server \($0)" } ?? "the client stopped: \(proof.reason ?? "")"
            lines.append(fact("proven by no. \(proof.request)", words, role: proof.isThrough ? .error : .accept))
        }
        if let finding = finding(in: state) {
            if let read = finding.wouldRead { lines.append(fact("would read", read)) }
            let key = matrix.chosen == Matrix.now && !finding.closing.isEmpty ? "     space switches it" : ""
            lines.append(fact("closed by", finding.closingText + key))
        } else if case .attack(let attack) = row {
            lines.append(fact("needs", Attack.of(attack).cost.needs))
        }
        return lines + [legend]
    }

    private static func fact(_ name: String, _ text: String, role: Role = .text) -> Line {
        var line = Line()
        line.put(name, at: 3, width: 18, role: role)
        line.put(text, at: 22)
        return line
    }
}
