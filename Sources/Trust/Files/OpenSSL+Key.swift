import COpenSSL

/// Private and public keys.
enum OpenSSLKey {
    static func free(_ key: OpaquePointer) { EVP_PKEY_free(key) }
}
