import Diagnosis
import Foundation

extension Evaluation {
    private enum CodingKeys: String, CodingKey {
        case verdict, disposition, step, trustResult, host
        case date = "at"
        case path = "chain"
        case certificates, checks, code, codes, reason, remedy, x509Error, failureReason
    }

    /// Reads what `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let at = try container.decode(String.self, forKey: .date)
        guard let date = UTC.date(rfc3339: at) else {
            throw DecodingError.dataCorruptedError(
                forKey: .date,
                in: container,
                debugDescription: "\"\(at)\" is no time in RFC 3339"
            )
        }
        self.init(
            verdict: try container.decode(Verdict.self, forKey: .verdict),
            disposition: try container.decode(Disposition.self, forKey: .disposition),
            step: try container.decodeIfPresent(DecidingStep.self, forKey: .step),
            trustResult: try container.decode(TrustResult.self, forKey: .trustResult),
            host: try container.decodeIfPresent(String.self, forKey: .host),
            date: date,
            path: try container.decode([SHA256Digest].self, forKey: .path),
            certificates: try container.decode([CertificateSummary].self, forKey: .certificates),
            checks: try container.decode([Check].self, forKey: .checks),
            code: try container.decodeIfPresent(DiagnosisCode.self, forKey: .code),
            codes: try container.decode([DiagnosisCode].self, forKey: .codes),
            reason: try container.decode(String.self, forKey: .reason),
            remedy: try container.decodeIfPresent(String.self, forKey: .remedy),
            x509Error: try container.decode(Int32.self, forKey: .x509Error),
            failureReason: try container.decodeIfPresent(String.self, forKey: .failureReason)
        )
    }

    /// Writes the form of `evaluate --json`: times in RFC 3339, the judged path as `chain`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(verdict, forKey: .verdict)
        try container.encode(disposition, forKey: .disposition)
        try container.encodeIfPresent(step, forKey: .step)
        try container.encode(trustResult, forKey: .trustResult)
        try container.encode(host, forKey: .host)
        try container.encode(UTC.rfc3339(date), forKey: .date)
        try container.encode(path, forKey: .path)
        try container.encode(certificates, forKey: .certificates)
        try container.encode(checks, forKey: .checks)
        try container.encodeIfPresent(code, forKey: .code)
        try container.encode(codes, forKey: .codes)
        try container.encode(reason, forKey: .reason)
        try container.encodeIfPresent(remedy, forKey: .remedy)
        try container.encode(x509Error, forKey: .x509Error)
        try container.encodeIfPresent(failureReason, forKey: .failureReason)
    }
}
