import Diagnosis
import Events
import Lab
import Workbench

/// The lab as `lab` prints it for people.
enum LabText {
    /// The scenarios with their addresses.
    static func table(_ scenarios: [LabScenario], rootPath: String) -> String {
        var lines = ["The lab on 127.0.0.1. Its root: \(rootPath)", ""]
        let width = scenarios.map(\.name.count).max() ?? 0
        for scenario in scenarios {
            let name = TextWidth.pad(scenario.name, columns: width)
            let address = TextWidth.pad(scenario.urlForOthers, columns: 25)
            lines.append("  \(name)  \(address)  \(scenario.serves)  (sound client: \(scenario.soundClient))")
        }
        if let first = scenarios.first { lines += ["", "  " + first.curlCommand(rootPath: rootPath)] }
        let page = InstalledFile.read("Documentation/BADSSL.md").found?.place ?? "Documentation/BADSSL.md"
        lines.append("  badssl.com's hosts, and those that are left out and why: \(page)")
        return lines.joined(separator: "\n")
    }

    /// What a client did, in one line.
    static func client(_ time: Int64, _ facts: LabClientFacts, _ scenario: LabScenario?) -> String {
        let who = facts.userAgent ?? facts.fingerprint.map { "client \($0.prefix(8))" } ?? "client"
        let mark = facts.isVulnerable(at: scenario) ? "  VULNERABLE" : ""
        let text = "\(EventTime.clock(time))  \(facts.scenario)  \(facts.peer)  \(who)  \(conduct(facts))\(mark)"
        return Sanitizer.line(text)
    }

    private static func conduct(_ facts: LabClientFacts) -> String {
        let certificate = facts.clientCertificate.map { subject in
            "  certificate \(subject) (\(facts.clientVerdict ?? "not verified"))"
        }
        let what =
            switch facts.conduct {
            case .leftWithAlert:
                facts.alert.map { alert in
                    alert.direction == .received
                        ? "refused: it sent alert \(alert.number) \(alert.name)"
                        : "was refused: we sent alert \(alert.number) \(alert.name)"
                } ?? "refused by an alert"
            case .leftSilently: "left without a word"
            case .talked: "accepted: \(facts.requestLine ?? "a request")" + (facts.status.map { " -> \($0)" } ?? "")
            case .refused: "was refused: \(facts.alert.map { "alert \($0.number) \($0.name)" } ?? "no alert")"
            case .undecided: "decided nothing"
            }
        return what + (certificate ?? "")
    }
}
