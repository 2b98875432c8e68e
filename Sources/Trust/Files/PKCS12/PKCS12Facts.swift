/// How a PKCS#12 container is made: what may be shown of it.
public struct PKCS12Facts: Hashable, Sendable, Codable {
    /// The MAC over the content.
    public struct MAC: Hashable, Sendable, Codable {
        /// `SHA-256`, or `PBMAC1 SHA-256` for the MAC of RFC 9579.
        public var algorithm: String
        /// Rounds of its key derivation.
        public var iterations: Int
    }

    /// A part of the content, or a key in it that is encrypted on its own.
    public struct Part: Hashable, Sendable, Codable {
        /// What it holds: `2 certificates`, `private key`.
        public var holds: String
        /// How it is encrypted; nil where it is not.
        public var scheme: String?
        /// Rounds of its key derivation; nil where it is not encrypted.
        public var iterations: Int?
    }

    /// The MAC; nil without one.
    public var mac: MAC?
    /// The parts in the order of the file.
    public var parts: [Part] = []
    /// `DER`, or `BER (indefinite length)`.
    public var encoding: String
    /// The form of the pass phrase that opened it; nil when it did not open, or needed none.
    public var passPhraseForm: String?
    /// Algorithms for which OpenSSL's legacy provider was used; empty when it was not.
    public var legacyAlgorithms: [String] = []
    /// What `SecPKCS12Import` returns for it with the right pass phrase, by system.
    public var appleImport: [AppleImport] = []
}
