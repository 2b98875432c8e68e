import COpenSSL
import Trust

// Unchecked: the EVP_PKEY is only read after `init`, which OpenSSL allows from any thread.

/// A private key of the lab.
final class PrivateKey: @unchecked Sendable {
    private let handle: OpaquePointer

    /// Takes over one reference of an EVP_PKEY.
    private init(takingOwnershipOf handle: OpaquePointer) { self.handle = handle }

    deinit { EVP_PKEY_free(handle) }

    /// Makes a new key; nil where OpenSSL cannot make one of that kind.
    static func generate(_ kind: CertificateRecipe.Key) -> PrivateKey? {
        let handle: OpaquePointer? =
            switch kind {
            case .curve(let name): co_curve_key_new(name)
            case .rsa(let bits): co_rsa_key_new(UInt32(clamping: bits))
            }
        guard let handle else {
            ERR_clear_error()
            return nil
        }
        return PrivateKey(takingOwnershipOf: handle)
    }

    /// Reads the first private key of a PEM text without a pass phrase; nil when there is none.
    convenience init?(pem: String) {
        let bytes = Array(pem.utf8)
        let handle = bytes.withUnsafeBufferPointer { buffer -> OpaquePointer? in
            guard let memory = BIO_new_mem_buf(buffer.baseAddress, Int32(buffer.count)) else { return nil }
            defer { BIO_free(memory) }
            // An empty pass phrase in place of the terminal that OpenSSL would ask.
            return PEM_read_bio_PrivateKey(memory, nil, { _, _, _, _ in 0 }, nil)
        }
        guard let handle else {
            ERR_clear_error()
            return nil
        }
        self.init(takingOwnershipOf: handle)
    }

    /// A key that claims to be a certificate's and is not: its public half is copied, its private half made up.
    static func forged(like certificate: Certificate) -> PrivateKey? {
        guard let curve = certificate.key.curve else { return nil }
        // Short enough to be below the order of any curve, in whichever byte order it is read.
        var secret = (0..<16).map { _ in UInt8.random(in: 1...127) }
        let handle = certificate.withX509 { co_forged_key_new(curve, $0, &secret, secret.count) }
        guard let handle else {
            ERR_clear_error()
            return nil
        }
        return PrivateKey(takingOwnershipOf: handle)
    }

    /// The key of an identity.
    convenience init(_ identity: Identity) {
        self.init(
            takingOwnershipOf: identity.withKey { key in
                EVP_PKEY_up_ref(key)
                return key
            }
        )
    }

    /// PKCS#8 in PEM, not encrypted: for files of mode 0600 only.
    var pem: String { OpenSSLText.written { PEM_write_bio_PKCS8PrivateKey($0, handle, nil, nil, 0, nil, nil) } }

    /// The DER encoding of the SubjectPublicKeyInfo.
    var publicKeyInfo: [UInt8] {
        var output: UnsafeMutablePointer<UInt8>?
        let count = i2d_PUBKEY(handle, &output)
        guard count > 0, let output else { return [] }
        defer { co_openssl_free(output) }
        return Array(UnsafeBufferPointer(start: output, count: Int(count)))
    }

    /// Lends the EVP_PKEY for the time of the call.
    func withHandle<Result>(_ body: (OpaquePointer) throws -> Result) rethrows -> Result { try body(handle) }
}
