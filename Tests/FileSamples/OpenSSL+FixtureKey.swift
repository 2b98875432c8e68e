import COpenSSL
import Foundation

// Unchecked: the EVP_PKEY is only read after `init`.

/// A key made for a test.
package final class FixtureKey: @unchecked Sendable {
    package struct Failure: Error {
        package init() {}
    }

    package let handle: OpaquePointer

    package init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { EVP_PKEY_free(handle) }

    package static func ec(_ curve: String = "P-256") throws -> FixtureKey {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, curve == "SM2" ? "SM2" : "EC", nil) else { throw Failure() }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_keygen_init(context) == 1 else { throw Failure() }
        if curve != "SM2" {
            guard EVP_PKEY_CTX_set_group_name(context, curve) == 1 else { throw Failure() }
        }
        var key: OpaquePointer?
        guard EVP_PKEY_generate(context, &key) == 1, let key else { throw Failure() }
        return FixtureKey(key)
    }

    package static func rsa(_ bits: Int) throws -> FixtureKey {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil) else { throw Failure() }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bits)) == 1 else {
            throw Failure()
        }
        var key: OpaquePointer?
        guard EVP_PKEY_generate(context, &key) == 1, let key else { throw Failure() }
        return FixtureKey(key)
    }

    package var publicKeyInfo: [UInt8] { Self.bytes { i2d_PUBKEY(handle, $0) } }

    package var pkcs8: [UInt8] {
        guard let info = EVP_PKEY2PKCS8(handle) else { return [] }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        return Self.bytes { i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
    }

    /// PKCS#1 or SEC 1.
    package var traditional: [UInt8] { Self.bytes { i2d_PrivateKey(handle, $0) } }

    /// EncryptedPrivateKeyInfo by PBES2 with AES-256.
    package func encrypted(_ passPhrase: String) -> [UInt8] {
        guard let info = EVP_PKEY2PKCS8(handle) else { return [] }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        guard
            let signature = PKCS8_encrypt(
                -1,
                EVP_aes_256_cbc(),
                passPhrase,
                Int32(passPhrase.utf8.count),
                nil,
                0,
                2048,
                info
            )
        else { return [] }
        defer { X509_SIG_free(signature) }
        return Self.bytes { i2d_X509_SIG(signature, $0) }
    }

    /// The algorithm's own form, encrypted by PEM headers.
    package func encryptedTraditionalPEM(_ passPhrase: String) -> String {
        guard let memory = BIO_new(BIO_s_mem()) else { return "" }
        defer { BIO_free(memory) }
        let bytes = Array(passPhrase.utf8)
        PEM_write_bio_PrivateKey_traditional(memory, handle, EVP_aes_128_cbc(), bytes, Int32(bytes.count), nil, nil)
        var data: UnsafeMutablePointer<CChar>?
        let count = co_bio_mem_data(memory, &data)
        guard count > 0, let data else { return "" }
        return data.withMemoryRebound(to: UInt8.self, capacity: count) {
            String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
        }
    }

    /// A certificate signing request for a common name.
    package func request(_ name: String) -> [UInt8] {
        guard let request = X509_REQ_new() else { return [] }
        defer { X509_REQ_free(request) }
        X509_REQ_set_pubkey(request, handle)
        let subject = X509_REQ_get_subject_name(request)
        X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, Array(name.utf8), Int32(name.utf8.count), -1, 0)
        X509_REQ_sign(request, handle, EVP_sha256())
        return Self.bytes { i2d_X509_REQ(request, $0) }
    }

    package static func bytes(_ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8] {
        var output: UnsafeMutablePointer<UInt8>?
        let count = encode(&output)
        guard count > 0, let output else { return [] }
        defer { co_openssl_free(output) }
        return Array(UnsafeBufferPointer(start: output, count: Int(count)))
    }
}
