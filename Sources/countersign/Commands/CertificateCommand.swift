import Diagnosis

/// `countersign certificate`
enum CertificateCommand: Command {
    static let name = SubCommand.certificate
    static let summary = "certificate"
    static let synopsis = ["certificate [OPTION]..."]
    static let details: [String] = []

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        throw Problem(.optionUnknown, "This build has no certificate yet.")
    }
}
