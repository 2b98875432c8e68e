import Diagnosis
import Report
import Trust
import Workbench

/// `countersign code`
enum CodeCommand: Command {
    static let name = SubCommand.code
    static let summary = "Writes client code that does what a policy or flow does."
    static let synopsis = ["code [OPTION]... [TARGET]"]
    static let details = [
        "TARGET is \(ClientCodeTarget.allCases.map(\.rawValue).joined(separator: ", ")); without one it is urlsession. The "
            + "code is a whole file on standard output. Where a target cannot do what the client does, a comment says so, "
            + "and what is left is stricter, or refuses, or is nothing.",
        "Pins and anchors stand in the code; files that a flow reads are read from the app's bundle. With --host the "
            + "options for curl and the pins for Android are those of one host.",
    ]

    /// What `code --json` prints.
    private struct Document: Encodable {
        let schema = "countersign.code/1"
        let target: String
        let policyLine: String
        let code: String

        private enum CodingKeys: String, CodingKey { case schema, target, policyLine, code }
    }

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        let target = try target(arguments)
        var configuration = BenchConfiguration()
        configuration.bundle = arguments.value(.bundle)
        configuration.judgedAt = try arguments.date(.at)
        let auditor = try Auditor(configuration)
        let options = try ProfileOptions(arguments, bundle: auditor.bundle)
        for remark in options.remarks { console.report(remark) }
        let client = try auditor.prepare(options.profile)
        let line = client.line.text
        let code = ClientCode(
            profile: client.profile,
            anchors: client.anchors,
            bundle: auditor.bundle,
            policyLine: line,
            host: arguments.value(.host),
            findings: try auditor.audit(options.profile).findings
        )
        let text = code.text(for: target)
        if arguments.has(.json) {
            console.print(json: Document(target: target.rawValue, policyLine: line, code: text))
        } else {
            console.write(text)
        }
        return .success
    }

    private static func target(_ arguments: Arguments) throws(Problem) -> ClientCodeTarget {
        if arguments.operands.count > 1 {
            throw .operandUnexpected("countersign code", arguments.operands[1], wanted: "one target")
        }
        guard let word = arguments.operands.first else { return .urlsession }
        guard let target = ClientCodeTarget(rawValue: word.lowercased()) else {
            throw .unknownName(
                "target",
                word,
                known: ClientCodeTarget.allCases.map(\.rawValue),
                list: "countersign code --help"
            )
        }
        return target
    }
}
