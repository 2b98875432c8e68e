import Diagnosis
import Foundation
import Report
import Trust
import Workbench

/// `countersign evaluate`
enum EvaluateCommand: Command {
    static let name = SubCommand.evaluate
    static let summary = "Judges a chain offline: would this client accept it, and why?"
    static let synopsis = [
        "evaluate --chain FILE [--host NAME] [OPTION]...", "evaluate --chain FILE --rotate [OPTION]...",
        "evaluate --batch -",
    ]
    static let details = [
        "Nothing is sent. Without anchors the chain is judged with this machine's store, or with the lab's \"public\" "
            + "root where the host is one of the lab's.",
        "With --batch each line of standard input is a request in JSON, complete with its anchors, and each line of "
            + "standard output its result, in the same order. The status is 0 when every line got its result, "
            + "whatever the verdicts.",
        "With --rotate each client named by --policy or --flow tells until when it accepts the chain, which pin holds on "
            + "which certificate, whether there is a backup, and what a new leaf, intermediate or root would do to it. The "
            + "renewals are played through with certificates of the lab in the place of the server's own.",
    ]

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        if arguments.has(.batch) {
            let own = [Option.chain, .host, .purpose, .maximumDepth, .revocationList, .staple]
            for option in own {
                try arguments.exclude(
                    .batch,
                    option,
                    drop: "Each line of the input brings its own: drop \(option.long)."
                )
            }
            BatchEvaluation.run(console)
            return .success
        }
        return try judge(arguments, console)
    }

    private static func conditions(_ arguments: Arguments) throws(Problem) -> OfflineConditions {
        var conditions = OfflineConditions()
        if let purpose = arguments.value(.purpose).flatMap(Purpose.init(rawValue:)) { conditions.purpose = purpose }
        conditions.maximumDepth = try arguments.number(.maximumDepth, in: 0...100)
        conditions.revocationLists = arguments.values(.revocationList)
        conditions.staple = arguments.value(.staple)
        return conditions
    }

    private static func isOfTheLab(_ host: String?) -> Bool { host.map { Bench.namesLab($0) } ?? false }

    private static func judge(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        if let operand = arguments.operands.first {
            throw .operandUnexpected("countersign evaluate", operand, wanted: "--chain FILE, or --batch -")
        }
        guard let chain = arguments.value(.chain) else {
            throw .operandMissing("countersign evaluate", wanted: "--chain FILE, or --batch -")
        }
        if arguments.has(.rotate) { return try rotate(chain, arguments, console) }
        let host = arguments.value(.host)
        let bundle = arguments.value(.bundle) ?? DataFolders().bundle
        let files = (try? AppBundle(folder: bundle))?.snapshot ?? BundleSnapshot()
        let options = try ProfileOptions(arguments, bundle: files)
        let result = try OfflineEvaluation(
            chain: chain,
            host: host,
            date: try arguments.date(.at) ?? Date(),
            conditions: try conditions(arguments),
            profile: options.profile,
            bundle: bundle,
            labRoot: isOfTheLab(host) ? try AuditOptions.auditor(arguments).publicRoot : nil
        )
        guard let evaluation = result.decision.evaluation else {
            throw .operandMissing("countersign evaluate", wanted: "a client that evaluates")
        }
        // Transport security may refuse what the policy accepts.
        let overruling = evaluation.verdict == .accept ? result.effect.flatMap { $0.proceeds ? nil : $0 } : nil
        let remarks = options.remarks + result.remarks
        let line = result.client.line.text
        if arguments.has(.json) {
            console.print(
                json: EvaluationDocument(
                    evaluation,
                    decision: result.decision,
                    profile: options.profile,
                    line: line,
                    remarks: remarks.map { ($0.code.rawValue, $0.sentence) },
                    overruled: overruling
                )
            )
        } else {
            let text = EvaluationText.lines(evaluation, decision: result.decision, line: line, remarks: remarks)
            console.print(text.joined(separator: "\n"))
            if let overruling {
                let code = overruling.code.map { " [\($0)]" } ?? ""
                console.print("overruled     \(overruling.reason)\(code)")
            }
        }
        return evaluation.verdict == .refuse || overruling != nil ? .refused : .success
    }

    private static func rotate(_ chain: String, _ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus
    {
        let auditor = try AuditOptions.auditor(arguments)
        let host = arguments.value(.host)
        var rows: [RotationDocument.Client] = []
        for profile in try ClientList.profiles(arguments, bundle: auditor.bundle, usual: []) {
            let evaluation = try OfflineEvaluation(
                chain: chain,
                host: host,
                date: auditor.date,
                profile: profile,
                bundle: arguments.value(.bundle) ?? DataFolders().bundle,
                labRoot: isOfTheLab(host) ? auditor.publicRoot : nil
            )
            let rotation = auditor.rotation(of: evaluation, profile: profile, urlHost: host)
            rows.append(RotationDocument.Client(profile.name, line: evaluation.client.line.text, rotation))
        }
        if arguments.has(.json) {
            console.print(json: RotationDocument(host: host, rows))
        } else {
            console.print(rows.map { RotationText.lines($0).joined(separator: "\n") }.joined(separator: "\n\n"))
        }
        return rows.allSatisfy(\.rotation.isAccepted) ? .success : .refused
    }
}
