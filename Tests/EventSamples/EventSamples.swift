import Diagnosis
import Events
import Foundation
import Trust

/// Events as the engine records them, for the tests of whoever reads events.
public enum EventSamples {
    /// 2026-11-30T09:41:00Z.
    public static let start: Int64 = 1_796_031_660_000_000

    /// The same as a date.
    public static var date: Date { Date(timeIntervalSince1970: Double(start) / 1_000_000) }

    /// A digest of nothing in particular, a different one for each name.
    public static func digest(_ name: String) -> SHA256Digest { SHA256Digest(of: Array(name.utf8)) }

    /// Bytes that stand for a certificate; they do not decode.
    public static func certificate(_ name: String) -> PresentedCertificate {
        PresentedCertificate(encoded: Array("certificate of \(name)".utf8))
    }

    /// A connection as negotiated.
    public static func connection(_ version: String = "1.3") -> NegotiatedConnection {
        NegotiatedConnection(
            version: version,
            cipherSuite: version == "1.3" ? "TLS_AES_128_GCM_SHA256" : "ECDHE-ECDSA-AES128-GCM-SHA256",
            group: "X25519",
            applicationProtocol: "h2"
        )
    }

    /// A certificate's summary that ends some days from the start; negative days are in the past.
    public static func summary(_ name: String, role: String = "leaf", endsIn days: Int = 41) -> CertificateSummary {
        CertificateSummary(
            subject: "CN=\(name)",
            issuer: "CN=Lab CA",
            sha256: certificate(name).sha256,
            spki: "sha256//8Qx1k0=",
            notBefore: date.addingTimeInterval(-86_400 * 800),
            notAfter: date.addingTimeInterval(86_400 * Double(days)),
            dnsNames: [name],
            ipAddresses: [],
            key: "EC P-256",
            role: role,
            anchor: role == "root" ? "app" : nil
        )
    }

    /// The checks of a sound chain, some of them changed; revocation is off.
    public static func checks(_ changes: [CheckID: (CheckResult, DiagnosisCode?)] = [:]) -> [Check] {
        let ids: [CheckID] = [.date, .host, .issuer, .signature, .purpose, .keyStrength, .pin, .revocation]
        return ids.map { id in
            let (result, code) = changes[id] ?? (id == .revocation ? .skipped : .pass, nil)
            return Check(
                id,
                result,
                decides: result == .fail,
                certificate: id == .date ? 0 : nil,
                detail: result == .skipped ? "switch \(id.rawValue) is off" : "evidence of \(id.rawValue)",
                code: code
            )
        }
    }

    /// An evaluation with such checks.
    public static func evaluation(
        _ host: String,
        _ changes: [CheckID: (CheckResult, DiagnosisCode?)] = [:],
        leafEndsIn days: Int = 41
    ) -> Evaluation {
        let checks = checks(changes)
        let failed = checks.first { $0.result == .fail }
        return Evaluation(
            verdict: failed == nil ? .accept : .refuse,
            disposition: failed == nil ? .useCredential : .cancelAuthenticationChallenge,
            step: DecidingStep(flow: "AFSecurityPolicy 4.0", number: 5, text: "the built chain holds pin lab-ca.cer"),
            trustResult: failed == nil ? .unspecified : .recoverableTrustFailure,
            host: host,
            date: date,
            path: [certificate(host).sha256, certificate("Lab CA").sha256],
            certificates: [summary(host, endsIn: days), summary("Lab CA", role: "root", endsIn: 4000)],
            checks: checks,
            code: failed?.code,
            codes: checks.compactMap(\.code),
            reason: failed.map { "The \($0.id.word) check fails: \($0.detail)." } ?? "Every step holds.",
            remedy: failed.map { _ in "Renew that certificate." },
            x509Error: failed == nil ? 0 : 10
        )
    }

    /// An identity that may be shown.
    public static func identity(_ subject: String = "alice", file: String = "client.p12") -> IdentitySummary {
        IdentitySummary(
            file: file,
            subject: subject,
            issuer: "CN=Lab CA",
            leaf: digest(subject),
            publicKey: digest(subject + " key"),
            key: Certificate.KeyKind(algorithm: "EC", bits: 256, curve: "P-256"),
            notAfter: date.addingTimeInterval(86_400 * 365),
            chain: [digest("Lab Int.")]
        )
    }

    /// A profile that is not the default.
    public static var profile: ClientProfile {
        var profile = ClientProfile(
            name: "F2c",
            policy: Policy(
                AFSecurityPolicy(
                    pinningMode: .certificate,
                    pins: [.publicKey(digest("pin"))],
                    validatesDomainName: false
                )
            )
        )
        profile.identity = .file("client.p12")
        profile.nameChecked = .other("mutual.lab.test")
        return profile
    }

    /// What a server asks for that names one issuer.
    public static var asked: ClientCertificateRequest {
        ClientCertificateRequest(
            issuers: [DistinguishedName(der: [0x30, 0x00], text: "CN=Lab CA", commonName: "Lab CA")],
            signatureAlgorithms: ["ecdsa_secp256r1_sha256", "rsa_pss_rsae_sha256"],
            keyTypes: ["EC", "RSA"],
            host: "mutual.lab.test",
            date: date
        )
    }

    /// A server-trust question as it is recorded.
    public static func question(_ host: String, version: String = "1.3") -> RecordedQuestion {
        RecordedQuestion(
            urlHost: host,
            host: host,
            date: start,
            systemAnchors: [certificate("Lab CA").sha256],
            connection: connection(version),
            bundle: BundleSnapshot(files: [
                "server.cer": .missing(Problem(.fileMissing, "There is no server.cer.")),
                "client.p12": .identities([identity()]),
            ])
        )
    }
}
