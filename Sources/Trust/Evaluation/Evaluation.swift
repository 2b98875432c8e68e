import Diagnosis
import Foundation

/// The answer to an `EvaluationRequest`: the verdict, every check, and what decided.
public struct Evaluation: Hashable, Sendable, Codable {
    /// Accept, refuse or not pinned.
    public var verdict: Verdict
    /// The answer that the client gives to the challenge.
    public var disposition: Disposition
    /// The step of the policy or flow that decided.
    public var step: DecidingStep?
    /// The trust result of the evaluation that the policy looked at last (or `invalid` when it made none).
    public var trustResult: TrustResult
    /// The name that was checked, as typed.
    public var host: String?
    /// The time of judgement, UTC.
    public var date: Date
    /// SHA-256 of each certificate of the path that was judged, leaf first.
    public var path: [SHA256Digest]
    /// The certificates as presented, then the anchors that the path uses; `Check.certificate` is an index into it.
    public var certificates: [CertificateSummary]
    /// Every check that was made or left out, in the order of the screens.
    public var checks: [Check]
    /// The kind of finding that decided a refusal; nil when accepted.
    public var code: DiagnosisCode?
    /// All kinds of findings: what decided first, then what a switch let by, then remarks.
    public var codes: [DiagnosisCode]
    /// One sentence: what decided.
    public var reason: String
    /// What helps, where something specific does.
    public var remedy: String?
    /// The first X509_V_ERR_… of the deciding fault as OpenSSL numbers it; 0 when accepted.
    public var x509Error: Int32
    /// The library's own name for the reason of a refusal (`certificatePinningFailed`); nil where it has none.
    public var failureReason: String?

    /// An evaluation of known parts.
    public init(
        verdict: Verdict,
        disposition: Disposition,
        step: DecidingStep?,
        trustResult: TrustResult,
        host: String?,
        date: Date,
        path: [SHA256Digest],
        certificates: [CertificateSummary],
        checks: [Check],
        code: DiagnosisCode?,
        codes: [DiagnosisCode],
        reason: String,
        remedy: String? = nil,
        x509Error: Int32 = 0,
        failureReason: String? = nil
    ) {
        self.failureReason = failureReason
        self.verdict = verdict
        self.disposition = disposition
        self.step = step
        self.trustResult = trustResult
        self.host = host
        self.date = date
        self.path = path
        self.certificates = certificates
        self.checks = checks
        self.code = code
        self.codes = codes
        self.reason = reason
        self.remedy = remedy
        self.x509Error = x509Error
    }

    /// The checks that failed and refuse.
    public var failed: [Check] { checks.filter { $0.result == .fail } }
    /// The checks that failed and were let by.
    public var letBy: [Check] { checks.filter { $0.result == .letBy } }
    /// The checks that hold.
    public var passed: [Check] { checks.filter { $0.result == .pass } }
    /// The checks that were not made.
    public var skipped: [Check] { checks.filter { $0.result == .skipped } }
}

/// The step of a policy or flow that decided.
public struct DecidingStep: Hashable, Sendable, Codable {
    /// The flow's id with its form (`F6`, `F6r`), or the policy's name and version (`AFSecurityPolicy 4.0`).
    public var flow: String
    /// The step's number in its source's order.
    public var number: Int
    /// What the step does, in plain words.
    public var text: String
    /// What is wrong with it (`inverted`); nil when it is sound.
    public var defect: String?

    /// A step of known parts.
    public init(flow: String, number: Int, text: String, defect: String? = nil) {
        self.flow = flow
        self.number = number
        self.text = text
        self.defect = defect
    }
}

/// What is shown of a certificate.
public struct CertificateSummary: Hashable, Sendable, Codable {
    /// The subject's text; empty for one that does not decode.
    public var subject: String
    /// The issuer's text.
    public var issuer: String
    /// SHA-256 of the certificate.
    public var sha256: SHA256Digest
    /// The key pin, `sha256//BASE64`; nil for one that does not decode.
    public var spki: String?
    /// First instant of validity, UTC.
    public var notBefore: Date?
    /// Last instant of validity, UTC.
    public var notAfter: Date?
    /// The dNSNames.
    public var dnsNames: [String]
    /// The iPAddresses in their usual text form.
    public var ipAddresses: [String]
    /// The key's type and size (`EC P-256`).
    public var key: String?
    /// `leaf`, `intermediate`, `root`, by its place and nature.
    public var role: String
    /// Where an anchor stands (`app`, `user`, `system`); nil for one that is none.
    public var anchor: String?

    /// A summary of known parts.
    public init(
        subject: String,
        issuer: String,
        sha256: SHA256Digest,
        spki: String?,
        notBefore: Date?,
        notAfter: Date?,
        dnsNames: [String],
        ipAddresses: [String],
        key: String?,
        role: String,
        anchor: String?
    ) {
        self.subject = subject
        self.issuer = issuer
        self.sha256 = sha256
        self.spki = spki
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.dnsNames = dnsNames
        self.ipAddresses = ipAddresses
        self.key = key
        self.role = role
        self.anchor = anchor
    }
}
