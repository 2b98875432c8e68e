import Diagnosis
import Trust

/// `countersign identity`
enum IdentityCommand: Command {
    static let name = SubCommand.identity
    static let summary = "Shows what is in a file of identities, and whether it opens."
    static let synopsis = ["identity FILE... [OPTION]...", "identity FILE --write OUT [OPTION]..."]
    static let details = [
        "PKCS#12, or PEM with certificate and key (the key may have a file of its own). The pass phrase comes from "
            + "--identity-password-file, from COUNTERSIGN_IDENTITY_PASSWORD, or is asked for on the terminal; it never "
            + "stands on the command line. Absent and empty differ.",
        "It ends with who opens the file, and what each program returns; ~ marks what rests on reports. A file that is "
            + "written has the pass phrase of the one that was read; a PKCS#12 file made of an unprotected one needs one.",
    ]

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        guard !arguments.operands.isEmpty else { throw .operandMissing("countersign identity", wanted: "a file") }
        let options = try IdentityOptions(arguments)
        let interruption = Interruption()
        defer { withExtendedLifetime(interruption) {} }
        let conversion = try FileConversion(arguments)
        var files: [FileReport] = []
        for path in arguments.operands {
            let (file, passPhrase) = options.opened(path)
            var report = FileReport(file: path, file)
            if let conversion, file.problem == nil {
                report.written = try conversion.write(file, passPhrase: passPhrase, from: path, arguments)
            }
            files.append(report)
        }
        return FileReports.print(files, arguments, console)
    }
}
