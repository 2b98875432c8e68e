import COpenSSL
import Trust

/// Writes PKCS#12 files.
enum PKCS12File {
    /// One identity with its chain; nil where OpenSSL will not write it.
    static func encode(
        leaf: Certificate,
        key: PrivateKey,
        chain: [Certificate],
        name: String,
        passPhrase: String,
        protection: IdentityRecipe.Protection
    ) -> [UInt8]? {
        guard let others = co_x509_stack_new() else { return nil }
        defer { co_x509_stack_pop_free(others) }
        for certificate in chain {
            certificate.withX509 {
                X509_up_ref($0)
                _ = co_x509_stack_push(others, $0)
            }
        }
        let cipher = protection == .aes ? NID_aes_256_cbc : NID_pbe_WithSHA1And3_Key_TripleDES_CBC
        let handle = key.withHandle { key in
            leaf.withX509 { leaf in
                // A MAC count of -1 leaves the MAC out: it is set below with the digest that fits.
                PKCS12_create(passPhrase, name, key, leaf, others, cipher, cipher, iterations, -1, 0)
            }
        }
        guard let handle else {
            _ = OpenSSLText.takeError()
            return nil
        }
        defer { PKCS12_free(handle) }
        let digest = protection == .aes ? EVP_sha256() : EVP_sha1()
        guard PKCS12_set_mac(handle, passPhrase, -1, nil, 0, iterations, digest) == 1 else { return nil }
        var output: UnsafeMutablePointer<UInt8>?
        let count = i2d_PKCS12(handle, &output)
        guard count > 0, let output else { return nil }
        defer { co_openssl_free(output) }
        return Array(UnsafeBufferPointer(start: output, count: Int(count)))
    }

    /// Certificates alone, each marked as trusted in the way that Java looks for; nil where OpenSSL will not write it.
    static func encodeTrusted(_ certificates: [Certificate], passPhrase: String) -> [UInt8]? {
        guard let stack = co_x509_stack_new() else { return nil }
        defer { co_x509_stack_pop_free(stack) }
        for certificate in certificates {
            certificate.withX509 {
                X509_up_ref($0)
                _ = co_x509_stack_push(stack, $0)
            }
        }
        guard let handle = co_trust_store_new(stack, passPhrase, iterations) else {
            _ = OpenSSLText.takeError()
            return nil
        }
        defer { PKCS12_free(handle) }
        var output: UnsafeMutablePointer<UInt8>?
        let count = i2d_PKCS12(handle, &output)
        guard count > 0, let output else { return nil }
        defer { co_openssl_free(output) }
        return Array(UnsafeBufferPointer(start: output, count: Int(count)))
    }

    private static let iterations: Int32 = 2048
}
