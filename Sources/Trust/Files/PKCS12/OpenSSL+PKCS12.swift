import COpenSSL
import Diagnosis

/// A PKCS#12 container, decoded in a private library context.
final class OpenSSLPKCS12 {
    /// The MAC over the content.
    struct MAC {
        /// The digest's name in OpenSSL (`SHA256`), or the dotted identifier of an algorithm that is none.
        let digest: String
        let iterations: Int
        /// RFC 9579's MAC, whose key comes from PBKDF2.
        let pbmac1: PBMAC1?
    }

    /// A part of the container.
    enum Safe {
        case plain
        case encrypted(EncryptionScheme?)
        /// Encrypted for a public key, or of a type that is not known.
        case unreadable
    }

    let mac: MAC?
    /// How many bytes of the file belong to the container.
    let length: Int
    let safes: [Safe]

    private let library: OpenSSLLibrary
    private let container: OpaquePointer
    private let parts: OpaquePointer
    private let bytes: [UInt8]

    /// Nil when the bytes do not decode.
    init?(_ bytes: [UInt8], library: OpenSSLLibrary) {
        defer { ERR_clear_error() }
        var container = PKCS12_init_ex(NID_pkcs7_data, library.context, nil)
        let length = bytes.withUnsafeBufferPointer { buffer -> Int? in
            var position = buffer.baseAddress
            guard d2i_PKCS12(&container, &position, buffer.count) != nil, let base = buffer.baseAddress, let position
            else { return nil }
            return position - base
        }
        guard let length, let container else { return nil }
        guard let parts = PKCS12_unpack_authsafes(container) else {
            PKCS12_free(container)
            return nil
        }
        self.library = library
        self.bytes = bytes
        self.container = container
        self.parts = parts
        self.length = length
        mac = Self.mac(of: container)
        safes = Self.elements(parts, of: PKCS7.self).map { Self.safe($0) }
    }

    deinit {
        co_pkcs7_stack_free(parts)
        PKCS12_free(container)
    }

    /// Whether the MAC verifies with a form of the pass phrase.
    func verifiesMAC(_ form: PassPhraseForm) -> Bool {
        defer { ERR_clear_error() }
        if let pbmac1 = mac?.pbmac1 { return pbmac1.verifies(Self.authenticated(bytes), form: form, library: library) }
        return form.withCString { PKCS12_verify_mac(container, $0, $1) } == 1
    }

    /// The entries of a safe; nil when it does not decrypt, or is not readable.
    func bags(ofSafe index: Int, form: PassPhraseForm?) -> [PKCS12Bag]? {
        defer { ERR_clear_error() }
        let all = Self.elements(parts, of: PKCS7.self)
        guard all.indices.contains(index) else { return nil }
        let bags: OpaquePointer?
        switch safes[index] {
        case .plain: bags = PKCS12_unpack_p7data(all[index])
        case .encrypted: bags = form?.withCString { PKCS12_unpack_p7encdata(all[index], $0, $1) } ?? nil
        case .unreadable: bags = nil
        }
        guard let bags else { return nil }
        defer { co_safebag_stack_free(bags) }
        return Self.bags(bags, depth: 0)
    }

    /// Decrypts a key that is encrypted on its own.
    func key(der: [UInt8], form: PassPhraseForm) -> PrivateKey? {
        OpenSSLKey.privateKey(encrypted: der, form: form, library: library)
    }

    private static func elements<Element>(_ stack: OpaquePointer, of type: Element.Type)
        -> [UnsafeMutablePointer<Element>]
    {
        let raw = UnsafeRawPointer(stack)
        return (0..<co_stack_count(raw)).compactMap { co_stack_value(raw, $0)?.assumingMemoryBound(to: Element.self) }
    }

    private static func safe(_ part: UnsafeMutablePointer<PKCS7>) -> Safe {
        switch OBJ_obj2nid(part.pointee.type) {
        case NID_pkcs7_data: return .plain
        case NID_pkcs7_encrypted:
            guard let encrypted = part.pointee.d.encrypted, let data = encrypted.pointee.enc_data,
                let algorithm = data.pointee.algorithm
            else { return .unreadable }
            return .encrypted(EncryptionScheme(der: OpenSSLCertificate.bytes { i2d_X509_ALGOR(algorithm, $0) }))
        default: return .unreadable
        }
    }

    private static func mac(of container: OpaquePointer) -> MAC? {
        guard PKCS12_mac_present(container) == 1 else { return nil }
        var algorithm: UnsafePointer<X509_ALGOR>?
        var rounds: UnsafePointer<ASN1_INTEGER>?
        var value: UnsafePointer<ASN1_OCTET_STRING>?
        PKCS12_get0_mac(&value, &algorithm, nil, &rounds, container)
        let iterations = rounds.map { Int(ASN1_INTEGER_get($0)) } ?? 1
        guard let algorithm else { return MAC(digest: "?", iterations: iterations, pbmac1: nil) }
        let der = OpenSSLCertificate.bytes { i2d_X509_ALGOR(algorithm, $0) }
        if let pbmac1 = PBMAC1(algorithm: der, value: OpenSSLCertificate.octets(value) ?? []) {
            return MAC(digest: pbmac1.digest, iterations: pbmac1.iterations, pbmac1: pbmac1)
        }
        var object: OpaquePointer?
        X509_ALGOR_get0(&object, nil, nil, algorithm)
        let name = object.flatMap { OBJ_nid2sn(OBJ_obj2nid($0)) }.map { String(cString: $0) }
        let digest = name == "UNDEF" ? DERItem(der)?.children.first?.objectIdentifier : name
        return MAC(digest: digest ?? "?", iterations: iterations, pbmac1: nil)
    }

    /// The bytes that the MAC covers: the content of the outer ContentInfo.
    private static func authenticated(_ bytes: [UInt8]) -> [UInt8] {
        guard let parts = DERItem(bytes)?.children, parts.count > 1,
            let wrapped = parts[1].children.dropFirst().first, let content = wrapped.children.first
        else { return [] }
        return content.octets
    }
}

// The bags of a safe as values.
extension OpenSSLPKCS12 {
    private static func bags(_ stack: OpaquePointer, depth: Int) -> [PKCS12Bag] {
        let raw = UnsafeRawPointer(stack)
        return (0..<co_stack_count(raw)).flatMap { index -> [PKCS12Bag] in
            guard let bag = co_stack_value(raw, index).map({ OpaquePointer($0) }) else { return [] }
            if PKCS12_SAFEBAG_get_nid(bag) == NID_safeContentsBag {
                guard depth < 8, let inner = PKCS12_SAFEBAG_get0_safes(bag) else { return [] }
                return bags(inner, depth: depth + 1)
            }
            return [PKCS12Bag(content: content(of: bag), name: name(of: bag), localKeyID: localKeyID(of: bag))]
        }
    }

    private static func content(of bag: OpaquePointer) -> PKCS12Bag.Content {
        switch PKCS12_SAFEBAG_get_nid(bag) {
        case NID_keyBag:
            guard let info = PKCS12_SAFEBAG_get0_p8inf(bag) else { return .other }
            return OpenSSLKey.privateKey(info: info).map { .key($0) } ?? .unknownKey
        case NID_pkcs8ShroudedKeyBag:
            guard let signature = PKCS12_SAFEBAG_get0_pkcs8(bag) else { return .other }
            let der = OpenSSLCertificate.bytes { i2d_X509_SIG(signature, $0) }
            var algorithm: UnsafePointer<X509_ALGOR>?
            X509_SIG_get0(signature, &algorithm, nil)
            let scheme = algorithm.flatMap { pointer in
                EncryptionScheme(der: OpenSSLCertificate.bytes { i2d_X509_ALGOR(pointer, $0) })
            }
            return .encryptedKey(der: der, scheme: scheme)
        case NID_certBag:
            guard PKCS12_SAFEBAG_get_bag_nid(bag) == NID_x509Certificate else { return .other }
            guard let handle = PKCS12_SAFEBAG_get1_cert(bag) else {
                ERR_clear_error()
                return .certificate(PresentedCertificate(encoded: [], certificate: nil))
            }
            defer { X509_free(handle) }
            return .certificate(CertificateCache.shared.presented(der: OpenSSLCertificate.encode(handle)))
        case NID_crlBag: return .revocationList
        case NID_secretBag: return .secret
        default: return .other
        }
    }

    private static func name(of bag: OpaquePointer) -> String? {
        guard let text = PKCS12_get_friendlyname(bag) else { return nil }
        defer { co_openssl_free(text) }
        return Sanitizer.line(String(cString: text))
    }

    private static func localKeyID(of bag: OpaquePointer) -> [UInt8]? {
        guard let value = PKCS12_SAFEBAG_get0_attr(bag, NID_localKeyID), value.pointee.type == V_ASN1_OCTET_STRING
        else {
            return nil
        }
        return OpenSSLCertificate.octets(value.pointee.value.octet_string)
    }
}
