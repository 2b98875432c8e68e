import Diagnosis
import Foundation

/// Dates and weaknesses of certificates that are only looked at: nothing is refused for them.
enum CertificateRemarks {
    static func append(to remarks: inout [Problem], _ certificates: [Certificate], at date: Date) {
        // A bundle of anchors is a list, no chain: its old members are not this file's fault.
        guard certificates.count <= 16 else { return }
        for (number, certificate) in certificates.enumerated() {
            let label = CertificateLabel(number: number, subject: certificate.subject.shortText)
            if certificate.notAfter.addingTimeInterval(1) <= date {
                remarks.append(.certificateExpired(label, notAfter: certificate.notAfter, now: date))
            } else if date < certificate.notBefore {
                let allInFuture = certificates.allSatisfy { date < $0.notBefore }
                remarks.append(
                    .certificateNotYetValid(
                        label,
                        notBefore: certificate.notBefore,
                        now: date,
                        allInFuture: allInFuture && certificates.count > 1
                    )
                )
            }
            if let digest = certificate.signatureDigest, weakDigests.contains(digest), !certificate.isSelfIssued {
                remarks.append(.digestWeak(label, digest: digest, minimum: "SHA-256 or better", rule: "clients"))
            }
            let bits = OpenSSLKey.securityBits(certificate)
            if bits > 0, bits < 112, !certificate.isSM2 {
                remarks.append(
                    .keyWeak(
                        label,
                        key: certificate.key.description,
                        minimum: "RSA 2048 or EC 224 bits at least",
                        rule: "clients"
                    )
                )
            }
        }
    }

    private static let weakDigests: Set<String> = ["md2", "md4", "md5", "md5-sha1", "sha1"]
}
