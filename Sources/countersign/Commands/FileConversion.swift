import Diagnosis
import Trust

/// What `--write` asks for.
struct FileConversion {
    private let output: String
    private let form: String?

    /// Nil without `--write`.
    ///
    /// - Throws: `option.value`, `option.conflict` for options that ask for what cannot be.
    init?(_ arguments: Arguments) throws(Problem) {
        guard let output = arguments.value(.write) else {
            for option in [Option.fileForm, .readableBy, .withChain] where arguments.has(option) {
                throw .optionNeeds(option.long, other: Option.write.long)
            }
            return nil
        }
        guard arguments.operands.count == 1 else {
            throw .optionConflict("--write", "several files", drop: "One file is written of one: name them one by one.")
        }
        self.output = output
        form = arguments.value(.fileForm)
    }

    /// Writes certificates.
    ///
    /// - Throws: `option.value`, `file.exists`, `file.not-written`.
    func write(_ certificates: [Certificate], from file: String) throws(Problem) -> WrittenFile {
        let taken = CertificateForm.allCases.map(\.rawValue).joined(separator: ", ")
        guard let form = CertificateForm(rawValue: form ?? CertificateForm.pem.rawValue) else {
            throw .formIsNotFor(form ?? "", of: "certificates without a key", taken: taken)
        }
        try FileWriter.create(output, try form.encode(certificates, from: file))
        let holds = certificates.count == 1 ? "1 certificate" : "\(certificates.count) certificates"
        return WrittenFile(file: output, form: form.rawValue, holds: holds)
    }

    /// Writes the identities of a file.
    ///
    /// - Parameter passPhrase: that of the file; nil where none was given.
    /// - Throws: `option.value`, `file.exists`, `file.not-written`.
    func write(
        _ file: IdentityFile,
        passPhrase: PassPhrase?,
        from name: String,
        _ arguments: Arguments
    ) throws(Problem) -> WrittenFile {
        let withChain = arguments.has(.withChain)
        let age = arguments.value(.readableBy).flatMap(ContainerAge.init(rawValue:))
        let target: IdentityForm
        switch form ?? "p12" {
        case "p12": target = .container(age ?? .current)
        case "pem":
            guard age == nil else {
                throw .optionConflict(
                    "--form pem",
                    "--for",
                    drop: "Only PKCS#12 differs from reader to reader: drop --for."
                )
            }
            target = .pem
        default: throw .formIsNotFor(form ?? "", of: "private keys", taken: "p12 or pem")
        }
        let phrase: PassPhrase
        if let passPhrase { phrase = passPhrase } else { phrase = try Self.passPhrase(of: file, target, output) }
        let bytes = try target.encode(file.identities, withChain: withChain, passPhrase: phrase, from: name)
        try FileWriter.create(output, bytes)
        return WrittenFile(file: output, form: form ?? "p12", holds: Self.text(file.identities, withChain: withChain))
    }

    /// Where the file itself needed no pass phrase, the same form of file needs none either.
    private static func passPhrase(of file: IdentityFile, _ target: IdentityForm, _ path: String) throws(Problem)
        -> PassPhrase
    {
        let isSameForm = if case .pem = target { file.format != .pkcs12 } else { file.format == .pkcs12 }
        return isSameForm ? PassPhrase("") : try IdentityOptions.newPassPhrase(of: path)
    }

    private static func text(_ identities: [Identity], withChain: Bool) -> String {
        let count = identities.count == 1 ? "1 identity" : "\(identities.count) identities"
        let further = Set(identities.flatMap(\.chain)).subtracting(identities.map(\.leaf)).count
        guard withChain, further > 0 else { return count }
        return count + " with \(further) further certificate\(further == 1 ? "" : "s")"
    }
}
