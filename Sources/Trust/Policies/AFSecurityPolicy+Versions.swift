extension AFSecurityPolicy {
    /// What the versions have in common.
    enum Family: Sendable {
        /// 2.0: no domain, the pin modes evaluate nothing.
        case from20
        /// 2.1: validatesCertificateChain; the domain check is dead code, and allowInvalid counts without pinning alone.
        case from21
        /// 2.2.0: a host match of its own, against the subject's summary.
        case version22
        /// 2.2.1 to 2.5.4: no early refusal, validatesCertificateChain.
        case upTo25
        /// 2.6.0 to 2.7.0: the chain compared is the one before the pins became anchors.
        case from26To27
        /// 3.0.0 and later.
        case from30
    }

    /// A version of each family and those that differ from their family, newest first: the values of the switch.
    public static let versions = [
        "4.0", "3.2", "3.0", "2.7", "2.6", "2.5.4", "2.5.1", "2.5.0", "2.2.1", "2.2.0", "2.1.0", "2.0.0",
    ]

    /// The family of the version.
    var family: Family {
        let (major, minor, patch) = Self.parts(version)
        if major >= 3 { return .from30 }
        switch (minor, patch) {
        case (0, _): return .from20
        case (1, _): return .from21
        case (2, 0): return .version22
        case (...5, _): return .upTo25
        default: return .from26To27
        }
    }

    /// Whether a refused server trust is answered *reject* rather than *cancel*: 3.0.0 to 3.0.4 (#3191, #3417).
    var rejectsProtectionSpace: Bool {
        let (major, minor, _) = Self.parts(version)
        return major == 3 && minor == 0
    }

    /// Whether pinning on a manager without an https base URL raises an exception: 3.2.0 and later.
    var demandsSecureBaseURL: Bool {
        let (major, minor, _) = Self.parts(version)
        return major > 3 || (major == 3 && minor >= 2)
    }

    /// Whether the version has `setAuthenticationChallengeHandler:`: 4.0 and later.
    var hasChallengeHandler: Bool { Self.parts(version).major >= 4 }

    /// Whether the version has `validatesCertificateChain`: 2.1 to 2.5.
    var hasChainSwitch: Bool {
        switch family {
        case .from21, .version22, .upTo25: true
        case .from20, .from26To27, .from30: false
        }
    }

    /// Whether a version's steps are known here: 2.0 and later.
    static func isModelled(_ version: String) -> Bool {
        let parts = version.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard 1...3 ~= parts.count, !parts.contains(nil), let major = parts[0] else { return false }
        return 2...4 ~= major
    }

    private static func parts(_ version: String) -> (major: Int, minor: Int, patch: Int) {
        let parts = version.split(separator: ".").map { Int($0) ?? 0 }
        return (parts.first ?? 4, parts.count > 1 ? parts[1] : 0, parts.count > 2 ? parts[2] : 0)
    }
}
