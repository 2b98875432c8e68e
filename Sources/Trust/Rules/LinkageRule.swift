import Diagnosis

/// The path ends at an anchor, and every signature on it verifies.
enum LinkageRule {
    static func judge(_ context: RuleContext) -> [RuleResult] {
        [issuer(context), signature(context)].compactMap { $0 }
    }

    private static func issuer(_ context: RuleContext) -> RuleResult? {
        let path = context.path
        let last = path.members.count - 1
        let top = path.members[last]
        switch path.end {
        case .anchor(let kind):
            return .pass(.issuer, member: last) { words in
                let chain = path.members.indices.map { words.short($0) }.joined(separator: " < ")
                return "\(chain) (\(kind.words))"
            }
        case .selfSigned where last == 0:
            return .fail(.issuer, .chainSelfSigned, member: 0, x509: 18) {
                .leafSelfSigned($0.label(0), sha256: top.sha256.hex)
            }
        case .selfSigned:
            return .fail(.issuer, .chainUntrustedRoot, member: last, x509: 19) {
                .rootUntrusted($0.label(last), sha256: top.sha256.hex, wasReceived: $0.numbers[last] < $0.presented)
            }
        case .missingIssuer:
            return .fail(.issuer, .chainMissingIssuer, member: last, x509: 20) {
                .issuerMissing(
                    received: $0.presented,
                    below: $0.label(last),
                    issuer: top.issuer.text,
                    fetchableFrom: top.issuerAddresses
                )
            }
        case .cycle:
            return .fail(.issuer, .chainUntrustedRoot, member: last, x509: 20) { .chainCircular($0.label(last)) }
        case .wrongKey:
            return nil
        }
    }

    private static func signature(_ context: RuleContext) -> RuleResult {
        let path = context.path
        guard case .wrongKey(let issuer) = path.end else {
            return .pass(.signature) {
                $0.path.members.count == 1
                    ? "trusted as it is: no signature to verify"
                    : "\($0.path.members.count - 1) verified, each with its issuer's key"
            }
        }
        let last = path.members.count - 1
        let certificate = path.members[last]
        if SignatureMemo.shared.check(certificate, by: issuer) == .validButForParameters {
            return .fail(.signature, .chainSignature, member: last, x509: 7) {
                .signatureParametersDiffer($0.label(last), algorithm: certificate.signatureAlgorithm)
            }
        }
        return .fail(.signature, .chainSignature, member: last, x509: 7) {
            .signatureWrong(
                $0.label(last),
                algorithm: certificate.signatureAlgorithm,
                issuer: $0.label(issuer),
                keyIdentifier: issuer.subjectKeyIdentifier.map(HexText.colons)
            )
        }
    }
}

/// Bytes as text.
enum HexText {
    /// `77:10:ab`.
    static func colons(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
    }
}
