/// One configuration of App Transport Security to try on a server.
public struct TransportSecurityTrial: Hashable, Sendable {
    /// What it sets, in a few words.
    public var name: String
    /// The keys.
    public var keys: TransportSecurityKeys
    /// The oldest TLS version that a client so configured offers.
    public var minimumTLS: String

    /// The 16 configurations that `nscurl --ats-diagnostics` tries, in its order, for one host.
    public static func all(for host: String) -> [TransportSecurityTrial] {
        var open = TransportSecurityKeys()
        open.allowsArbitraryLoads = true
        let versions = TransportSecurityKeys.Version.allCases.reversed()
        return [
            TransportSecurityTrial(name: "default", keys: TransportSecurityKeys(), minimumTLS: "1.2"),
            TransportSecurityTrial(name: "allow arbitrary loads", keys: open, minimumTLS: "1.0"),
        ]
            + versions.map { exception(host, version: $0) }
            + [
                exception(host, hasForwardSecrecy: false),
                exception(host, hasForwardSecrecy: false, isInsecure: true),
            ]
            + versions.map { exception(host, version: $0, hasForwardSecrecy: false) }
            + versions.map { exception(host, version: $0, hasForwardSecrecy: false, isInsecure: true) }
    }

    private static func exception(
        _ host: String,
        version: TransportSecurityKeys.Version? = nil,
        hasForwardSecrecy: Bool = true,
        isInsecure: Bool = false
    ) -> TransportSecurityTrial {
        var domain = TransportSecurityKeys.Domain()
        domain.minimumVersion = version
        if !hasForwardSecrecy { domain.requiresForwardSecrecy = false }
        if isInsecure { domain.allowsInsecureLoads = true }
        var keys = TransportSecurityKeys()
        keys.exceptionDomains = [host: domain]
        let parts = [
            version.map { "TLS \($0.number)" }, hasForwardSecrecy ? nil : "forward secrecy off",
            isInsecure ? "insecure loads allowed" : nil,
        ].compactMap { $0 }
        return TransportSecurityTrial(
            name: parts.joined(separator: ", "),
            keys: keys,
            minimumTLS: version?.number ?? "1.2"
        )
    }

    /// A client with this configuration, and otherwise as it was.
    public func client(_ profile: ClientProfile) -> ClientProfile {
        var client = profile
        client.transportSecurity = TransportSecurity(
            order: profile.transportSecurity?.order ?? .beforeChallenge,
            keys: keys
        )
        client.minimumTLS = minimumTLS
        client.maximumTLS = max(profile.maximumTLS, minimumTLS)
        client.answersKept = .fresh
        return client
    }
}
