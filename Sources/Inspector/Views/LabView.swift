import Events
import Terminal

/// View 8: the lab's scenarios, what to press first, and the clients that connected.
enum LabView: PaneView {
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent {
        guard let lab = state.overview.lab else {
            // Before the back end has said anything, it starts.
            let isStarting = state.overview.isLabStarting
            var content = PaneContent(title: isStarting ? "8 lab  starts" : "8 lab  off")
            let usual = isStarting ? "The lab starts ..." : "The lab does not run.  i  inspects your own server."
            content.body = Line(state.overview.labNote ?? usual).wrapped(columns: size.columns)
            // A story may be chosen while the lab starts.
            if state.demo == .choosing { content.foot = stories(state) }
            return content
        }
        let fired = lab.scenarios.filter(\.wasFired).count
        let firedWords = fired == 0 ? "none fired" : "\(fired) fired"
        var content = PaneContent(
            title: "8 lab  on \(lab.address)  running",
            right: "\(Words.count(lab.scenarios.count, "scenario")), \(firedWords)"
        )
        let columns = Columns(size.columns, longest: lab.scenarios.map(\.name.count).max() ?? 0)
        content.header = [columns.line("SCENARIO", "PORT", "SERVES", "A SOUND CLIENT", role: .header)]
        content.body = lab.scenarios.map { scenario in
            var line = columns.line(
                scenario.name,
                String(scenario.port),
                scenario.serves,
                scenario.soundClient,
                role: .text
            )
            line.target = .scenario(scenario.name)
            if scenario.wasFired { line.mark = "." }
            return line
        }
        content.cursorColumn = 1
        content.foot =
            state.demo == .choosing ? stories(state) : state.hasStarted ? clients(lab, state) : startHere(state)
        return content
    }

    private struct Columns {
        let name = 3
        let port: Int
        let serves: Int
        let sound: Int

        /// - Parameter longest: the longest name, which is not cut where there is room.
        init(_ width: Int, longest: Int) {
            let isNarrow = width < Layout.narrow
            port = isNarrow ? 18 : max(25, min(longest + 5, 32))
            serves = port + 7
            // On a narrow screen what a sound client does matters more than what is served.
            sound = isNarrow ? serves - 1 : width < 80 ? width - 18 : 62 + (width - 80) / 3
        }

        func line(_ name: String, _ port: String, _ serves: String, _ sound: String, role: Role) -> Line {
            var line = Line()
            line.role = role
            line.put(name, at: self.name, width: self.port - self.name - 1, role: role)
            line.put(port, at: self.port, width: 5, role: role)
            line.put(serves, at: self.serves, width: self.sound - self.serves - 1, role: role)
            line.put(sound, at: self.sound, role: role)
            return line
        }
    }

    private static func startHere(_ state: State) -> [Line] {
        let keys: [(String, String)] = [
            ("enter", "fire \"good\": one challenge, accepted"),
            ("A", "fire all of them: what does this policy refuse, and why?"),
            ("p", "choose the client: \(clientsAtHand(state))"),
            ("i", "your own server:  i https://api.example.com/"),
            ("H", "hold each challenge and answer it by hand"),
            (":demo", "three stories and the tour for reviewers, told by themselves"),
        ]
        var lines: [Line] = [.rule("start here")]
        for (key, text) in keys {
            var line = Line()
            line.put(key, at: 3, width: 8, role: .key)
            line.put(text, at: 12)
            lines.append(line)
        }
        lines.append(Line(""))
        lines.append(Line("countersign is the client here, not a proxy: it sends the requests and"))
        lines.append(Line("answers the challenges as the chosen client would."))
        return lines
    }

    private static func stories(_ state: State) -> [Line] {
        var lines: [Line] = [.rule("stories", "told by themselves; any key stops one, space goes on")]
        for story in DemoStory.all(state) {
            var line = Line()
            line.put(story.name, at: 3, width: 8, role: .key)
            line.put(story.title, at: 6)
            lines.append(line)
        }
        return lines + [Line("The keys are typed into the running program.  :demo 2 slow  :demo 2 step", .dim)]
    }

    private static func clientsAtHand(_ state: State) -> String {
        let flows = state.clients.filter { $0.profile.flow != nil }.map(\.identifier)
        guard let first = flows.first, let last = flows.last else { return "presets and flows" }
        return "\(state.clients.count) presets and flows, \(first) to \(last)"
    }

    private static func clients(_ lab: LabStatus, _ state: State) -> [Line] {
        var lines: [Line] = [.rule("clients seen", "point any client at these ports")]
        if lab.clients.isEmpty { lines.append(Line("none yet", .dim)) }
        for client in lab.clients.suffix(4) {
            let facts = client.facts
            var line = Line()
            line.put(Words.clock(client.time, secondsFromUTC: state.secondsFromUTC), at: 3, width: 8)
            line.put(facts.userAgent ?? facts.peer, at: 13, width: 14)
            line.put(facts.scenario, at: 28, width: 13)
            line.put(conduct(client), at: 42, width: 23)
            let verdict = client.isVulnerable ? "vulnerable" : identity(client)
            line.put(verdict, at: 66, role: client.isVulnerable ? .error : .text)
            lines.append(line)
        }
        if let summary = summary(lab) { lines.append(Line(summary)) }
        return lines + state.judged.flatMap { Line($0).wrapped(columns: state.size.columns) }
    }

    private static func conduct(_ client: LabClientRow) -> String {
        let facts = client.facts
        switch facts.conduct {
        case .leftWithAlert:
            let alert = facts.alert.map { "alert \($0.number) \($0.name.replacing("_", with: " "))" } ?? "an alert"
            return "left: \(alert)"
        case .leftSilently: return "left without a word"
        case .talked: return "TALKED: \(facts.requestLine ?? "")"
        case .refused: return "refused by the server"
        case .undecided: return "connected"
        }
    }

    private static func identity(_ client: LabClientRow) -> String {
        if let subject = client.facts.clientCertificate { return "as \(subject)" }
        return client.facts.status.map(String.init) ?? ""
    }

    /// Of the client that was caught: how often it went on where a sound one stops.
    private static func summary(_ lab: LabStatus) -> String? {
        lab.caught.map { caught in
            "\(caught.agent) accepted \(Words.count(caught.scenarios.count, "bad server"))    R  its report"
        }
    }
}
