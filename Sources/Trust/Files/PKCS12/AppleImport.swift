import Diagnosis

/// What `SecPKCS12Import` returns for a container and its right pass phrase, on one family of systems.
///
/// Source: Security's SecImportExport.c and p12import.c. SHA-2 MACs and PBES2 (AES-256-CBC with PBKDF2 and HMAC-SHA256
/// alone) came with iOS 18 and macOS 15; an empty pass phrase is two zero bytes on iOS and nothing on macOS.
public struct AppleImport: Hashable, Sendable, Codable {
    /// `iOS 17 and before`, `iOS 18 and later`, `macOS 14 and before`, `macOS 15 and later`.
    public var system: String
    /// The OSStatus: 0, -25293, -26275.
    public var status: Int
    /// Its name: `errSecSuccess`, `errSecAuthFailed`, `errSecDecode`.
    public var name: String

    init(system: String, status: Status) {
        self.system = system
        self.status = status.rawValue
        name = status.name
    }

    enum Status: Int {
        case success = 0
        /// Wrong pass phrase, damage, or an unknown MAC algorithm.
        case authFailed = -25293
        /// Malformed, no MAC, or a part that cannot be decrypted.
        case decode = -26275

        var name: String {
            switch self {
            case .success: "errSecSuccess"
            case .authFailed: "errSecAuthFailed"
            case .decode: "errSecDecode"
            }
        }
    }

    /// What the status depends on.
    struct Container {
        /// OpenSSL's name of the MAC's digest; nil without a MAC.
        var macDigest: String?
        var isPBMAC1 = false
        var schemes: [EncryptionScheme] = []
        /// Whether the pass phrase is empty: nil when it is not, else whether as nothing (rather than two zero bytes).
        var isEmptyAsNothing: Bool?
        /// Whether the outermost content is plain data.
        var isPlainData = true
    }

    /// The statuses for each family of systems.
    static func all(_ container: Container) -> [AppleImport] {
        zip(systems, [(false, false), (true, false), (false, true), (true, true)]).map { system, kind in
            AppleImport(system: system, status: status(container, isNew: kind.0, emptyIsNothing: kind.1))
        }
    }

    /// The statuses where a file did not open here: -25293 for a MAC that does not verify, else -26275.
    static func all(for problem: Problem) -> [AppleImport] {
        switch problem.code {
        case .fileMissing, .fileUnreadable, .fileNotRegular, .fileEmpty: return []
        default: break
        }
        let status = problem.code == .p12MacMismatch ? Status.authFailed : .decode
        return systems.map { AppleImport(system: $0, status: status) }
    }

    static let systems = [
        "iOS 17 and before", "iOS 18 and later", "macOS 14 and before", "macOS 15 and later",
    ]

    private static func status(_ container: Container, isNew: Bool, emptyIsNothing: Bool) -> Status {
        guard container.isPlainData, let digest = container.macDigest else { return .decode }
        let digests: Set<String> = isNew ? ["SHA1", "SHA224", "SHA256", "SHA384", "SHA512"] : ["SHA1"]
        if container.isPBMAC1 || !digests.contains(digest) { return .authFailed }
        if let isNothing = container.isEmptyAsNothing, isNothing != emptyIsNothing { return .authFailed }
        let isKnown = container.schemes.allSatisfy { $0.isPKCS12 || (isNew && isNewApple($0)) }
        return isKnown ? .success : .decode
    }

    private static func isNewApple(_ scheme: EncryptionScheme) -> Bool {
        scheme.cipher == "AES-256-CBC" && scheme.derivation == "PBKDF2" && scheme.digest == "SHA256"
    }

    /// What older systems do not know, in words; empty when they know all.
    static func causes(_ container: Container) -> [String] {
        var causes: [String] = []
        if let digest = container.macDigest {
            if container.isPBMAC1 {
                causes.append("its MAC (PBMAC1)")
            } else if digest != "SHA1" {
                causes.append("its MAC (\(EncryptionScheme.title(digest)))")
            }
        } else {
            causes.append("the missing MAC")
        }
        for scheme in container.schemes where !scheme.isPKCS12 {
            let cause = "its encryption (\(scheme.name))"
            if !causes.contains(cause) { causes.append(cause) }
        }
        if container.isEmptyAsNothing == true { causes.append("its empty pass phrase, encoded as nothing") }
        return causes
    }
}
