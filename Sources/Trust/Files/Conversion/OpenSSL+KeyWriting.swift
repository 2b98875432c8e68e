import COpenSSL

extension OpenSSLKey {
    /// An identity's key as a block of PKCS#8, encrypted with AES-256 unless the pass phrase is empty.
    static func pem(of identity: Identity, passPhrase: PassPhrase) -> [UInt8]? {
        defer { ERR_clear_error() }
        guard let memory = BIO_new(BIO_s_secmem()) else { return nil }
        defer { BIO_free(memory) }
        var bytes = passPhrase.bytes
        defer { SecretBytes.wipe(&bytes) }
        let written = identity.withKey { key -> Int32 in
            guard !bytes.isEmpty else { return PEM_write_bio_PKCS8PrivateKey(memory, key, nil, nil, 0, nil, nil) }
            return bytes.withUnsafeBytes { buffer in
                PEM_write_bio_PKCS8PrivateKey(
                    memory,
                    key,
                    EVP_aes_256_cbc(),
                    buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
                    Int32(buffer.count),
                    nil,
                    nil
                )
            }
        }
        guard written == 1 else { return nil }
        var data: UnsafeMutablePointer<CChar>?
        let count = co_bio_mem_data(memory, &data)
        guard count > 0, let data else { return nil }
        return data.withMemoryRebound(to: UInt8.self, capacity: count) {
            Array(UnsafeBufferPointer(start: $0, count: count))
        }
    }
}
