import Diagnosis
import Foundation

/// Dates and weaknesses of certificates that are only looked at.
enum CertificateRemarks {
    static func append(to remarks: inout [Problem], _ certificates: [Certificate], name: String, at date: Date) {
        // A bundle of anchors is a list, no chain: its old members are not this file's fault.
        guard certificates.count <= 16 else { return }
        for (number, certificate) in certificates.enumerated() {
            let subject = certificate.subject.shortText
            if certificate.notAfter.addingTimeInterval(1) <= date {
                remarks.append(
                    .fileExpired(
                        name: name,
                        number: number,
                        subject: subject,
                        notAfter: certificate.notAfter,
                        now: date
                    )
                )
            } else if date < certificate.notBefore {
                remarks.append(
                    .fileNotYetValid(
                        name: name,
                        number: number,
                        subject: subject,
                        notBefore: certificate.notBefore,
                        now: date
                    )
                )
            }
            if let digest = certificate.signatureDigest, ["md5", "sha1", "md2", "md4"].contains(digest),
                !certificate.isSelfIssued
            {
                remarks.append(.fileWeakDigest(name: name, number: number, subject: subject, digest: digest))
            }
            let bits = OpenSSLKey.securityBits(certificate)
            if bits > 0, bits < 112, !certificate.isSM2 {
                remarks.append(
                    .fileWeakKey(name: name, number: number, subject: subject, key: certificate.key.description)
                )
            }
        }
    }
}
