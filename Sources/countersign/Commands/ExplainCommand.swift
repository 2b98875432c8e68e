import Diagnosis
import Lab
import Report

/// `countersign explain`
enum ExplainCommand: Command {
    static let name = SubCommand.explain
    static let summary = "Says what an error number, its name, or a pasted console line means."
    static let synopsis = ["explain TEXT... [--json]"]
    static let details = [
        "NSURLError, SSL stream errors, OSStatus of Security and PKCS#12, SecTrustResultType, X509_V_ERR, TLS alerts, CURLcode, "
            + "HTTP statuses of servers with mutual TLS, OpenSSL's reasons, exceptions of Java and Android, and the codes of "
            + "countersign's own diagnoses and findings. Of each: what leads to it, the most frequent first; what it does not "
            + "tell; what helps; the command that shows the cause here; the lab's scenario that gives it.",
        "The family of a number is told by the words around it; without any, every family that has it is shown.",
    ]

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        guard !arguments.operands.isEmpty else {
            throw .operandMissing("countersign explain", wanted: "a number, a name or a console line")
        }
        let table = try ErrorTable.installed()
        var explanation = Explanation(arguments.operands.joined(separator: " "), table: table)
        guard explanation.isKnown else {
            throw .nothingToExplain(explanation.text, known: table.meanings.map(\.name))
        }
        // An explanation is not held up by a recipe that cannot be read: the lab says so where it is started.
        lazy var scenarios = (try? LabRecipe.installed())?.scenarios ?? []
        explanation.showDiagnoses { code in scenarios.first { $0.code == code }?.name }
        if arguments.has(.json) {
            console.print(json: explanation)
        } else {
            console.print(ExplanationText.lines(explanation).joined(separator: "\n"))
        }
        return .success
    }
}
