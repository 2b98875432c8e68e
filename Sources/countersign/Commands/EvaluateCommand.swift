import Diagnosis
import Foundation
import Report
import Trust
import Workbench

/// `countersign evaluate`
enum EvaluateCommand: Command {
    static let name = SubCommand.evaluate
    static let summary = "Judges a chain offline: would this client accept it, and why?"
    static let synopsis = ["evaluate --chain FILE [--host NAME] [OPTION]...", "evaluate --batch -"]
    static let details = [
        "Nothing is sent. Without anchors the chain is judged with this machine's store, or with the lab's \"public\" "
            + "root where the host is one of the lab's.",
        "With --batch each line of standard input is a request in JSON, complete with its anchors, and each line of "
            + "standard output its result, in the same order. The status is 0 when every line got its result, "
            + "whatever the verdicts.",
    ]

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        if arguments.has(.batch) {
            for option in [Option.chain, .host] {
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

    private static func judge(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        if let operand = arguments.operands.first {
            throw .operandUnexpected("countersign evaluate", operand, wanted: "--chain FILE, or --batch -")
        }
        guard let chain = arguments.value(.chain) else {
            throw .operandMissing("countersign evaluate", wanted: "--chain FILE, or --batch -")
        }
        let host = arguments.value(.host)
        let bundle = arguments.value(.bundle) ?? DataFolders().bundle
        let files = (try? AppBundle(folder: bundle))?.snapshot ?? BundleSnapshot()
        let options = try ProfileOptions(arguments, bundle: files)
        let result = try OfflineEvaluation(
            chain: chain,
            host: host,
            date: try arguments.date(.at) ?? Date(),
            profile: options.profile,
            bundle: bundle,
            labRoot: nil
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
}
