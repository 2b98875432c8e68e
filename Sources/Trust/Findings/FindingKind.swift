/// What a finding says about a client; the raw value is its id.
public enum FindingKind: String, Hashable, Sendable, Codable, CaseIterable {
    case acceptsAny = "trust.accepts-any"
    case notEvaluated = "trust.not-evaluated"
    case inverted = "trust.inverted"
    case unseenHosts = "trust.unseen-hosts"
    case recoverableAccepted = "trust.recoverable-accepted"
    case containsPin = "trust.contains-pin"
    case anyNamePublic = "trust.any-name-public"
    case anyNameAuthority = "trust.any-name-ca"
    case anyNameLeaf = "trust.any-name-leaf"
    case anyUse = "trust.any-use"
    case datesIgnored = "trust.dates-ignored"
    case deviceAuthority = "trust.device-ca"
    case revocationOff = "trust.revocation-off"
    case policyBypassed = "policy.bypassed"
    case policyGone = "policy.gone"
    case policyNotSet = "policy.not-set"
    case challengeSilent = "challenge.silent"
    case identityToAnything = "challenge.identity-to-anything"
    case identityIsServerKey = "identity.is-server-key"
    case identityShared = "identity.shared"
    case identityWeakPassPhrase = "identity.weak-pass"
    case identityInClear = "identity.sent-in-clear"
    case identityToUnchecked = "identity.to-unchecked-server"
    case pinWithoutBackup = "pin.no-backup"
    case pinEnds = "pin.ends"
    case pinIsPublicAuthority = "pin.ca-wide"
    case transportOff = "ats.off"
    case cleartextAllowed = "ats.cleartext-allowed"
    case oldVersion = "ats.old-tls"
    case noForwardSecrecy = "ats.no-forward-secrecy"
    case trustOutlivesSwitch = "cache.trust-outlives-switch"
}

extension FindingKind {
    /// What belongs to every finding of a kind.
    public struct Row: Hashable, Sendable {
        /// A few words: what is wrong.
        public let title: String
        /// What closes it, in words, whether or not one of the switches at hand does.
        public let closes: String
        /// Common Weakness Enumeration.
        public let weaknesses: [Int]
        /// OWASP MASVS, where a control is about it.
        public let control: String?
    }

    /// The row of the table of findings.
    public var row: Row {
        switch self {
        case .acceptsAny: Row("every server is accepted", "evaluate the trust", [295], "NETWORK-1")
        case .notEvaluated:
            Row("policy and anchors are set, and never evaluated", "evaluate before use", [295], "NETWORK-1")
        case .inverted: Row("the test is the wrong way round", "turn the test", [295])
        case .unseenHosts:
            Row("some hosts are accepted unseen", "an SSL policy with the name for every host", [295, 297])
        case .recoverableAccepted:
            Row("recoverable failures are accepted", "accept proceed and unspecified only", [295])
        case .containsPin:
            Row("a chain that contains the pin is enough, valid or not", "evaluate first, then compare", [296])
        case .anyNamePublic: Row("any name of a public CA is accepted", "check the name", [297])
        case .anyNameAuthority:
            Row("any certificate of the CA is accepted, under any name", "check the name, or pin leaf or key", [297])
        case .anyNameLeaf: Row("the pinned leaf is accepted under any name", "check the name", [297])
        case .anyUse: Row("a client's certificate serves as a server's", "an SSL policy", [295])
        case .datesIgnored:
            Row("expired certificates are accepted", "allowInvalidCertificates off, or certificate mode", [298])
        case .deviceAuthority: Row("a CA installed on the device is trusted", "pin", [295], "NETWORK-2")
        case .revocationOff: Row("revoked certificates are accepted", "revocation, or short-lived certificates", [299])
        case .policyBypassed: Row("the policy is not asked", "ask the policy", [295])
        case .policyGone: Row("the policy is gone when it is asked", "keep the manager", [])
        case .policyNotSet: Row("the policy is built and not set", "set it on the manager", [])
        case .challengeSilent: Row("a path never answers", "one answer on every path", [670])
        case .identityToAnything:
            Row("whatever is no server trust gets the identity", "compare the method", [522])
        case .identityIsServerKey:
            Row("the identity's key is the server's own", "a key pair of its own", [321])
        case .identityShared: Row("identity and pass phrase are in the app", "a key for each device", [798, 321])
        case .identityWeakPassPhrase:
            Row("the pass phrase is soon found", "a longer pass phrase, more iterations", [521])
        case .identityInClear:
            Row("subject and serial number are readable on the wire", "TLS 1.3", [319])
        case .identityToUnchecked:
            Row("the identity goes to a server that was not checked", "check the server first", [295])
        case .pinWithoutBackup: Row("there is one pin and no backup", "a backup pin", [], "NETWORK-2")
        case .pinEnds: Row("the pin ends with its certificate", "a key pin, and a backup pin", [], "NETWORK-2")
        case .pinIsPublicAuthority: Row("the pin is a CA that serves strangers", "pin the key", [295], "NETWORK-2")
        case .transportOff: Row("App Transport Security is off", "remove the key", [319, 757], "NETWORK-1")
        case .cleartextAllowed: Row("plain http is allowed", "remove the key", [319], "NETWORK-1")
        case .oldVersion: Row("old versions of TLS are allowed", "remove the key", [757], "NETWORK-1")
        case .noForwardSecrecy: Row("forward secrecy is not wanted", "remove the key", [757], "NETWORK-1")
        case .trustOutlivesSwitch:
            Row("an earlier answer outlives a tightened switch", "a new process, or fresh connections", [])
        }
    }

    /// The severity that does not depend on an attack; nil where the cheapest attack that passes decides.
    var fixedSeverity: Severity? {
        switch self {
        case .identityIsServerKey: .critical
        case .policyGone, .policyNotSet, .challengeSilent, .identityToAnything, .identityWeakPassPhrase: .medium
        case .identityToUnchecked, .pinIsPublicAuthority, .transportOff, .oldVersion: .medium
        case .cleartextAllowed, .identityShared: .high
        case .identityInClear, .noForwardSecrecy, .trustOutlivesSwitch: .low
        case .revocationOff: .info
        default: nil
        }
    }
}

extension FindingKind.Row {
    fileprivate init(_ title: String, _ closes: String, _ weaknesses: [Int], _ control: String? = nil) {
        self.title = title
        self.closes = closes
        self.weaknesses = weaknesses
        self.control = control
    }
}
