import Terminal
import Trust

/// What is wrong with the client in force, computed from the attacks that pass: key `!`.
enum FindingsView: PaneView {
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent {
        guard let sheet = state.matrix.sheets[Matrix.now] else {
            var content = PaneContent(title: "findings: \(state.clientName)")
            content.body = [Line("being computed: every attack is judged, nothing is sent", .dim)]
            return content
        }
        var content = PaneContent(title: "findings: \(state.clientName)", right: counts(sheet))
        content.body = sheet.findings.enumerated().flatMap { index, finding -> [Line] in
            var line = Line(target: .finding(index))
            line.put(finding.severity.rawValue, at: 3, width: 9, role: role(of: finding.severity))
            line.put(finding.text, at: 13)
            return line.wrapped(columns: size.columns)
        }
        if sheet.findings.isEmpty {
            let through = Words.count(sheet.letThrough, "attack")
            content.body = [Line("nothing found: \(through) of \(sheet.attacks.count) pass", target: .remark)]
        }
        content.cursorColumn = 1
        content.foot = (selected(in: state).map { about($0, sheet) } ?? []).flatMap {
            $0.wrapped(columns: size.columns)
        }
        return content
    }

    static func selected(in state: State) -> Finding? {
        guard let findings = state.matrix.sheets[Matrix.now]?.findings, !findings.isEmpty else { return nil }
        let area = Layout(state.size, state.layoutWish).area(of: .findings)
        let width = area?.columns ?? state.size.columns
        // The same lines as the content's, without its foot, which asks for this.
        var index = -1
        let cursor = state.scrolls[.findings]?.cursor ?? 0
        var line = 0
        for finding in findings {
            var row = Line(target: .finding(0))
            row.put("", at: 3)
            row.put(finding.text, at: 13)
            let height = row.wrapped(columns: width).count
            index += 1
            if cursor < line + height { break }
            line += height
        }
        return findings[max(0, min(index, findings.count - 1))]
    }

    /// `1 high, 2 medium`.
    static func counts(_ sheet: AuditSheet) -> String {
        let words = Severity.allCases.compactMap { severity in
            let count = sheet.findings.count { $0.severity == severity }
            return count == 0 ? nil : "\(count) \(severity.rawValue)"
        }
        return words.isEmpty ? "none" : words.joined(separator: ", ")
    }

    static func role(of severity: Severity) -> Role {
        switch severity {
        case .critical, .high: .error
        case .medium: .warn
        case .low, .info: .text
        }
    }

    private static func about(_ finding: Finding, _ sheet: AuditSheet) -> [Line] {
        var lines: [Line] = [.rule(finding.kind.rawValue, finding.references)]
        func fact(_ name: String, _ text: String?) {
            guard let text, !text.isEmpty else { return }
            var line = Line()
            line.put(name, at: 3, width: 12, role: .dim)
            line.put(text, at: 16)
            lines.append(line)
        }
        fact("where", finding.place)
        fact("step", finding.step.map { "\($0.flow.isEmpty ? "" : "\($0.flow), ")step \($0.number): \($0.text)" })
        fact("attacks", finding.attacks.map { Attack.of($0).title }.joined(separator: "; "))
        let proofs = finding.attacks.compactMap { sheet.proofs[.attack($0)] }.filter(\.isThrough)
        fact("proven by", proofs.prefix(5).map { "no. \($0.request)" }.joined(separator: ", "))
        fact("would read", finding.wouldRead)
        fact("closed by", finding.closingText + (finding.closing.isEmpty ? "" : "     space switches it"))
        return lines
    }
}
