import CHoldGate
import COpenSSL
import Trust

/// A connection's SSL for the time of a callback: what it negotiated, what the server asks for, what we present.
struct TLSHandle {
    let ssl: OpaquePointer

    /// The index under which a TLS session remembers the connection whose challenges were answered.
    private static let originIndex = co_session_index_new()

    /// What is agreed on by now; the group only once the key exchange was seen.
    func negotiated(isResumed: Bool) -> NegotiatedConnection {
        let cipher = SSL_get_current_cipher(ssl) ?? SSL_get_pending_cipher(ssl)
        let group = co_negotiated_group(ssl)
        return NegotiatedConnection(
            version: HandshakeMessage.versionName(Int(SSL_version(ssl))),
            cipherSuite: cipher.flatMap { SSL_CIPHER_get_name($0) }.map { String(cString: $0) } ?? "",
            group: group == 0 ? nil : co_group_name(ssl, group).map { Self.groupName(String(cString: $0)) },
            applicationProtocol: applicationProtocol,
            resumed: isResumed
        )
    }

    /// OpenSSL's name of a cipher suite's two-byte code.
    func suiteName(_ code: Int) -> String? {
        SSL_CIPHER_find(ssl, [UInt8(code >> 8 & 0xff), UInt8(code & 0xff)])
            .flatMap { SSL_CIPHER_get_name($0) }.map { String(cString: $0) }
    }

    var isTLS13: Bool { SSL_version(ssl) == TLS1_3_VERSION }

    private var applicationProtocol: String? {
        var name: UnsafePointer<UInt8>?
        var length: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &name, &length)
        guard let name, length > 0 else { return nil }
        return String(decoding: UnsafeBufferPointer(start: name, count: Int(length)), as: UTF8.self)
    }

    private static func groupName(_ name: String) -> String {
        switch name {
        case "secp256r1", "prime256v1": "P-256"
        case "secp384r1": "P-384"
        case "secp521r1": "P-521"
        case "x25519": "X25519"
        case "x448": "X448"
        default: name
        }
    }

    // MARK: The ClientHello

    /// Sends another name as SNI, or none; whatever libcurl had set.
    func setServerName(_ name: String?) {
        if let name { _ = co_set_tlsext_host_name(ssl, name) } else { co_clear_tlsext_host_name(ssl) }
    }

    // MARK: Resumption

    var isResumed: Bool { SSL_session_reused(ssl) == 1 }

    /// The number of the connection whose challenges stand behind this TLS session; it goes with the session, and with
    /// the tickets that come out of it.
    var origin: Int {
        get {
            guard let session = SSL_get_session(ssl) else { return 0 }
            return Int(bitPattern: SSL_SESSION_get_ex_data(session, Self.originIndex))
        }
        nonmutating set {
            guard let session = SSL_get_session(ssl) else { return }
            SSL_SESSION_set_ex_data(session, Self.originIndex, UnsafeMutableRawPointer(bitPattern: newValue))
        }
    }

    // MARK: The client-certificate challenge

    /// The authorities that the server names.
    var authorities: [DistinguishedName] {
        let names = SSL_get0_peer_CA_list(ssl)
        return (0..<co_stack_count(names.map { UnsafeRawPointer($0) })).compactMap { index in
            guard let name = co_stack_value(names.map { UnsafeRawPointer($0) }, index) else { return nil }
            return DistinguishedName(borrowing: OpaquePointer(name))
        }
    }

    /// The codes of the signature algorithms that the server takes, in its order.
    var signatureCodes: [Int] {
        let count = SSL_get_sigalgs(ssl, -1, nil, nil, nil, nil, nil)
        return (0..<max(0, count)).compactMap { index in
            var signature: UInt8 = 0
            var hash: UInt8 = 0
            guard SSL_get_sigalgs(ssl, index, nil, nil, nil, &signature, &hash) > 0 else { return nil }
            return Int(hash) << 8 | Int(signature)
        }
    }

    /// The ClientCertificateTypes that the server takes (TLS 1.2 and earlier; empty in TLS 1.3).
    var certificateTypes: [UInt8] {
        var count = 0
        guard let types = co_certificate_types(ssl, &count) else { return [] }
        return Array(UnsafeBufferPointer(start: types, count: count))
    }

    /// Puts an identity on the connection: its leaf, its key, and the chain when it is to be sent.
    ///
    /// - Returns: nil, or OpenSSL's reason for refusing it (SSL_R_…, X509_R_…) and its words.
    func present(_ identity: Identity, sends: IdentityChainChoice) -> (reason: Int32, words: String)? {
        ERR_clear_error()
        co_set_no_auto_chain(ssl)
        let isSet = identity.leaf.withX509 { leaf in
            identity.withKey { key in
                SSL_use_certificate(ssl, leaf) == 1 && SSL_use_PrivateKey(ssl, key) == 1
                    && SSL_check_private_key(ssl) == 1
            }
        }
        if isSet, sends == .leafOnly || setChain(identity.chain) { return nil }
        defer { ERR_clear_error() }
        return Self.lastError()
    }

    private func setChain(_ chain: [Certificate]) -> Bool {
        guard let stack = co_x509_stack_new() else { return false }
        defer { co_x509_stack_free(stack) }
        for certificate in chain { _ = certificate.withX509 { co_x509_stack_push(stack, $0) } }
        return co_set_chain(ssl, stack) == 1
    }

    /// The newest error on this thread's queue: its reason and its words; the queue stays as it is.
    static func lastError() -> (reason: Int32, words: String) {
        let error = ERR_peek_last_error()
        let words = ERR_reason_error_string(error).map { String(cString: $0) } ?? "no reason given"
        return (co_error_reason(error), words)
    }
}

/// OpenSSL's reasons that the engine tells apart.
enum TLSReason {
    static let dhKeyTooSmall = SSL_R_DH_KEY_TOO_SMALL
    static let unsafeLegacyRenegotiation = SSL_R_UNSAFE_LEGACY_RENEGOTIATION_DISABLED
    static let unsupportedProtocol = SSL_R_UNSUPPORTED_PROTOCOL
    static let wrongVersionNumber = SSL_R_WRONG_VERSION_NUMBER
    static let leafKeyTooSmall = SSL_R_EE_KEY_TOO_SMALL
    static let authorityKeyTooSmall = SSL_R_CA_KEY_TOO_SMALL
    static let digestTooWeak = SSL_R_CA_MD_TOO_WEAK
    static let keyMismatch: Set<Int32> = [X509_R_KEY_VALUES_MISMATCH, X509_R_KEY_TYPE_MISMATCH]
}
