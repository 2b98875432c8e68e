import Diagnosis

/// What a file's name leads people to expect, and whether its content is that.
enum FileNaming {
    enum Wanted {
        case certificate
        case identity
    }

    /// What is odd about the name; nil when it fits the content or says nothing.
    static func remark(_ snapshot: FileSnapshot, _ content: FileContent, bytes: [UInt8], wanted: Wanted) -> Problem? {
        let suffix = snapshot.suffix
        switch content.format {
        case .pem:
            guard let usually = usualBinary[suffix] else { return nil }
            return .fileIsPEM(
                name: snapshot.name,
                suffix: suffix,
                usually: usually,
                loaded: loaded(content),
                remedy: binaryCommand(snapshot.name, wanted: usually == pkcs12 ? .identity : .certificate)
            )
        case .der, .privateKey, .publicKey:
            guard textSuffixes.contains(suffix), bytes.first == 0x30 else { return nil }
            return .fileIsDER(
                name: snapshot.name,
                suffix: suffix,
                first: bytes,
                remedy: textCommand(snapshot.name, content.format)
            )
        case .pkcs12:
            guard !suffix.isEmpty, !containerSuffixes.contains(suffix), bytes.first == 0x30 else { return nil }
            return .fileIsPKCS12(name: snapshot.name, wanted: nil)
        default: return nil
        }
    }

    private static let pkcs12 = "PKCS#12"
    private static let usualBinary = [
        "cer": "DER", "der": "DER", "p12": pkcs12, "pfx": pkcs12, "jks": "a Java key store", "p8": "a DER key",
    ].merging(["p7b": "PKCS#7", "p7c": "PKCS#7"]) { first, _ in first }
    private static let textSuffixes: Set<String> = ["pem", "txt", "asc", "key", "b64"]
    private static let containerSuffixes: Set<String> = ["p12", "pfx", "pkcs12", "keystore", "bin", "dat"]

    private static func loaded(_ content: FileContent) -> String {
        let certificates = content.certificates.count
        let keys = content.privateKeys.count
        var words = ["\(certificates) certificate\(certificates == 1 ? "" : "s")"]
        if keys > 0 { words.append("\(keys) private key\(keys == 1 ? "" : "s")") }
        return words.joined(separator: ", ")
    }

    private static func binaryCommand(_ name: String, wanted: Wanted) -> String {
        let file = Problem.shellWord(name)
        switch wanted {
        case .certificate:
            return
                "Convert it: openssl x509 -in \(file) -outform DER -out \(Problem.shellWord(Problem.stem(name) + "-der.cer")). "
                + "This program takes it as PEM."
        case .identity:
            return
                "Convert it: openssl pkcs12 -export -in \(file) -out \(Problem.shellWord(Problem.stem(name) + "-new.p12")). "
                + "This program takes it as PEM."
        }
    }

    private static func textCommand(_ name: String, _ format: FileFormat) -> String {
        let file = Problem.shellWord(name)
        let target = Problem.shellWord(Problem.stem(name) + "-text.pem")
        let command =
            switch format {
            case .privateKey: "openssl pkey -inform DER -in \(file) -out \(target)"
            case .publicKey: "openssl pkey -pubin -inform DER -in \(file) -out \(target)"
            default: "openssl x509 -inform DER -in \(file) -out \(target)"
            }
        return "Convert it: \(command). This program takes it as DER."
    }
}
