import Diagnosis
import Trust

/// `countersign identity`
enum IdentityCommand: Command {
    static let name = SubCommand.identity
    static let summary = "Shows what is in a file of identities, and whether it opens."
    static let synopsis = ["identity FILE... [OPTION]..."]
    static let details = [
        "PKCS#12, or PEM with certificate and key (the key may have a file of its own). The pass phrase comes from "
            + "--identity-password-file, from COUNTERSIGN_IDENTITY_PASSWORD, or is asked for on the terminal; it never "
            + "stands on the command line. Absent and empty differ."
    ]

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        guard !arguments.operands.isEmpty else { throw .operandMissing("countersign identity", wanted: "a file") }
        let options = try IdentityOptions(arguments)
        let interruption = Interruption()
        defer { withExtendedLifetime(interruption) {} }
        let files = arguments.operands.map { FileReport(file: $0, options.open($0)) }
        return FileReports.print(files, arguments, console)
    }
}
