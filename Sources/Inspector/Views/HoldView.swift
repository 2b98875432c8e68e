import Diagnosis
import Events
import Terminal
import Trust

/// The panel in which a person answers a held challenge. It opens by `a` alone.
enum HoldView: PaneView {
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent {
        guard let panel = state.hold else { return PaneContent() }
        guard let row = state.heldInPanel else {
            var content = PaneContent(title: "HELD  \(panel.key.request.number).\(panel.key.challenge)", right: "gone")
            content.body = [Line("It was answered meanwhile.   esc  leaves")]
            return content
        }
        let isNarrow = size.columns < Layout.narrow
        var content = PaneContent(
            title: isNarrow
                ? "HELD \(row.key.request.number).\(row.key.challenge)"
                : "HELD  \(row.key.request.number).\(row.key.challenge)  \(row.facts.method.words)  \(space(row))",
            right: row.serverHungUp ? "the server hung up" : clock(row, state)
        )
        content.titleRole = .held
        let isIdentity = row.facts.method == .clientCertificate
        let lines = isIdentity ? identity(row, panel, state) : trust(row, panel, state)
        // Where there is hardly room, the answers come before what they are about.
        let isAnswer = { (line: Line) in line.pieces.first.map { $0.column == 3 && $0.text.count == 1 } ?? false }
        content.body = (isNarrow ? lines.filter(isAnswer) + lines.filter { !isAnswer($0) } : lines)
            .flatMap { isNarrow ? [$0] : $0.wrapped(columns: size.columns) }
        return content
    }

    /// The identities on offer, in the order of the panel.
    static func offers(_ row: HeldChallengeRow, _ state: State) -> [IdentityOffer] {
        let known = Set(row.decision.offers.map(\.identity.leaf))
        let others = state.identities.filter { !known.contains($0.leaf) }
        return row.decision.offers
            + others.map { IdentityOffer(identity: $0, fits: false, why: "opened by hand; not judged") }
    }

    /// Whether an answer would accept despite something, so that it asks for its second press; the words say what.
    static func despite(_ intent: Intent, _ row: HeldChallengeRow, _ panel: HoldPanel, _ state: State) -> String? {
        switch row.facts.method {
        case .serverTrust: return despiteTrust(intent, row)
        case .clientCertificate: return despiteIdentity(intent, row, panel, state)
        default: return nil
        }
    }

    static func message(_ panel: HoldPanel, _ row: HeldChallengeRow, _ state: State) -> Message {
        let index = state.overview.held.firstIndex { $0.key == row.key }.map { $0 + 1 } ?? 1
        if let armed = panel.armed, let despite = despite(armed, row, panel, state) {
            return Message("\(key(of: armed)) again \(despite)", role: .warn)
        }
        if panel.standsForHost {
            return Message("the next answer stands for \(row.facts.host) until  :forget", role: .warn)
        }
        if row.serverHungUp {
            return Message("the server hung up: an answer now connects again with it", role: .warn)
        }
        let count = "held \(index) of \(state.overview.held.count)"
        let clock = row.deadline == nil ? "the clock is stopped" : "t  stop the clock"
        let gap = max(2, state.size.columns - 2 - count.count - clock.count - 3)
        return Message(count + String(repeating: " ", count: min(gap, 54)) + clock)
    }

    private static func key(of intent: Intent) -> String {
        Command.all(in: .hold).first { $0.intent == intent }?.keys.first?.name ?? ""
    }

    // MARK: The second press

    private static func despiteTrust(_ intent: Intent, _ row: HeldChallengeRow) -> String? {
        guard let evaluation = row.decision.evaluation else {
            return intent == .useCredential ? "accepts what was never evaluated" : nil
        }
        let tally = CheckTally(evaluation)
        guard !tally.faults.isEmpty else { return nil }
        let disposition = intent == .usePolicy ? row.decision.answers.first?.disposition : intent.disposition
        guard let disposition, accepts(disposition, row) else { return nil }
        return "accepts despite \(tally.faults)"
    }

    private static func despiteIdentity(
        _ intent: Intent,
        _ row: HeldChallengeRow,
        _ panel: HoldPanel,
        _ state: State
    ) -> String? {
        guard intent == .useCredential else { return nil }
        let offers = offers(row, state)
        guard offers.indices.contains(panel.identity) else { return nil }
        let offer = offers[panel.identity]
        let shows = "shows \(offer.identity.subject)"
        if let faults = row.trustBefore?.evaluation.map({ CheckTally($0).faults }), !faults.isEmpty {
            return "\(shows) to a server whose trust says \(faults)"
        }
        return offer.fits ? nil : "\(shows), which does not fit: \(offer.shortWhy(now: state.now))"
    }

    /// Whether the handshake would go on; *use* counts as accepting where nothing is known.
    private static func accepts(_ disposition: Disposition, _ row: HeldChallengeRow) -> Bool {
        row.effects[disposition]?.proceeds ?? (disposition == .useCredential)
    }

    // MARK: Lines

    private static func space(_ row: HeldChallengeRow) -> String {
        let isLong = row.facts.method == .clientCertificate || row.facts.port == 443
        return isLong ? row.facts.host : "\(row.facts.host):\(row.facts.port)"
    }

    private static func clock(_ row: HeldChallengeRow, _ state: State) -> String {
        guard let deadline = row.deadline else { return "clock stopped" }
        return "\(Words.countdown(deadline - state.now)) left, then \(row.safeAnswer.word)"
    }

    private static func trust(_ row: HeldChallengeRow, _ panel: HoldPanel, _ state: State) -> [Line] {
        var lines = [request(row, "chain of \(row.facts.chain.count)")]
        if let evaluation = row.decision.evaluation {
            let checks = CheckLine.lines(of: evaluation)
            lines.append(text("\(checks.count) checks: \(CheckTally(checks).counts)"))
            for check in checks where check.result == .fail || check.result == .letBy {
                var line = Line()
                line.put(check.result.word, at: 3, width: 7, role: check.result == .fail ? .refuse : .warn)
                line.put(check.word, at: 10, width: 10)
                line.put(check.detail, at: 20)
                lines.append(line)
            }
        } else {
            lines.append(text("not evaluated"))
        }
        lines.append(Line())
        lines.append(answer(.usePolicy, "do what the policy says", policyWord(row), row, panel, state))
        lines.append(answer(.useCredential, "use credential", use(row), row, panel, state))
        let system = accepts(.performDefaultHandling, row) ? "would accept" : "would refuse"
        lines.append(answer(.performDefault, "default handling", "system evaluation (\(system))", row, panel, state))
        lines.append(answer(.cancel, "cancel", "stop the request", row, panel, state))
        lines.append(answer(.reject, "reject protection space", "try the next challenge, if any", row, panel, state))
        return lines + tail(panel, state)
    }

    private static func use(_ row: HeldChallengeRow) -> String {
        accepts(.useCredential, row) ? "accept this chain here" : "refused all the same: transport security"
    }

    private static func identity(_ row: HeldChallengeRow, _ panel: HoldPanel, _ state: State) -> [Line] {
        let issuers = row.facts.asked?.issuers.count ?? 0
        let names = issuers == 0 ? "the server names no issuer" : "the server names \(Words.count(issuers, "issuer"))"
        var lines = [request(row, names)]
        if let before = row.trustBefore {
            let faults = before.evaluation.map { CheckTally($0).text } ?? "not evaluated"
            var line = Line()
            line.put("trust before:", at: 3, width: 14)
            let given = state.exchange.flatMap { $0.key == row.key.request ? $0.challenges.first?.answer : nil }
            let word = given?.answer.disposition.word ?? before.word
            line.put("\(word), \(faults)", at: 18, role: .warn)
            lines.append(line)
        }
        let offers = offers(row, state)
        for (index, offer) in offers.enumerated() {
            lines.append(offerLine(offer, index, panel, state))
        }
        var another = Line()
        if offers.isEmpty { another.put("identity", at: 3, width: 12) }
        another.put(panel.identity == offers.count ? ">" : "", at: 16, width: 1, role: .key)
        another.put("another file ...", at: 18, width: 24)
        another.put("u asks for its name and pass phrase", at: 44, role: .dim)
        lines.append(another)
        let subject = offers.indices.contains(panel.identity) ? offers[panel.identity].identity.subject : nil
        let shows = subject.map { "shows \($0)" } ?? "choose a file first"
        lines.append(answer(.useCredential, "send the chosen identity", shows, row, panel, state))
        lines.append(answer(.useNone, "use, with no identity", "an empty certificate is sent", row, panel, state))
        lines.append(answer(.usePolicy, "do what the policy says", policyWord(row), row, panel, state))
        lines.append(
            answer(.performDefault, "default handling", "no identity preference here: none is sent", row, panel, state)
        )
        lines.append(answer(.cancel, "cancel", "the request ends, -999", row, panel, state))
        lines.append(answer(.reject, "reject protection space", "goes on without one (assumption)", row, panel, state))
        return lines + tail(panel, state)
    }

    /// One line each, so that the answers below stay in view; the detail has the whole of it.
    private static func offerLine(_ offer: IdentityOffer, _ index: Int, _ panel: HoldPanel, _ state: State) -> Line {
        var line = Line()
        if index == 0 { line.put("identity", at: 3, width: 12) }
        let isChosen = panel.identity == index
        line.put(isChosen ? ">" : "", at: 16, width: 1, role: .key)
        line.put(offer.identity.file, at: 18, width: 13, role: isChosen ? .key : .text)
        line.put(offer.identity.subject, at: 32, width: 11)
        let why = offer.fits ? "fits: \(offer.why)" : offer.shortWhy(now: state.now)
        line.put(why, at: 44, width: max(1, state.size.columns - 44), role: offer.fits ? .accept : .warn)
        return line
    }

    private static func request(_ row: HeldChallengeRow, _ more: String) -> Line {
        let failures = row.facts.previousFailureCount
        let attempt = failures == 0 ? "first try" : "failed \(Words.count(failures, "time")) before"
        return text("\(row.method) \(row.url)   \(attempt)   \(more)")
    }

    private static func answer(
        _ intent: Intent,
        _ name: String,
        _ effect: String,
        _ row: HeldChallengeRow,
        _ panel: HoldPanel,
        _ state: State
    ) -> Line {
        var line = Line()
        let key = key(of: intent)
        let isTwice = despite(intent, row, panel, state) != nil
        line.put(key, at: 3, width: 3, role: panel.armed == intent ? .held : .key)
        line.put(name, at: 7, width: 26)
        line.put(effect + (isTwice ? ": press \(key) twice" : ""), at: 35, role: isTwice ? .warn : .text)
        return line
    }

    private static func policyWord(_ row: HeldChallengeRow) -> String {
        guard let answer = row.decision.answers.first else { return "never answers" }
        guard let identity = answer.identity else { return answer.disposition.word }
        return "\(answer.disposition.word) \(identity.file)"
    }

    private static func tail(_ panel: HoldPanel, _ state: State) -> [Line] {
        var same = Line()
        same.put("s", at: 3, width: 3, role: panel.standsForHost ? .held : .key)
        same.put("the same for this host", at: 7, width: 26)
        let stands = panel.standsForHost ? "ON: the next answer stands" : "s, then the answer that is to stand"
        same.put(stands, at: 35, role: panel.standsForHost ? .warn : .text)
        var all = Line()
        all.put("A", at: 3, width: 3, role: .key)
        all.put("policy answer for all held (\(state.overview.held.count))", at: 7, width: 40)
        all.put("enter does nothing here", at: 49, role: .dim)
        var look = Line()
        look.put("v", at: 3, width: 3, role: .key)
        look.put("look at the chain first", at: 7, width: 28)
        look.put("esc   leave it held", at: 36)
        return [same, Line(), all, look]
    }

    private static func text(_ text: String) -> Line { Line(text) }
}
