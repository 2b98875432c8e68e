import Diagnosis
import Events
import Foundation
import Lab
import Workbench

/// `countersign lab --judge -- COMMAND`
enum LabJudge {
    static func run(
        _ configuration: LabServer.Configuration,
        _ arguments: Arguments,
        _ console: Console
    ) throws(Problem) -> RunStatus {
        try arguments.exclude(.json, .markdown, drop: "One form at a time: drop one of them.")
        let command = arguments.operands
        guard !command.isEmpty else {
            throw .operandMissing(
                "countersign lab --judge",
                wanted: "-- and the command, such as -- curl --cacert {root} {url}"
            )
        }
        let seconds = try arguments.number(.timeout, in: 1...3600) ?? 10
        let recorder = ClientJudge.Recorder()
        let lab = try LabServer(configuration) { event in
            recorder.note(event)
            if case .note(let note) = event.kind { console.note("countersign: \(note.sentence)") }
        }
        defer { lab.stop() }
        for notice in lab.notices { console.report(notice) }

        let judge = ClientJudge(lab: lab, command: command, limit: .seconds(seconds), recorder: recorder)
        let interruption = Interruption()
        interruption.before {
            judge.stop()
            lab.stop()
        }
        let isText = !arguments.has(.json) && !arguments.has(.markdown)
        var hasHead = false
        let outcomes = try judge.judge { outcome in
            guard isText else { return }
            if !hasHead { console.print(JudgementText.head) }
            hasHead = true
            console.print(JudgementText.line(outcome))
            console.flush()
        }
        let judgement = Judgement(outcomes, events: recorder.noted)
        if arguments.has(.json) {
            console.print(json: JudgementDocument(judgement, command: command))
        } else if arguments.has(.markdown) {
            LabReports.print(judgement.clients, lab.scenarios, .markdown, console)
        } else {
            console.print()
            console.print(JudgementText.summary(judgement))
            for line in JudgementText.findings(judgement) { console.print(line) }
        }
        withExtendedLifetime(interruption) {}
        return status(of: judgement, console)
    }

    private static func status(of judgement: Judgement, _ console: Console) -> RunStatus {
        if !judgement.accepted.isEmpty || !judgement.refused.isEmpty { return .refused }
        guard judgement.outcomes.contains(where: { $0.verdict == .neverCame }) else { return .success }
        let missing = judgement.outcomes.filter { $0.verdict == .neverCame }.map(\.scenario.name)
        console.note(
            "countersign: the command never came to \(missing.joined(separator: ", ")): nothing is judged there."
        )
        return .undecided
    }
}
