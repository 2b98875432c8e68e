import Diagnosis
import Trust

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
        throw Problem(.optionUnknown, "This build cannot evaluate a file yet.")
    }
}
