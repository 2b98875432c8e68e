import Diagnosis
import Lab
import Report
import Workbench

/// A client's judgement as `lab --judge` prints it for people.
enum JudgementText {
    /// The table's head.
    static let head = "  " + row("SCENARIO", "A SOUND CLIENT", "THIS CLIENT", "")

    /// One scenario, in one line.
    static func line(_ outcome: ClientJudge.Outcome) -> String {
        let did = outcome.encounter?.text ?? (outcome.url == nil ? "-" : "never came to the lab")
        let sent = (outcome.encounter?.revealed ?? []).map { "sent \($0)" }
        // A client's status says nothing about trust; that of one that never came may say why.
        let ended = outcome.verdict == .neverCame ? outcome.status.map(Self.ended) : nil
        let more = [outcome.timedOut ? "its time was up" : nil, ended].compactMap { $0 } + sent
        let mark = outcome.verdict == .vulnerable || outcome.verdict == .refusedGood ? "! " : "  "
        let text = row(
            name(outcome.scenario),
            outcome.scenario.soundClient,
            did,
            ([word(outcome)] + more).filter { !$0.isEmpty }.joined(separator: "; ")
        )
        return Sanitizer.line(mark + text)
    }

    /// How a command ended, by its exit status as a shell tells it.
    private static func ended(_ status: Int32) -> String {
        status > 128 ? "it ended by signal \(status - 128)" : "it ended with status \(status)"
    }

    /// What it comes to.
    static func summary(_ judgement: Judgement) -> String {
        guard !judgement.neverCame else { return "The command never came to the lab: nothing is judged." }
        let names = judgement.clients.map { client in
            client.name + (client.fingerprint.map { " (TLS fingerprint \($0))" } ?? "")
        }
        let who = names.isEmpty ? "The client" : names.joined(separator: ", ")
        return Sanitizer.line(
            "\(who): \(judgement.totals)."
        )
    }

    /// The findings, the worst first; nothing where there is none.
    static func findings(_ judgement: Judgement) -> [String] {
        let findings = judgement.findings
        return (findings.isEmpty ? [] : ["", "findings"]) + findings.flatMap(ClientReport.lines).map(Sanitizer.line)
    }

    /// A host that is no ASCII is shown as people write it; the command got its A-labels.
    private static func name(_ scenario: LabScenario) -> String {
        scenario.host == scenario.asciiHost ? scenario.name : "\(scenario.name) (\(scenario.host))"
    }

    private static func row(_ scenario: String, _ sound: String, _ did: String, _ word: String) -> String {
        [(scenario, 26), (sound, 19), (did, 46)].map { TextWidth.pad($0.0, columns: $0.1) }.joined() + word
    }

    private static func word(_ outcome: ClientJudge.Outcome) -> String {
        switch outcome.verdict {
        case .right: "right"
        case .vulnerable: "VULNERABLE: accepted a bad server"
        case .refusedGood: "WRONG: refused a good server"
        case .either: "either is right"
        case .neverCame: "not judged"
        case .notAsked:
            outcome.scenario.needsOwnName
                ? "not asked: needs its own name ({host} and {port})" : "not asked: tells nothing about trust"
        }
    }
}
