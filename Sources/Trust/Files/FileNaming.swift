import Diagnosis

/// What a file's name leads people to expect, and whether its content is that.
enum FileNaming {
    /// What is odd about the name; nil when it fits the content or says nothing.
    ///
    /// - Parameter key: the file of the private key, where an identity has it in one of its own.
    static func remark(_ snapshot: FileSnapshot, _ content: FileContent, bytes: [UInt8], key: String?) -> Problem? {
        let suffix = snapshot.suffix
        switch content.format {
        case .pem:
            guard let usually = usualBinary[suffix] else { return nil }
            return .fileIsPEM(
                name: snapshot.typed,
                suffix: suffix,
                usually: usually,
                loaded: loaded(content),
                remedy: remedy(binaryCommand(snapshot, content, key), taken: "PEM")
            )
        case .der, .privateKey, .publicKey:
            guard textSuffixes.contains(suffix), bytes.first == 0x30 else { return nil }
            return .fileIsDER(
                name: snapshot.typed,
                suffix: suffix,
                first: bytes,
                remedy: remedy(FileCommand(snapshot.typed).text(content), taken: "DER")
            )
        case .pkcs12:
            guard !suffix.isEmpty, !containerSuffixes.contains(suffix), bytes.first == 0x30 else { return nil }
            return .fileIsPKCS12(name: snapshot.typed, wanted: nil)
        default: return nil
        }
    }

    private static let pkcs12 = "PKCS#12"
    private static let usualBinary = [
        "cer": "DER", "der": "DER", "p12": pkcs12, "pfx": pkcs12, "jks": "a Java key store", "p8": "a DER key",
    ].merging(["p7b": "PKCS#7", "p7c": "PKCS#7"]) { first, _ in first }
    private static let containers: Set<String> = ["p12", "pfx", "jks"]
    private static let bundles: Set<String> = ["p7b", "p7c"]
    private static let textSuffixes: Set<String> = ["pem", "txt", "asc", "key", "b64"]
    private static let containerSuffixes: Set<String> = ["p12", "pfx", "pkcs12", "keystore", "bin", "dat"]

    private static func loaded(_ content: FileContent) -> String {
        let certificates = content.certificates.count
        let keys = content.privateKeys.count
        var words = ["\(certificates) certificate\(certificates == 1 ? "" : "s")"]
        if keys > 0 { words.append("\(keys) private key\(keys == 1 ? "" : "s")") }
        return words.joined(separator: ", ")
    }

    /// The command that makes of a text what its name promises.
    private static func binaryCommand(_ snapshot: FileSnapshot, _ content: FileContent, _ key: String?) -> String? {
        let command = FileCommand(snapshot.typed)
        if containers.contains(snapshot.suffix) { return command.container(content, key: key) }
        if bundles.contains(snapshot.suffix), !content.certificates.isEmpty { return command.bundle(content) }
        return command.binary(content)
    }

    private static func remedy(_ command: String?, taken: String) -> String {
        "This program takes it as \(taken)." + (command.map { " Convert it: \($0)" } ?? "")
    }
}
