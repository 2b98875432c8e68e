import Diagnosis

/// Reads NSAppTransportSecurity: the keys by their documented names, and the per-domain ones by their aliases as well.
enum TransportSecurityReader {
    private typealias Key = TransportSecurityKeys.CodingKeys
    private typealias DomainKey = TransportSecurityKeys.Domain.CodingKeys

    /// The names that per-domain keys had for domains of others, and before their release.
    private static let aliasPrefixes = [
        "NSThirdPartyException", "NSTemporaryException", "NSTemporaryThirdPartyException",
    ]

    static func keys(_ value: JSON5Value, _ remarks: inout [Problem]) throws(Problem) -> TransportSecurityKeys {
        var keys = TransportSecurityKeys()
        for member in try value.members() {
            switch Key(rawValue: member.key) {
            case .allowsArbitraryLoads?: keys.allowsArbitraryLoads = try member.value.boolean()
            case .allowsArbitraryLoadsForMedia?: keys.allowsArbitraryLoadsForMedia = try member.value.boolean()
            case .allowsArbitraryLoadsInWebContent?:
                keys.allowsArbitraryLoadsInWebContent = try member.value.boolean()
            case .allowsLocalNetworking?: keys.allowsLocalNetworking = try member.value.boolean()
            case .requiresPackage?: keys.requiresPackage = try member.value.choice()
            case .exceptionDomains?: keys.exceptionDomains = try domains(member.value, &remarks)
            case .pinnedDomains?: keys.pinnedDomains = try pinned(member.value, &remarks)
            case nil:
                remarks.append(
                    .keyWithoutEffect(
                        member,
                        nearest: NearestName.to(member.key, among: Key.allCases.map(\.rawValue))
                    )
                )
            }
        }
        return keys
    }

    private static func domains(_ value: JSON5Value, _ remarks: inout [Problem]) throws(Problem)
        -> [String: TransportSecurityKeys.Domain]
    {
        var domains: [String: TransportSecurityKeys.Domain] = [:]
        for member in try value.members() { domains[member.key] = try domain(member.value, &remarks) }
        return domains
    }

    private static func domain(_ value: JSON5Value, _ remarks: inout [Problem]) throws(Problem)
        -> TransportSecurityKeys.Domain
    {
        var domain = TransportSecurityKeys.Domain()
        let members = try value.members()
        // The documented name counts where both are there: it is read last.
        for member in members where DomainKey(rawValue: member.key) == nil {
            guard let key = aliased(member.key) else {
                let known = DomainKey.allCases.map(\.rawValue)
                remarks.append(.keyWithoutEffect(member, nearest: NearestName.to(member.key, among: known)))
                continue
            }
            try set(key, member.value, of: &domain)
        }
        for member in members {
            guard let key = DomainKey(rawValue: member.key) else { continue }
            try set(key, member.value, of: &domain)
        }
        return domain
    }

    private static func set(_ key: DomainKey, _ value: JSON5Value, of domain: inout TransportSecurityKeys.Domain)
        throws(Problem)
    {
        switch key {
        case .includesSubdomains: domain.includesSubdomains = try value.boolean()
        case .allowsInsecureLoads: domain.allowsInsecureLoads = try value.boolean()
        case .minimumVersion: domain.minimumVersion = try value.choice()
        case .requiresForwardSecrecy: domain.requiresForwardSecrecy = try value.boolean()
        case .requiresCertificateTransparency: domain.requiresCertificateTransparency = try value.boolean()
        case .requiresPackage: domain.requiresPackage = try value.choice()
        }
    }

    private static func aliased(_ name: String) -> DomainKey? {
        for prefix in aliasPrefixes where name.hasPrefix(prefix) {
            return DomainKey(rawValue: "NSException" + name.dropFirst(prefix.count))
        }
        return nil
    }

    // MARK: NSPinnedDomains

    /// The dictionary as it is: what the system cannot read it skips, and a list that comes out empty refuses every
    /// certificate; so faults here are remarks.
    private static func pinned(_ value: JSON5Value, _ remarks: inout [Problem]) throws(Problem)
        -> [String: PropertyValue]
    {
        var domains: [String: PropertyValue] = [:]
        for member in try value.members() {
            domains[member.key] = PropertyValue(member.value)
            guard case .object(let entry) = member.value.content else {
                remarks.append(
                    .configFault(at: member.value.position, key: member.value.path, fault: "it is no dictionary")
                )
                continue
            }
            for key in entry { remark(key, &remarks) }
        }
        return domains
    }

    private static func remark(_ member: JSON5Member, _ remarks: inout [Problem]) {
        let lists = ["NSPinnedLeafIdentities", "NSPinnedCAIdentities"]
        guard lists.contains(member.key) else {
            guard member.key != "NSIncludesSubdomains" else { return }
            let known = lists + ["NSIncludesSubdomains"]
            remarks.append(.keyWithoutEffect(member, nearest: NearestName.to(member.key, among: known)))
            return
        }
        guard case .array(let pins) = member.value.content else {
            remarks.append(fault(member.value, "it is no array, so every certificate is refused"))
            return
        }
        for pin in pins where PinnedDomains.hash(PropertyValue(pin)) == nil {
            remarks.append(fault(pin, "it holds no SPKI-SHA256-BASE64 with 32 bytes in base64, and is skipped"))
        }
        if pins.allSatisfy({ PinnedDomains.hash(PropertyValue($0)) == nil }) {
            remarks.append(fault(member.value, "it holds no pin that can be read, so every certificate is refused"))
        }
    }

    private static func fault(_ value: JSON5Value, _ words: String) -> Problem {
        .configFault(at: value.position, key: value.path, fault: words)
    }
}

extension PropertyValue {
    /// A value of a file, without its place.
    init(_ value: JSON5Value) {
        switch value.content {
        case .null, .foreign: self = .null
        case .boolean(let flag): self = .bool(flag)
        case .integer(let number): self = .number(Double(number))
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .array(let values): self = .array(values.map { PropertyValue($0) })
        case .object(let members):
            self = .dictionary(
                Dictionary(members.map { ($0.key, PropertyValue($0.value)) }) { first, _ in first }
            )
        }
    }
}
