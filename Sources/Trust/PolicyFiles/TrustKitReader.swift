import Diagnosis

/// Reads TrustKit's dictionary, by its keys (TSKTrustKitConfig.m).
struct TrustKitReader {
    /// Whether it stands in a property list, where the key of exclusion is the misspelt one that TrustKit reads; in code
    /// the documented name is a constant with that value.
    let isPropertyList: Bool

    private static let excluded = "TSKExcludeSubdomainFromParentPolicy"
    private static let excludedInLists = "kSKExcludeSubdomainFromParentPolicy"
    /// Known, and without a counterpart: nothing is reported, nothing is swizzled.
    private static let aside = [
        "TSKReportUris", "TSKDisableDefaultReportUri", "TSKPublicKeyAlgorithms", "TSKAdditionalTrustAnchors",
    ]
    private static let domainKeys =
        ["TSKPublicKeyHashes", "TSKEnforcePinning", "TSKIncludeSubdomains", "TSKExpirationDate", excluded] + aside

    func policy(_ value: JSON5Value, _ remarks: inout [Problem]) throws(Problem) -> TrustKitPolicy {
        var domains: [String: TrustKitPolicy.Domain]?
        for member in try value.members() {
            switch member.key {
            case "TSKPinnedDomains": domains = try self.domains(member.value, &remarks)
            case "TSKSwizzleNetworkDelegates", "TSKIgnorePinningForUserDefinedTrustAnchors":
                _ = try member.value.boolean()
            default:
                let known = [
                    "TSKPinnedDomains", "TSKSwizzleNetworkDelegates", "TSKIgnorePinningForUserDefinedTrustAnchors",
                ]
                remarks.append(.keyWithoutEffect(member, nearest: NearestName.to(member.key, among: known)))
            }
        }
        guard let domains else {
            throw .configMissingKey(at: value.position, key: "TSKPinnedDomains", in: value.path)
        }
        return TrustKitPolicy(domains: domains)
    }

    private func domains(_ value: JSON5Value, _ remarks: inout [Problem]) throws(Problem)
        -> [String: TrustKitPolicy.Domain]
    {
        var domains: [String: TrustKitPolicy.Domain] = [:]
        for member in try value.members() { domains[member.key] = try domain(member.value, &remarks) }
        return domains
    }

    private func domain(_ value: JSON5Value, _ remarks: inout [Problem]) throws(Problem) -> TrustKitPolicy.Domain {
        var domain = TrustKitPolicy.Domain()
        for member in try value.members() {
            switch member.key {
            case "TSKPublicKeyHashes": domain.publicKeyHashes = try hashes(member.value)
            case "TSKEnforcePinning": domain.enforcesPinning = try member.value.boolean()
            case "TSKIncludeSubdomains": domain.includesSubdomains = try member.value.boolean()
            case "TSKExpirationDate": domain.expirationDate = try date(member.value)
            case Self.excludedInLists: domain.isExcluded = try member.value.boolean()
            case Self.excluded where !isPropertyList: domain.isExcluded = try member.value.boolean()
            case Self.excluded:
                remarks.append(
                    .configFault(
                        at: member.keyPosition,
                        key: member.value.path,
                        fault: "TrustKit reads this setting under the name \(Self.excludedInLists) in a property list"
                    )
                )
            default:
                guard !Self.aside.contains(member.key) else { continue }
                let nearest = NearestName.to(member.key, among: Self.domainKeys)
                remarks.append(.keyWithoutEffect(member, nearest: nearest))
            }
        }
        return domain
    }

    private func hashes(_ value: JSON5Value) throws(Problem) -> [String] {
        var hashes: [String] = []
        for pin in try value.array() {
            let text = try pin.string()
            guard TrustKitPolicy.digest(text) != nil else {
                throw Problem(
                    .pinFormat,
                    Problem.configFault(at: pin.position, key: pin.path, fault: "it is not 32 bytes in base64")
                        .sentence,
                    remedy: "Write the base64 of the SHA-256 of the SubjectPublicKeyInfo, 44 characters."
                )
            }
            hashes.append(text)
        }
        return hashes
    }

    private func date(_ value: JSON5Value) throws(Problem) -> String {
        let text = try value.string()
        guard UTC.date(rfc3339: text + "T00:00:00Z") != nil else {
            throw value.unfit("\"\(Problem.shortened(text))\"", wanted: "a day as yyyy-MM-dd")
        }
        return text
    }
}
