import COpenSSL
import Trust

// Unchecked: the SSL_CTX is set up in `init`; afterwards it only makes connections, for which OpenSSL locks it itself.

/// The TLS side of one scenario: its certificate, its versions, what it asks of clients.
final class ServerContext: @unchecked Sendable {
    /// OpenSSL would not take a setting, in its words.
    struct Failure: Error, Equatable {
        let reason: String
    }

    /// What the context is made of, certificates in hand.
    struct Parts: Sendable {
        var leaf: IssuedCertificate
        var chain: [Certificate]
        var tls: ScenarioRecipe.TLS
        var clients: ScenarioRecipe.ClientCertificates
        /// The names of authorities that go into the request for a client certificate.
        var clientNames: [DistinguishedName]
        var clientAnchors: [Certificate]
        var clientIntermediates: [Certificate]
        /// Who answers for the leaf in the handshake; nil: nobody, nothing is stapled.
        var responder: StatusResponder?
        /// What sessions are bound to, so that none is resumed elsewhere.
        var sessionContext: String
    }

    private let handle: OpaquePointer
    /// Keeps what the callback for the OCSP answer borrows.
    private let staple: Staple?

    init(_ parts: Parts) throws(Failure) {
        guard let handle = SSL_CTX_new(TLS_server_method()) else { throw Failure(reason: OpenSSLText.takeError()) }
        self.handle = handle
        staple = parts.responder.map { Staple(leaf: parts.leaf.certificate, responder: $0) }
        guard setTLS(parts.tls, isLate: parts.clients.isLate), setCertificate(parts), setClients(parts),
            setSessions(parts), staple?.attach(to: handle) ?? true
        else {
            throw Failure(reason: OpenSSLText.takeError())
        }
        setCallbacks()
    }

    deinit { SSL_CTX_free(handle) }

    /// A new SSL object, owned by the caller; nil when memory is short.
    func makeSSL() -> OpaquePointer? { SSL_new(handle) }

    private func setTLS(_ tls: ScenarioRecipe.TLS, isLate: Bool) -> Bool {
        SSL_CTX_set_security_level(handle, Int32(tls.securityLevel))
        // Who asks for a certificate late shakes hands again, and a session that is resumed then would ask for nothing; a
        // client that begins it is refused in any case.
        SSL_CTX_set_options(handle, isLate ? CO_OP_NO_RESUMPTION_ON_RENEGOTIATION : CO_OP_NO_RENEGOTIATION)
        _ = co_ctx_set_mode(
            handle,
            Int(SSL_MODE_ENABLE_PARTIAL_WRITE) | Int(SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER)
                | Int(SSL_MODE_NO_AUTO_CHAIN) | Int(SSL_MODE_RELEASE_BUFFERS)
        )
        // One system call a flight in place of two a record; what is read stays with the SSL object.
        co_ctx_set_read_ahead(handle)
        let ciphers = tls.ciphers ?? "DEFAULT"
        return co_set_min_proto(handle, Int32(tls.minimum.number)) == 1
            && co_set_max_proto(handle, Int32(tls.maximum.number)) == 1
            && SSL_CTX_set_cipher_list(handle, "\(ciphers):@SECLEVEL=\(tls.securityLevel)") == 1
            && setGroup(tls.finiteFieldBits, tls.finiteField)
    }

    private func setGroup(_ bits: Int?, _ field: ScenarioRecipe.FiniteField) -> Bool {
        guard let bits else { return true }
        let kind =
            switch field {
            case .sound: CO_GROUP_SOUND
            case .composite: CO_GROUP_COMPOSITE
            case .smallSubgroup: CO_GROUP_SMALL_SUBGROUP
            }
        guard let parameters = co_modp_parameters_new(Int32(bits), Int32(kind)) else { return false }
        if co_ctx_set_group_parameters(handle, parameters) == 1 { return true }
        EVP_PKEY_free(parameters)
        return false
    }

    private func setCertificate(_ parts: Parts) -> Bool {
        let hasLeaf = parts.leaf.certificate.withX509 { SSL_CTX_use_certificate(handle, $0) } == 1
        let hasKey = parts.leaf.key.withHandle { SSL_CTX_use_PrivateKey(handle, $0) } == 1
        return hasLeaf && hasKey
            && parts.chain.allSatisfy { $0.withX509 { co_ctx_add1_chain_certificate(handle, $0) } == 1 }
    }

    private func setClients(_ parts: Parts) -> Bool {
        let clients = parts.clients
        guard clients.mode != .none else { return true }
        guard let store = X509_STORE_new() else { return false }
        defer { X509_STORE_free(store) }
        // Without the partial-chain flag an intermediate in the store helps to build a path and ends none.
        for certificate in parts.clientAnchors + parts.clientIntermediates {
            guard certificate.withX509({ X509_STORE_add_cert(store, $0) }) == 1 else { return false }
        }
        guard co_ctx_set1_verify_store(handle, store) == 1 else { return false }
        // A late request is made by the connection when its time has come.
        if !clients.isLate { SSL_CTX_set_verify(handle, Self.verification(clients), nil) }
        SSL_CTX_set_cert_verify_callback(handle, { context, _ in ClientVerification.run(context) }, nil)
        return setClientNames(parts.clientNames)
    }

    /// How a client's certificate is asked for.
    static func verification(_ clients: ScenarioRecipe.ClientCertificates) -> Int32 {
        let isNeeded = clients.mode == .require && !clients.refusesByStatus
        return SSL_VERIFY_PEER | (isNeeded ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0)
            | (clients.isLate ? SSL_VERIFY_POST_HANDSHAKE : 0)
    }

    private func setClientNames(_ names: [DistinguishedName]) -> Bool {
        guard let stack = co_name_stack_new() else { return false }
        // The context takes over the list, which is complete in every case.
        defer { SSL_CTX_set_client_CA_list(handle, stack) }
        return names.allSatisfy { name in
            let decoded = name.der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
                var position = buffer.baseAddress
                return d2i_X509_NAME(nil, &position, buffer.count)
            }
            guard let decoded else { return false }
            return co_name_stack_push(stack, decoded) > 0
        }
    }

    private func setSessions(_ parts: Parts) -> Bool {
        let context = SHA256Digest(of: Array(parts.sessionContext.utf8)).bytes
        // One ticket a connection: a client that wants more connects again, and each costs as much as a signature.
        SSL_CTX_set_num_tickets(handle, 1)
        if !parts.tls.resumes {
            SSL_CTX_set_options(handle, CO_OP_NO_TICKET)
            co_ctx_set_session_cache(handle, Int(SSL_SESS_CACHE_OFF))
            SSL_CTX_set_num_tickets(handle, 0)
        }
        return SSL_CTX_set_session_id_context(handle, context, UInt32(context.count)) == 1
    }

    private func setCallbacks() {
        SSL_CTX_set_msg_callback(handle) { isSent, _, contentType, bytes, count, ssl, _ in
            guard let ssl, let bytes else { return }
            let message = UnsafeRawBufferPointer(start: bytes, count: count)
            TLSObserver.of(ssl)?.record(isSent: isSent != 0, contentType: contentType, message)
        }
        _ = co_ctx_set_servername_callback(handle) { ssl, alert, _ in
            guard let ssl, let wanted = TLSObserver.of(ssl)?.serverNameNeeded else { return SSL_TLSEXT_ERR_OK }
            let sent = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name).map { String(cString: $0) }
            guard sent?.lowercased() != wanted else { return SSL_TLSEXT_ERR_OK }
            alert?.pointee = SSL_AD_UNRECOGNIZED_NAME
            return SSL_TLSEXT_ERR_ALERT_FATAL
        }
        SSL_CTX_set_alpn_select_cb(
            handle,
            { ssl, output, outputCount, input, inputCount, _ in
                let offered = UnsafeBufferPointer(start: input, count: Int(inputCount))
                let observer = ssl.flatMap { TLSObserver.of($0) }
                let wanted = observer?.speaksHTTP2 == true ? ["h2", "http/1.1"] : ["http/1.1"]
                guard let range = wanted.lazy.compactMap({ ServerContext.place(of: $0, in: offered) }).first else {
                    let isNeeded = observer?.needsHTTP1 ?? false
                    return isNeeded ? SSL_TLSEXT_ERR_ALERT_FATAL : SSL_TLSEXT_ERR_NOACK
                }
                output?.pointee = input?.advanced(by: range.lowerBound)
                outputCount?.pointee = UInt8(range.count)
                return SSL_TLSEXT_ERR_OK
            },
            nil
        )
    }

    /// Where a protocol stands in a list of ALPN names, each with its length before it.
    private static func place(of name: String, in list: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var start = 0
        while start < list.count {
            let end = start + 1 + Int(list[start])
            guard end <= list.count else { return nil }
            if list[(start + 1)..<end].elementsEqual(name.utf8) { return (start + 1)..<end }
            start = end
        }
        return nil
    }
}

/// The OCSP answer for a leaf, made anew for each client that asks for one.
private final class Staple: Sendable {
    private let leaf: Certificate
    private let responder: StatusResponder

    init(leaf: Certificate, responder: StatusResponder) {
        self.leaf = leaf
        self.responder = responder
    }

    /// Hangs itself on a context, which must not outlive it.
    func attach(to context: OpaquePointer) -> Bool {
        let argument = Unmanaged.passUnretained(self).toOpaque()
        return co_ctx_set_status_callback(
            context,
            { ssl, argument in
                guard let ssl, let argument else { return SSL_TLSEXT_ERR_NOACK }
                let staple = Unmanaged<Staple>.fromOpaque(argument).takeUnretainedValue()
                guard let answer = staple.responder.answer(about: staple.leaf),
                    co_set_status_response(ssl, answer, answer.count) == 1
                else { return SSL_TLSEXT_ERR_NOACK }
                return SSL_TLSEXT_ERR_OK
            },
            argument
        ) == 1
    }
}
