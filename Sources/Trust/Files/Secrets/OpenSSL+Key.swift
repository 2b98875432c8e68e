import COpenSSL

/// Private and public keys.
enum OpenSSLKey {
    static func free(_ key: OpaquePointer) { EVP_PKEY_free(key) }

    static func retain(_ key: OpaquePointer) -> OpaquePointer {
        EVP_PKEY_up_ref(key)
        return key
    }

    static func publicKeyInfo(_ key: OpaquePointer) -> [UInt8] { OpenSSLCertificate.bytes { i2d_PUBKEY(key, $0) } }

    /// Compared as keys, so that two encodings of one key are the same.
    static func matches(_ key: OpaquePointer, _ certificate: Certificate) -> Bool {
        let isSame = certificate.withX509 { handle in
            X509_get0_pubkey(handle).map { EVP_PKEY_eq($0, key) == 1 } ?? false
        }
        ERR_clear_error()
        return isSame
    }

    /// How many bits the key is worth.
    static func securityBits(_ certificate: Certificate) -> Int {
        certificate.withX509 { X509_get0_pubkey($0).map { Int(EVP_PKEY_get_security_bits($0)) } ?? 0 }
    }

    /// How many bits the signature on the certificate is worth; nil where that is unknown.
    static func signatureBits(_ certificate: Certificate) -> Int? {
        var bits: Int32 = -1
        let known = certificate.withX509 { X509_get_signature_info($0, nil, nil, &bits, nil) } == 1
        ERR_clear_error()
        return known && bits >= 0 ? Int(bits) : nil
    }

    /// A SubjectPublicKeyInfo as it is, or an RSAPublicKey (PKCS#1) put into one; nil for anything else.
    static func publicKeyInfo(fromDER der: [UInt8]) -> [UInt8]? {
        defer { ERR_clear_error() }
        let key = der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
            var position = buffer.baseAddress
            if let key = d2i_PUBKEY(nil, &position, buffer.count) { return key }
            position = buffer.baseAddress
            return d2i_PublicKey(EVP_PKEY_RSA, nil, &position, buffer.count)
        }
        guard let key else { return nil }
        defer { EVP_PKEY_free(key) }
        return publicKeyInfo(key)
    }

    /// Reads a key that is not encrypted.
    static func privateKey(pkcs8 der: [UInt8]) -> PrivateKey? {
        defer { ERR_clear_error() }
        return der.withUnsafeBufferPointer { buffer -> PrivateKey? in
            var position = buffer.baseAddress
            guard let info = d2i_PKCS8_PRIV_KEY_INFO(nil, &position, buffer.count) else { return nil }
            defer { PKCS8_PRIV_KEY_INFO_free(info) }
            return privateKey(info: info)
        }
    }

    /// Reads a PKCS8_PRIV_KEY_INFO into a key of the default library context.
    static func privateKey(info: OpaquePointer) -> PrivateKey? {
        defer { ERR_clear_error() }
        return EVP_PKCS82PKEY(info).map { PrivateKey(takingOwnershipOf: $0) }
    }

    /// Reads PKCS#1, SEC 1 and DSA forms.
    static func privateKey(traditional der: [UInt8]) -> PrivateKey? {
        defer { ERR_clear_error() }
        return der.withUnsafeBufferPointer { buffer -> PrivateKey? in
            var position = buffer.baseAddress
            return d2i_AutoPrivateKey(nil, &position, buffer.count).map { PrivateKey(takingOwnershipOf: $0) }
        }
    }

    /// Reads a block that is encrypted by its PEM headers; nil when the pass phrase does not fit.
    static func privateKey(pem: [UInt8], passPhrase: [UInt8], library: OpenSSLLibrary) -> PrivateKey? {
        defer { ERR_clear_error() }
        guard let memory = BIO_new_mem_buf(pem, Int32(pem.count)) else { return nil }
        defer { BIO_free(memory) }
        return withUnsafePointer(to: passPhrase) { pointer -> PrivateKey? in
            let context = UnsafeMutableRawPointer(mutating: UnsafeRawPointer(pointer))
            let key = PEM_read_bio_PrivateKey_ex(
                memory,
                nil,
                { buffer, size, _, context in
                    guard let buffer, let context else { return 0 }
                    let bytes = context.assumingMemoryBound(to: [UInt8].self).pointee
                    guard bytes.count <= Int(size) else { return -1 }
                    for (index, byte) in bytes.enumerated() { buffer[index] = CChar(bitPattern: byte) }
                    return Int32(bytes.count)
                },
                context,
                library.context,
                nil
            )
            guard let key else { return nil }
            defer { EVP_PKEY_free(key) }
            return moved(key)
        }
    }

    /// Decrypts an EncryptedPrivateKeyInfo; nil when the pass phrase does not fit.
    static func privateKey(encrypted der: [UInt8], form: PassPhraseForm, library: OpenSSLLibrary) -> PrivateKey? {
        defer { ERR_clear_error() }
        return der.withUnsafeBufferPointer { buffer -> PrivateKey? in
            var position = buffer.baseAddress
            guard let signature = d2i_X509_SIG(nil, &position, buffer.count) else { return nil }
            defer { X509_SIG_free(signature) }
            let info = form.withCString { PKCS8_decrypt_ex(signature, $0, $1, library.context, nil) }
            guard let info else { return nil }
            defer { PKCS8_PRIV_KEY_INFO_free(info) }
            return privateKey(info: info)
        }
    }

    /// The same key in the default library context, so that it outlives a private one.
    private static func moved(_ key: OpaquePointer) -> PrivateKey? {
        guard let info = EVP_PKEY2PKCS8(key) else { return nil }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        return privateKey(info: info)
    }
}
