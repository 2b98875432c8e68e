import Diagnosis

/// A family of numbers or names by which programs report TLS failures.
public enum ErrorFamily: String, Hashable, Sendable, Codable, CaseIterable, JSON5Key {
    /// NSURLErrorDomain.
    case nsurl
    /// SSL codes of SecureTransport and CFStream.
    case stream
    /// OSStatus of Security.
    case osstatus
    /// SecTrustResultType.
    case trustResult = "trust-result"
    /// OpenSSL's results of verification.
    case x509
    /// TLS alerts.
    case alert
    /// CURLcode.
    case curl
    /// HTTP statuses of servers that want a client certificate.
    case http
    /// Reason codes of OpenSSL's TLS library.
    case openssl
    /// Exceptions of Java.
    case java
    /// Exceptions and messages of Android.
    case android
    /// The diagnoses of this program.
    case diagnosis
    /// The findings of this program.
    case finding

    /// Those with rows in `explanations.json5`, where their text is the key; the others have tables of their own.
    static let inFile = allCases.filter { $0 != .diagnosis && $0 != .finding }
}
