import Diagnosis

/// The name that was asked for is among the leaf's alternative names; the subject is never used as a name.
enum HostRule {
    static func judge(_ context: RuleContext) -> [RuleResult] {
        guard let host = context.host else { return [.skipped(.host, "no name was given to check")] }
        let leaf = context.leaf
        let isAddress: Bool
        switch host.form {
        case .bad(let fault):
            return [
                .fail(.host, .hostBadReference, member: 0, x509: 62) { _ in
                    .hostBadReference(typed: host.typed, fault: fault)
                }
            ]
        case .name(let name):
            isAddress = false
            if let entry = match(name: name, leaf, context.request.rules) { return [holds(host, entry)] }
        case .address(let octets):
            isAddress = true
            if matches(octets: octets, leaf, context.request.rules) {
                return [holds(host, "ip:" + IPAddressText.text(octets))]
            }
        }
        return [failure(host, leaf, isAddress: isAddress)]
    }

    private static func holds(_ host: HostName, _ entry: String) -> RuleResult {
        .pass(.host, member: 0) { _ in "\(host.typed) = SAN \(entry)" }
    }

    private static func failure(_ host: HostName, _ leaf: Certificate, isAddress: Bool) -> RuleResult {
        let names = leaf.alternativeNames ?? []
        let couldMatch = names.contains {
            switch $0 {
            case .dns: true
            case .ipAddress(let octets): octets.count == 4 || octets.count == 16
            default: false
            }
        }
        guard couldMatch else {
            return .fail(.host, .hostNoSan, member: 0, x509: isAddress ? 64 : 62) { _ in
                .hostWithoutAlternativeName(
                    typed: host.typed,
                    hasExtension: leaf.alternativeNames != nil,
                    commonName: leaf.subject.commonName,
                    matches: leaf.subject.commonName?.lowercased() == host.compared
                )
            }
        }
        return .fail(.host, .hostMismatch, member: 0, x509: isAddress ? 64 : 62) { _ in
            .hostMismatch(
                typed: host.typed,
                compared: host.compared,
                isAddress: isAddress,
                entries: names.map(\.entryText)
            )
        }
    }

    private static func match(name: String, _ leaf: Certificate, _ rules: RuleSet) -> String? {
        if rules == .openssl {
            return OpenSSLHostMatch.matches(name: name, leaf) ? "dns:\(name)" : nil
        }
        return leaf.dnsNames.first { AppleHostMatch.matches(reference: name, presented: $0) }.map { "dns:\($0)" }
    }

    private static func matches(octets: [UInt8], _ leaf: Certificate, _ rules: RuleSet) -> Bool {
        let addresses = leaf.ipAddresses
        if rules == .apple, !addresses.allSatisfy({ $0.count == 4 || $0.count == 16 }) { return false }
        return addresses.contains(octets)
    }
}

extension GeneralName {
    /// `dns:example.com`, `ip:192.0.2.1`: how the sentences show an alternative name.
    var entryText: String {
        switch self {
        case .dns(let name): "dns:\(name)"
        case .ipAddress(let octets): "ip:\(IPAddressText.text(octets))"
        case .email(let address): "email:\(address)"
        case .uri(let uri): "uri:\(uri)"
        case .directory(let name): "directory:\(name.text)"
        case .other(let form): form
        }
    }
}
