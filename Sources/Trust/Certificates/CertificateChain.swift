/// Certificates as a peer or a file presented them, in that order.
public struct CertificateChain: Hashable, Sendable {
    /// The members, as presented.
    public let presented: [PresentedCertificate]

    /// A chain of known members.
    public init(_ presented: [PresentedCertificate]) { self.presented = presented }

    /// A chain from DER bytes; members that do not decode stay in it. A certificate seen before is not decoded again.
    public init(der: [[UInt8]]) { presented = der.map { CertificateCache.shared.presented(der: $0) } }

    /// Reads a STACK_OF(X509) that stays its owner's; nil is an empty chain.
    ///
    /// A certificate seen before is not decoded again.
    package init(borrowing stack: OpaquePointer?) { presented = OpenSSLChain.presented(borrowing: stack) }

    /// The members that decode.
    public var certificates: [Certificate] { presented.compactMap(\.certificate) }

    /// The first member's certificate.
    public var leaf: Certificate? { presented.first?.certificate }

    /// The members in PEM armor, one after another.
    public var pem: String { presented.map { CertificateText.pem($0.encoded) }.joined() }
}
