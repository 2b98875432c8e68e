/// Version, serial number, algorithm identifiers and key identifiers (RFC 5280 §4.1, §4.2.1.1, §4.2.1.2).
enum StrictIdentifierRule {
    static func judge(_ context: RuleContext) -> [RuleResult] {
        context.members.indices.flatMap { judge($0, context) }
    }

    private static func judge(_ index: Int, _ context: RuleContext) -> [RuleResult] {
        let certificate = context.members[index]
        let isAnchor = isAnchor(index, context)
        var results: [RuleResult] = []
        func fault(_ fault: String, _ rule: String) { results.append(StrictRules.fault(index, fault, rule)) }
        if OpenSSLExtensions.version(certificate) != 3 { fault("it is no version 3 certificate", "RFC 5280 4.1.2.1") }
        if !isAnchor {
            let serial = certificate.serialNumber
            let octets = serial.split(separator: ":")
            if serial.hasPrefix("-") { fault("its serial number is negative", "RFC 5280 4.1.2.2") }
            if octets.allSatisfy({ $0 == "00" }) { fault("its serial number is zero", "RFC 5280 4.1.2.2") }
            // A first octet of 128 or more is encoded behind another one.
            let isPadded = octets.first.flatMap { UInt8($0, radix: 16) }.map { $0 >= 0x80 } ?? false
            if octets.count + (isPadded ? 1 : 0) > 20 {
                fault("its serial number is longer than 20 octets", "RFC 5280 4.1.2.2")
            }
        }
        if !OpenSSLProfile.algorithmsAgree(certificate) {
            fault("its algorithm identifiers inside and outside differ", "RFC 5280 4.1.1.2")
        }
        for name in OpenSSLProfile.malformedExtensions(certificate) {
            fault("its extension \(name) does not decode", "RFC 5280 4.2")
        }
        if isAnchor {
            for identifier in OpenSSLExtensions.unknownCritical(certificate) {
                fault("its critical extension \(identifier) is not understood", "RFC 5280 4.2")
            }
        }
        results += keyIdentifiers(index, context)
        return results
    }

    private static func isAnchor(_ index: Int, _ context: RuleContext) -> Bool {
        index == context.members.count - 1 && context.path.anchorKind != nil
    }

    private static func keyIdentifiers(_ index: Int, _ context: RuleContext) -> [RuleResult] {
        let certificate = context.members[index]
        let authority = OpenSSLProfile.authorityKeyIdentifier(certificate)
        var results: [RuleResult] = []
        func fault(_ fault: String, _ rule: String) { results.append(StrictRules.fault(index, fault, rule)) }
        if OpenSSLExtensions.isCritical(certificate, .authorityKeyIdentifier) {
            fault("its authority key identifier is critical", "RFC 5280 4.2.1.1")
        }
        if OpenSSLExtensions.isCritical(certificate, .subjectKeyIdentifier) {
            fault("its subject key identifier is critical", "RFC 5280 4.2.1.2")
        }
        let isSelfSigned =
            certificate.isSelfIssued && SignatureMemo.shared.check(certificate, by: certificate) != .invalid
        if isSelfSigned {
            if let authority {
                if !authority.hasKeyIdentifier || authority.hasIssuerOrSerial {
                    fault(
                        "its authority key identifier is more or less than a key identifier",
                        "Baseline Requirements 7.1.2.1.3"
                    )
                }
                if let key = certificate.authorityKeyIdentifier, let own = certificate.subjectKeyIdentifier, key != own
                {
                    fault("its authority key identifier is not its own", "Baseline Requirements 7.1.2.1.3")
                }
            }
        } else if authority?.hasKeyIdentifier != true, !isAnchor(index, context) {
            fault("it has no authority key identifier", "RFC 5280 4.2.1.1")
        }
        if index > 0, certificate.subjectKeyIdentifier == nil {
            fault("an authority without a subject key identifier", "RFC 5280 4.2.1.2")
        }
        return results
    }
}
