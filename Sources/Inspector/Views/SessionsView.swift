import ChallengeLog
import Diagnosis
import Events
import Terminal
import Trust

/// View 9: what would answer a request now without a challenge, and whose answer stands behind it.
enum SessionsView: PaneView {
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent {
        let entries = state.overview.kept.entries
        var content = PaneContent(
            title: "9 sessions",
            right: size.columns < Layout.narrow ? "" : counts(state)
        )
        let columns = Columns(size.columns)
        content.header = [columns.line(["HOST", "STATE", "TLS", "IDENTITY", "TRUSTED BY", "USED"], .header)]
        content.body = entries.map { entry in
            let words = [
                entry.host, entry.state.rawValue, entry.version ?? "-", entry.identity ?? "-", trusted(entry),
                "\(entry.uses) x",
            ]
            var line = columns.line(words, .text)
            line.target = .kept(entry.connection)
            return line
        }
        content.body += state.overview.hostAnswers.map { answer in
            let identity = answer.identity?.file ?? "-"
            let word = "you: \(answer.disposition.word), until :forget"
            var line = columns.line([answer.key.host, "answer", "-", identity, word, ""], .warn)
            line.target = .remark
            return line
        }
        if content.body.isEmpty {
            content.body = [Line("Nothing is kept: each request makes a connection of its own.", target: .remark)]
        }
        content.cursorColumn = 1
        content.foot = now(state).flatMap { $0.wrapped(columns: size.columns) }
        return content
    }

    private struct Columns {
        let places: [Int]

        init(_ width: Int) {
            let isNarrow = width < Layout.narrow
            places = isNarrow ? [3, 18, 25, width, width, width] : [3, 26, 34, 39, 52, max(66, width - 6)]
        }

        func line(_ words: [String], _ role: Role) -> Line {
            var line = Line()
            line.role = role == .header ? .header : .text
            for (index, word) in words.enumerated() {
                let next = index + 1 < places.count ? places[index + 1] : .max
                line.put(
                    word,
                    at: places[index],
                    width: next == .max ? nil : max(0, next - places[index] - 1),
                    role: role
                )
            }
            return line
        }
    }

    /// What `r` fires afresh: the request whose answers stand behind the line under the cursor, else the selected one.
    static func request(in state: State) -> RequestKey? {
        guard let entry = entry(in: state), let recording = state.overview.recording else { return state.list.selected }
        return RequestKey(recording: recording, number: entry.openedBy)
    }

    private static func entry(in state: State) -> KeptAnswers.Entry? {
        let cursor = state.scrolls[.sessions]?.cursor ?? 0
        let entries = state.overview.kept.entries
        return entries.indices.contains(cursor) ? entries[cursor] : nil
    }

    /// Why `x` can do nothing about the line under the cursor; nil when it can.
    static func whyNotDropped(in state: State) -> String? {
        guard let entry = entry(in: state) else { return "no connection is chosen" }
        return switch entry.state {
        case .idle: nil
        case .open: "a request runs over it"
        case .ticket: "TLS sessions are dropped all at once:  I"
        }
    }

    private static func trusted(_ entry: KeptAnswers.Entry) -> String {
        let client = entry.profile.map { ", \($0.name)" } ?? ""
        let answers = entry.answers.isEmpty ? "" : " \(entry.answers)"
        return "no. \(entry.openedBy)\(answers)\(client)"
    }

    private static func counts(_ state: State) -> String {
        let entries = state.overview.kept.entries
        let tickets = entries.count { $0.state == .ticket }
        let answers = state.overview.hostAnswers.count
        return "\(Words.count(entries.count - tickets, "connection"))  \(Words.count(tickets, "ticket"))"
            + (answers == 0 ? "" : "  \(Words.count(answers, "stored answer"))")
    }

    /// What would happen to a request to the host under the cursor, else to the selected one, if it were fired now.
    private static func now(_ state: State) -> [Line] {
        var lines: [Line] = [.rule("a request now", "as this recording tells")]
        guard let host = entry(in: state)?.host ?? state.list.row?.digest.host else {
            return lines + [Line("no request is selected", .dim), Line("I  drops all of them", .dim)]
        }
        let profile = state.profile
        if let entry = state.overview.kept.entry(for: host, as: profile, now: state.now) {
            let way = entry.state == .ticket ? "resume a TLS session" : "go over the \(entry.state.rawValue) connection"
            lines.append(Line("\(host) would \(way): no challenge.", .warn))
            lines.append(Line("The answer behind it is \(trusted(entry))."))
            if entry.profile != profile {
                lines.append(
                    Line("~ It was given under another client: as on iOS it outlives the switch, ten minutes.", .warn)
                )
            }
        } else if profile.answersKept == .fresh {
            lines.append(Line("\(host) would get a connection of its own (answers kept: fresh): its challenges come."))
        } else {
            lines.append(Line("\(host) would get a new connection: nothing is kept for it under this client."))
        }
        for note in state.overview.keptNotes where note.host == host { lines.append(Line(note.sentence, .warn)) }
        for answer in state.overview.hostAnswers where answer.key.host == host {
            let kind = answer.key.method.words
            lines.append(
                Line("Its \(kind) challenge would be answered \(answer.disposition.word), as you said.", .warn)
            )
        }
        lines.append(Line("x  drops this one   I  drops all of them   r  fires fresh", .dim))
        return lines
    }
}
