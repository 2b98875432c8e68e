import Diagnosis

/// One check of an evaluation with its verdict and evidence.
public struct Check: Hashable, Sendable, Codable {
    /// What was checked.
    public var id: CheckID
    /// How it went.
    public var result: CheckResult
    /// Whether this check's failure decided the verdict.
    public var decides: Bool
    /// Index of the certificate it is about in `Evaluation.certificates`; nil when it is about none.
    public var certificate: Int?
    /// The evidence in plain words, sanitised; for `skipped` the reason.
    public var detail: String
    /// The kind of finding, when the check does not hold.
    public var code: DiagnosisCode?
    /// OpenSSL's name for the same fault (`X509_V_ERR_CERT_HAS_EXPIRED`), where there is one.
    public var x509: String?

    /// A check of known parts; `detail` passes the sanitiser.
    public init(
        _ id: CheckID,
        _ result: CheckResult,
        decides: Bool = false,
        certificate: Int? = nil,
        detail: String,
        code: DiagnosisCode? = nil,
        x509: String? = nil
    ) {
        self.id = id
        self.result = result
        self.decides = decides
        self.certificate = certificate
        self.detail = Sanitizer.line(detail)
        self.code = code
        self.x509 = x509
    }
}
