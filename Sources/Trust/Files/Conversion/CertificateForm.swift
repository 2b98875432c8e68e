import Diagnosis

/// How certificates are written into a file.
public enum CertificateForm: String, Hashable, Sendable, Codable, CaseIterable {
    /// One certificate in DER.
    case der
    /// Text, a block a certificate, in their order.
    case pem
    /// A PKCS#7 bundle in DER; whoever reads it may put them in another order.
    case p7b

    /// The bytes of a file.
    ///
    /// - Parameter file: where they come from, as it was named.
    /// - Throws: `option.value` when the form cannot hold them.
    public func encode(_ certificates: [Certificate], from file: String) throws(Problem) -> [UInt8] {
        guard let first = certificates.first else { throw .nothingToWrite(file: file, form: rawValue) }
        switch self {
        case .der:
            guard certificates.count == 1 else { throw .formHoldsOne(file: file, count: certificates.count) }
            return first.der
        case .pem: return Array(certificates.map(\.pem).joined().utf8)
        case .p7b:
            guard let bytes = OpenSSLPKCS7.bundle(certificates) else {
                throw .nothingToWrite(file: file, form: rawValue)
            }
            return bytes
        }
    }
}
