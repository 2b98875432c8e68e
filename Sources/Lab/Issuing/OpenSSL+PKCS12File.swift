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
        let identity = key.withHandle { handle in
            EVP_PKEY_up_ref(handle)
            return Identity(takingOwnershipOf: handle, file: name, name: name, leaf: leaf, chain: chain)
        }
        // Few iterations: the lab's files are opened at every start, and their pass phrase is known to all.
        let writer = PKCS12Writer(age: protection == .aes ? .current : .ios17, iterations: 2048)
        return writer.encode([identity], chain: chain, passPhrase: PassPhrase(passPhrase))
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
