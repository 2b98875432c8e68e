import Diagnosis

/// Who opens a PKCS#12 container that opened here.
///
/// The rows of OpenSSL, curl and Java are compared with these programs in tests; Apple's come from Security's sources
/// (`AppleImport`); Android's rest on reports (before 14 its installer calls the pass phrase of PBES2 containers wrong).
struct ContainerOpeners {
    /// Whether the file is the container itself, not text around it.
    var isWholeFile: Bool
    /// The MAC's digest; nil without a MAC.
    var macDigest: String?
    var isPBMAC1: Bool
    var schemes: [EncryptionScheme]
    /// Whether MAC and parts took the pass phrase in the standard's form.
    var isStandardForm: Bool
    /// Whether the pass phrase has ASCII characters alone.
    var isASCII: Bool
    /// Whether the private key took a pass phrase of its own.
    var hasKeyPassPhrase: Bool
    /// Whether a private key stands in it without encryption of its own.
    var hasPlainKey: Bool
    /// What needs OpenSSL's legacy provider, by name.
    var legacyAlgorithms: [String]
    var apple: [AppleImport]

    var all: [FileOpener] { [openSSL, curl, java] + appleOpeners + androidOpeners }

    // MARK: OpenSSL, and curl on top of it

    private var openSSL: FileOpener {
        let name = Self.openSSL
        if !isWholeFile { return FileOpener(name, opens: false, status: "exit 1", note: Self.wantsBytes) }
        if isPBMAC1 {
            return FileOpener(name, opens: false, status: "exit 1, the MAC is unknown", note: "PBMAC1: from 3.4 on")
        }
        if !isStandardForm { return FileOpener(name, opens: false, status: Self.openSSLMismatch, note: oddForm) }
        if !legacyAlgorithms.isEmpty {
            let note = "with -legacy it does (\(legacyAlgorithms.joined(separator: ", ")))"
            return FileOpener(name, opens: false, status: "exit 1, unsupported", note: note)
        }
        if hasKeyPassPhrase {
            return FileOpener(name, opens: false, status: "exit 1, the key does not decrypt", note: Self.onePassPhrase)
        }
        return FileOpener(name, opens: true, status: "exit 0", note: macDigest == nil ? "it warns: no MAC" : nil)
    }

    private var curl: FileOpener {
        let name = Self.curl
        if openSSL.opens, macDigest == nil { return FileOpener(name, opens: false, status: "58, mac absent") }
        guard openSSL.opens else {
            let note = legacyAlgorithms.isEmpty ? openSSL.note : "it does not load OpenSSL's legacy provider"
            return FileOpener(name, opens: false, status: "58", note: note)
        }
        return FileOpener(name, opens: true, status: "0", note: "with --cert-type P12")
    }

    private var oddForm: String { "the pass phrase went into the file in an unusual form" }

    // MARK: Java

    private var java: FileOpener {
        let name = Self.java
        if !isWholeFile { return FileOpener(name, opens: false, status: "IOException", note: Self.wantsBytes) }
        if isPBMAC1 { return FileOpener(name, opens: false, status: "IOException", note: "PBMAC1: not before Java 24") }
        if !isASCII {
            return FileOpener(
                name,
                opens: false,
                status: "IOException",
                note: "its PKCS#12 takes pass phrases of ASCII characters only"
            )
        }
        if !isStandardForm { return FileOpener(name, opens: false, status: Self.javaMismatch, note: oddForm) }
        if hasPlainKey {
            return FileOpener(
                name,
                opens: false,
                status: "no exception",
                note: "it leaves out keys that are not encrypted"
            )
        }
        let foreign = schemes.filter { !isKnownToJava($0) }
        if let first = foreign.first {
            return FileOpener(name, opens: false, status: "IOException", note: "\(first.name) is unknown to it")
        }
        return FileOpener(
            name,
            opens: true,
            status: "no exception",
            note: hasKeyPassPhrase ? "the key's own pass phrase goes to getKey" : nil
        )
    }

    private func isKnownToJava(_ scheme: EncryptionScheme) -> Bool {
        guard let cipher = scheme.cipher, let digest = scheme.digest else { return false }
        if scheme.isPKCS12 { return ["RC4", "RC4-40", "DES-EDE3-CBC", "RC2-CBC", "RC2-40-CBC"].contains(cipher) }
        guard scheme.derivation == "PBKDF2" else { return cipher == "DES-CBC" && digest == "MD5" }
        return ["AES-128-CBC", "AES-256-CBC"].contains(cipher)
            && ["SHA1", "SHA224", "SHA256", "SHA384", "SHA512"].contains(digest)
    }

    // MARK: Apple and Android

    private var appleOpeners: [FileOpener] {
        apple.map { entry in
            let isDone = entry.status == 0 && !hasKeyPassPhrase && isStandardForm && isWholeFile
            if entry.status == 0, !isDone {
                let decode = AppleImport(system: entry.system, status: isStandardForm ? .decode : .authFailed)
                let note = hasKeyPassPhrase ? Self.onePassPhrase : isWholeFile ? oddForm : Self.wantsBytes
                return FileOpener(
                    entry.system,
                    opens: false,
                    status: decode.text,
                    note: note,
                    isAssumed: !isStandardForm
                )
            }
            return FileOpener(entry.system, opens: isDone, status: entry.text)
        }
    }

    private var androidOpeners: [FileOpener] {
        let isReadable = isWholeFile && !isPBMAC1 && isStandardForm && !hasKeyPassPhrase
        let isOld = macDigest == "SHA1" && schemes.allSatisfy(\.isPKCS12)
        let isUnprotected = macDigest == nil
        return [("Android 13 and before", isOld), ("Android 14 and later", !isUnprotected)].map { system, knows in
            let opens = isReadable && knows
            return FileOpener(
                system,
                opens: opens,
                status: opens ? "installed" : Self.androidMismatch,
                note: !opens && isReadable && !isUnprotected ? "it is not the pass phrase, but the encryption" : nil,
                isAssumed: true
            )
        }
    }

    // MARK: Words

    static let openSSL = "OpenSSL 3"
    static let curl = "curl"
    static let java = "Java 17"
    static let openSSLMismatch = "exit 1, Mac verify error: invalid password?"
    static let javaMismatch = "IOException, keystore password was incorrect"
    static let androidMismatch = "wrong password"
    static let wantsBytes = "it wants the bytes, not text around them"
    private static let onePassPhrase = "it has one pass phrase for container and key"
}

extension AppleImport {
    /// `SecPKCS12Import -25293 errSecAuthFailed`
    var text: String { "SecPKCS12Import \(status) \(name)" }
}
