import Diagnosis

/// `countersign fire`
enum FireCommand: Command {
    static let name = SubCommand.fire
    static let summary = "Fires one request each and prints challenges, checks, dispositions and the outcome."
    static let synopsis = ["fire [OPTION]... URL..."]
    static let details = [
        "A URL without a scheme is https. A lab scenario is named as \"good\" or https://good.lab.test/; the lab is "
            + "started for it. Without --anchors and --system-anchors a lab host is judged with the lab's \"public\" "
            + "root, any other with this machine's store."
    ]

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        throw Problem(.optionUnknown, "This build cannot fire yet.")
    }
}
