import Diagnosis
import Foundation

extension Identity {
    /// Why OpenSSL would not load this identity at a security level: keys and signatures worth fewer bits than it wants.
    ///
    /// Found before any connection: `identity.weak-key`, `identity.weak-digest`. The same rules as SSL_CTX_use_certificate:
    /// the leaf and the chain are looked at; signatures of self-signed certificates are not.
    ///
    /// - Parameter level: 0 to 5 (SSL_CTX_set_security_level).
    public func weaknesses(atSecurityLevel level: Int) -> [Problem] {
        let wanted = Self.bits(atSecurityLevel: level)
        var problems: [Problem] = []
        for (number, certificate) in ([leaf] + chain).enumerated() {
            let subject = certificate.subject.shortText
            let keyBits = OpenSSLKey.securityBits(certificate)
            if keyBits < wanted {
                problems.append(
                    .identityWeakKey(
                        name: file,
                        number: number,
                        subject: subject,
                        key: certificate.key.description,
                        bits: keyBits,
                        level: level,
                        wanted: wanted
                    )
                )
            }
            if !certificate.isSelfIssued, let bits = OpenSSLKey.signatureBits(certificate), bits < wanted {
                problems.append(
                    .identityWeakDigest(
                        name: file,
                        number: number,
                        subject: subject,
                        digest: certificate.signatureDigest ?? certificate.signatureAlgorithm,
                        bits: bits,
                        level: level,
                        wanted: wanted
                    )
                )
            }
        }
        return problems
    }

    /// What is odd about it before it is sent: `client.expired`, `client.purpose`.
    public func remarks(at date: Date) -> [Problem] {
        var remarks: [Problem] = []
        let subject = leaf.subject.shortText
        if date < leaf.notBefore {
            remarks.append(.identityNotYetValid(subject: subject, notBefore: leaf.notBefore, now: date))
        } else if !leaf.isValid(at: date) {
            remarks.append(.identityExpired(subject: subject, notAfter: leaf.notAfter, now: date))
        }
        if let usages = leaf.extendedKeyUsage, !usages.contains(Self.clientAuth), !usages.contains(Self.anyUsage) {
            remarks.append(.identityPurpose(subject: subject, found: usages.map(ObjectIdentifierName.name)))
        }
        return remarks
    }

    /// SSL_CTX_set_security_level(3).
    private static func bits(atSecurityLevel level: Int) -> Int {
        switch level {
        case ...0: 0
        case 1: 80
        case 2: 112
        case 3: 128
        case 4: 192
        default: 256
        }
    }

    private static let clientAuth = "1.3.6.1.5.5.7.3.2"
    private static let anyUsage = "2.5.29.37.0"
}
