import Diagnosis

/// Reads the private keys of PEM and DER files, with a pass phrase where they are encrypted.
struct PrivateKeyReader {
    enum Outcome {
        case key(PrivateKey)
        /// Encrypted, and no pass phrase fits; or none was given.
        case locked(wasGiven: Bool)
        case problem(Problem)
    }

    let fileName: String
    let options: IdentityFile.Options
    private(set) var notes: [String] = []

    init(fileName: String, options: IdentityFile.Options) {
        self.fileName = fileName
        self.options = options
    }

    mutating func read(_ block: PrivateKeyBlock) -> Outcome {
        var der = block.der.copy()
        defer { SecretBytes.wipe(&der) }
        switch block.form {
        case .pkcs8: return outcome(OpenSSLKey.privateKey(pkcs8: der), block)
        case .traditional: return outcome(OpenSSLKey.privateKey(traditional: der), block)
        case .foreign:
            return .problem(
                .fileIsPrivateKey(name: fileName, label: block.label, wanted: "a key in PKCS#8, PKCS#1 or SEC 1")
            )
        case .encryptedPKCS8: return decrypt(der, block)
        case .encryptedTraditional(let pem):
            guard let library = OpenSSLLibrary(legacy: options.legacyProvider == .on) else { return locked }
            for phrase in phrases {
                var text = pem.copy()
                defer { SecretBytes.wipe(&text) }
                var bytes = phrase.bytes
                defer { SecretBytes.wipe(&bytes) }
                if let key = OpenSSLKey.privateKey(pem: text, passPhrase: bytes, library: library) { return .key(key) }
            }
            return locked
        }
    }

    private mutating func decrypt(_ der: [UInt8], _ block: PrivateKeyBlock) -> Outcome {
        let algorithm = DERItem(der).flatMap { item in
            item.children.first.map { Array(item.content.prefix($0.announced ?? 0)) }
        }
        guard let scheme = algorithm.flatMap({ EncryptionScheme(der: $0) }) else { return damaged(block) }
        if scheme.iterations > PKCS12Opener.maximumIterations {
            return .problem(
                .p12Iterations(name: fileName, count: scheme.iterations, limit: PKCS12Opener.maximumIterations)
            )
        }
        guard var library = OpenSSLLibrary(legacy: options.legacyProvider == .on) else {
            return .problem(
                .p12LegacyProviderMissing(name: fileName, folder: OpenSSLLibrary.moduleFolder, algorithms: [])
            )
        }
        let missing = scheme.missing(in: library)
        if !missing.isEmpty {
            guard options.legacyProvider == .auto else {
                return .problem(.p12LegacyCipher(name: fileName, algorithms: missing, isRight: false))
            }
            guard let legacy = OpenSSLLibrary(legacy: true) else {
                return .problem(
                    .p12LegacyProviderMissing(name: fileName, folder: OpenSSLLibrary.moduleFolder, algorithms: missing)
                )
            }
            let still = scheme.missing(in: legacy)
            guard still.isEmpty else {
                return .problem(.p12UnknownCipher(name: fileName, algorithms: still, isRight: false))
            }
            library = legacy
            notes.append("opened with OpenSSL's legacy provider: \(missing.joined(separator: ", "))")
        }
        for phrase in phrases {
            let forms = scheme.takesUTF16 ? PassPhraseForm.utf16(phrase) : PassPhraseForm.bytes(phrase)
            for form in forms {
                if let key = OpenSSLKey.privateKey(encrypted: der, form: form, library: library) { return .key(key) }
            }
        }
        return locked
    }

    /// The key's own pass phrase first.
    private var phrases: [PassPhrase] { [options.keyPassPhrase, options.passPhrase].compactMap(\.self) }

    private var locked: Outcome { .locked(wasGiven: !phrases.isEmpty) }

    private func outcome(_ key: PrivateKey?, _ block: PrivateKeyBlock) -> Outcome {
        key.map { .key($0) } ?? damaged(block)
    }

    private func damaged(_ block: PrivateKeyBlock) -> Outcome {
        .problem(.fileKeyDamaged(name: fileName, label: block.label))
    }
}
