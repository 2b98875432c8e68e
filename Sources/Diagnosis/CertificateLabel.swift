/// How a sentence names a certificate: by its number in the list on screen (0 = leaf) and its subject.
public struct CertificateLabel: Hashable, Sendable, CustomStringConvertible {
    /// The number in the list of certificates.
    public var number: Int
    /// The subject, as text.
    public var subject: String

    /// A label of known parts.
    public init(number: Int, subject: String) {
        self.number = number
        self.subject = subject
    }

    /// `certificate 1 (Lab CA)`.
    public var description: String {
        subject.isEmpty ? "certificate \(number) (no subject)" : "certificate \(number) (\(subject))"
    }
}
