/// What App Transport Security asks of one host, and the keys that say so.
public struct AppliedTransportSecurity: Hashable, Sendable {
    /// Whether its requirements on the connection and the certificate hold; when not, the system's own trust still does.
    public var isInForce = true
    /// Whether http may be loaded and a handler may loosen trust.
    public var allowsInsecure = false
    /// The oldest TLS version taken.
    public var minimumVersion = "1.2"
    /// Whether only ECDHE suites are taken.
    public var requiresForwardSecrecy = true
    /// The functional package that is asked for.
    public var package = TransportSecurityKeys.Package.none
    /// The entry of NSExceptionDomains that is for the host; nil where none is.
    public var entry: String?
    /// What decided whether it is in force: `NSExceptionDomains > example.test`, `NSAllowsArbitraryLoads`, `no key`.
    public var deciding = "no key"

    /// Where a key of the host's entry stands, or would have to stand: `NSExceptionDomains > a.test > NSIncludesSubdomains`.
    public func place(of key: String, host: String?) -> String {
        "NSExceptionDomains > \(entry ?? host ?? "the host") > \(key)"
    }
}

extension TransportSecurity {
    /// What holds for a host.
    ///
    /// A domain that is listed ignores the keys for all hosts. What an app loads from its own network without naming it
    /// (unqualified names and `.local`, from iOS 10 on) is not covered; addresses are, from iOS 17 on, unless they are
    /// listed or NSAllowsLocalNetworking is set.
    public func applied(to host: String?) -> AppliedTransportSecurity {
        var applied = AppliedTransportSecurity()
        applied.minimumVersion = minimumVersion
        applied.requiresForwardSecrecy = requiresForwardSecrecy
        applied.allowsInsecure = hasException
        if hasException { applied.deciding = "an exception for the host" }
        guard let keys else { return applied }
        applied.package = keys.requiresPackage ?? .none
        if let host, let (name, entry) = keys.entry(for: host) {
            applied.entry = name
            applied.deciding = "NSExceptionDomains > \(name)"
            applied.allowsInsecure = hasException || entry.allowsInsecureLoads ?? false
            applied.minimumVersion = entry.minimumVersion?.number ?? "1.2"
            applied.requiresForwardSecrecy = entry.requiresForwardSecrecy ?? true
            applied.package = entry.requiresPackage ?? .none
            return applied
        }
        if let host, let reason = keys.localReason(host) {
            applied.isInForce = false
            applied.allowsInsecure = true
            applied.deciding = reason
        } else if keys.allowsArbitraryLoads == true, keys.disablingArbitraryLoads.isEmpty {
            applied.isInForce = false
            applied.allowsInsecure = true
            applied.deciding = "NSAllowsArbitraryLoads"
        }
        return applied
    }
}

extension TransportSecurityKeys {
    /// The entry of a host: its own, else its immediate parent's that includes subdomains, else an address range.
    func entry(for host: String) -> (name: String, entry: Domain)? {
        guard let domains = exceptionDomains else { return nil }
        let name = HostName(host).compared
        if let own = domains[name] { return (name, own) }
        if let dot = name.firstIndex(of: "."), IPAddressText.octets(name) == nil {
            let parent = String(name[name.index(after: dot)...])
            if let entry = domains[parent], entry.includesSubdomains == true { return (parent, entry) }
        }
        guard let address = IPAddressText.octets(name) else { return nil }
        for (range, entry) in domains.sorted(by: { $0.key < $1.key })
        where AddressRange(range)?.contains(address) == true {
            return (range, entry)
        }
        return nil
    }

    /// Why a host counts as local, so that nothing is asked of it; nil when it does not.
    func localReason(_ host: String) -> String? {
        let isAddress = IPAddressText.octets(HostName(host).compared) != nil
        let isLocalName = !isAddress && (!host.contains(".") || host.lowercased().hasSuffix(".local"))
        guard isAddress || isLocalName else { return nil }
        if allowsLocalNetworking == true { return CodingKeys.allowsLocalNetworking.rawValue }
        return isLocalName ? "a local name, which is not covered from iOS 10 on" : nil
    }
}

/// A range of addresses as NSExceptionDomains may list one: an address, or an address with the length of its prefix.
struct AddressRange {
    private let bytes: [UInt8]
    private let prefix: Int

    /// Nil for anything else.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let bytes = IPAddressText.octets(String(parts[0])) else { return nil }
        self.bytes = bytes
        guard parts.count == 2 else {
            prefix = bytes.count * 8
            return
        }
        guard let prefix = Int(parts[1]), (0...bytes.count * 8).contains(prefix) else { return nil }
        self.prefix = prefix
    }

    func contains(_ address: [UInt8]) -> Bool {
        guard address.count == bytes.count else { return false }
        return (0..<prefix).allSatisfy { bit in
            let mask: UInt8 = 0x80 >> UInt8(bit % 8)
            return (bytes[bit / 8] ^ address[bit / 8]) & mask == 0
        }
    }
}
