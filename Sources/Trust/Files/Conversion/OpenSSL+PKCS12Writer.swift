import COpenSSL

/// Writes PKCS#12 containers: the certificates in one encrypted part, each key encrypted in another, a MAC over both.
package struct PKCS12Writer {
    private let certificateScheme: Int32
    private let digest: OpaquePointer?
    private let iterations: Int32

    /// - Parameter iterations: rounds of each key derivation.
    package init(age: ContainerAge, iterations: Int32 = 10_000) {
        switch age {
        case .ios17:
            certificateScheme = NID_pbe_WithSHA1And3_Key_TripleDES_CBC
            digest = EVP_sha1()
        case .current:
            certificateScheme = NID_aes_256_cbc
            digest = EVP_sha256()
        }
        self.iterations = iterations
    }

    /// The DER encoding; nil where OpenSSL will not write it.
    package func encode(_ identities: [Identity], chain: [Certificate], passPhrase: PassPhrase) -> [UInt8]? {
        defer { ERR_clear_error() }
        let form = PassPhraseForm.standard(passPhrase)
        guard let certificates = co_safebag_stack_new() else { return nil }
        defer { co_safebag_stack_free(certificates) }
        guard let keys = co_safebag_stack_new() else { return nil }
        defer { co_safebag_stack_free(keys) }
        for identity in identities {
            guard let bag = identity.leaf.withX509({ PKCS12_SAFEBAG_create_cert($0) }) else { return nil }
            mark(bag, identity)
            co_safebag_stack_push(certificates, bag)
            guard let key = key(of: identity, form) else { return nil }
            mark(key, identity)
            co_safebag_stack_push(keys, key)
        }
        for certificate in chain {
            guard let bag = certificate.withX509({ PKCS12_SAFEBAG_create_cert($0) }) else { return nil }
            co_safebag_stack_push(certificates, bag)
        }
        return container(certificates: certificates, keys: keys, form)
    }

    private func container(certificates: OpaquePointer, keys: OpaquePointer, _ form: PassPhraseForm) -> [UInt8]? {
        guard let parts = co_pkcs7_stack_new() else { return nil }
        defer { co_pkcs7_stack_free(parts) }
        let encrypted = form.withCString { text, count in
            PKCS12_pack_p7encdata(certificateScheme, text, count, nil, 0, iterations, certificates)
        }
        guard let encrypted else { return nil }
        co_pkcs7_stack_push(parts, encrypted)
        guard let plain = PKCS12_pack_p7data(keys) else { return nil }
        co_pkcs7_stack_push(parts, plain)
        guard let container = PKCS12_init(NID_pkcs7_data) else { return nil }
        defer { PKCS12_free(container) }
        guard PKCS12_pack_authsafes(container, parts) == 1,
            form.withCString({ PKCS12_set_mac(container, $0, $1, nil, 0, iterations, digest) }) == 1
        else { return nil }
        return OpenSSLCertificate.bytes { i2d_PKCS12(container, $0) }
    }

    private func key(of identity: Identity, _ form: PassPhraseForm) -> OpaquePointer? {
        guard let info = identity.withKey({ EVP_PKEY2PKCS8($0) }) else { return nil }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        return form.withCString { text, count in
            PKCS12_SAFEBAG_create_pkcs8_encrypt(certificateScheme, text, count, nil, 0, iterations, info)
        }
    }

    /// Ties key and certificate together: by the leaf's SHA-1, as OpenSSL does, and by name.
    private func mark(_ bag: OpaquePointer, _ identity: Identity) {
        var id = [UInt8](repeating: 0, count: 20)
        let der = identity.leaf.der
        _ = EVP_Digest(der, der.count, &id, nil, EVP_sha1(), nil)
        PKCS12_add_localkeyid(bag, &id, Int32(id.count))
        let name = identity.name ?? identity.leaf.subject.shortText
        PKCS12_add_friendlyname_utf8(bag, name, -1)
    }
}
