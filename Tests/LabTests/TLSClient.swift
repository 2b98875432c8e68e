import COpenSSL
import Foundation
import Trust

/// A client on raw OpenSSL that checks nothing, so that a test sees what the server does.
final class TLSClient {
    struct Failure: Error, CustomStringConvertible {
        let description: String
        /// The alert that was received.
        var alert: Int?
    }

    struct Options {
        var serverName: String? = "good.lab.test"
        var minimum: Int32 = TLS1_VERSION
        var maximum: Int32 = TLS1_3_VERSION
        var ciphers: String?
        var alpn: [String] = []
        /// A PEM file with a certificate, its chain and its key.
        var identity: String?
        /// Whether of that file the leaf alone is sent.
        var sendsLeafAlone = false
        /// A session to be resumed.
        var session: OpaquePointer?
        var family = AF_INET
        /// What the trust callback answers: an error refuses the server with the alert that belongs to it.
        var refusal: Int32 = X509_V_OK
        /// Whether it offers to show a certificate after the handshake (TLS 1.3).
        var showsCertificateLate = false
        /// Whether it asks for a stapled OCSP answer.
        var wantsStaple = false
    }

    /// The certificates received, leaf first.
    private(set) var chain: [Certificate] = []
    /// The names of the authorities in the request for a client certificate; nil when none was asked for.
    private(set) var requestedNames: [String]?
    private(set) var alertReceived: Int?
    private let descriptor: Int32
    private let context: OpaquePointer
    private let ssl: OpaquePointer
    private let refusal: Int32
    private let identity: (leafOnly: Bool, path: String?)

    init(port: Int, _ options: Options = Options()) throws {
        descriptor = try Self.connect(port, options.family)
        context = SSL_CTX_new(TLS_client_method())
        SSL_CTX_set_security_level(context, 0)
        co_set_min_proto(context, options.minimum)
        co_set_max_proto(context, options.maximum)
        SSL_CTX_set_cipher_list(context, (options.ciphers ?? "ALL:COMPLEMENTOFALL") + ":@SECLEVEL=0")
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        co_set_max_cert_list(context, 1 << 20)
        ssl = SSL_new(context)
        refusal = options.refusal
        identity = (options.sendsLeafAlone, options.identity)
        SSL_set_ex_data(ssl, 0, Unmanaged.passUnretained(self).toOpaque())
        setCallbacks()
        SSL_set_fd(ssl, descriptor)
        SSL_set_post_handshake_auth(ssl, options.showsCertificateLate ? 1 : 0)
        if options.wantsStaple {
            SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_STATUS_REQ_TYPE, Int(TLSEXT_STATUSTYPE_ocsp), nil)
        }
        if let name = options.serverName { co_set_tlsext_host_name(ssl, name) }
        let names = options.alpn.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        if !names.isEmpty { SSL_set_alpn_protos(ssl, names, UInt32(names.count)) }
        if let session = options.session { SSL_set_session(ssl, session) }
    }

    deinit {
        SSL_free(ssl)
        SSL_CTX_free(context)
        close(descriptor)
    }

    /// Shakes hands.
    @discardableResult
    func handshake() throws -> TLSClient {
        ERR_clear_error()
        guard SSL_connect(ssl) == 1 else { throw failure("handshake") }
        return self
    }

    /// Sends a request and reads the response to the end of the connection or of the announced body.
    func get(_ path: String = "/", headers: [String] = [], method: String = "GET", body: String = "") throws -> Reply {
        var text = "\(method) \(path) HTTP/1.1\r\nHost: lab\r\nUser-Agent: test/1\r\n"
        for header in headers { text += header + "\r\n" }
        if !body.isEmpty { text += "Content-Length: \(body.utf8.count)\r\n" }
        try send(text + "\r\n" + body)
        return try reply(isHead: method == "HEAD")
    }

    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard SSL_write(ssl, bytes, Int32(bytes.count)) == bytes.count else { throw failure("write") }
    }

    func send(_ bytes: [UInt8]) throws {
        guard SSL_write(ssl, bytes, Int32(bytes.count)) == bytes.count else { throw failure("write") }
    }

    /// Begins another handshake (TLS 1.2); whether the server goes along.
    func renegotiates() -> Bool {
        ERR_clear_error()
        return SSL_renegotiate(ssl) == 1 && SSL_do_handshake(ssl) == 1
    }

    /// Reads one response.
    func reply(isHead: Bool = false) throws -> Reply {
        var parser = ReplyParser(isHead: isHead)
        while true {
            if let reply = parser.reply() { return reply }
            var buffer = [UInt8](repeating: 0, count: 16_384)
            ERR_clear_error()
            let count = SSL_read(ssl, &buffer, Int32(buffer.count))
            if count > 0 {
                parser.feed(buffer.prefix(Int(count)))
            } else {
                let isClean = SSL_get_error(ssl, count) == SSL_ERROR_ZERO_RETURN
                guard let reply = parser.end(isClean: isClean) else { throw failure("read") }
                return reply
            }
        }
    }

    /// Reads at least so many bytes, whatever they are.
    func read(atLeast count: Int) throws -> [UInt8] {
        var result: [UInt8] = []
        while result.count < count {
            guard let more = readSome() else { throw failure("read") }
            result += more
        }
        return result
    }

    /// Reads to the end of the connection.
    func readToEnd() throws -> String {
        var result: [UInt8] = []
        while let more = readSome() { result += more }
        return String(decoding: result, as: UTF8.self)
    }

    private func readSome() -> ArraySlice<UInt8>? {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        ERR_clear_error()
        let count = SSL_read(ssl, &buffer, Int32(buffer.count))
        return count > 0 ? buffer.prefix(Int(count)) : nil
    }

    /// Leaves: with close_notify, or without a word.
    func leave(politely: Bool) {
        if politely { SSL_shutdown(ssl) }
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    var version: String { String(cString: SSL_get_version(ssl)) }
    var isResumed: Bool { SSL_session_reused(ssl) == 1 }

    /// The stapled OCSP answer, DER; nil when none came.
    var staple: [UInt8]? {
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = SSL_ctrl(ssl, SSL_CTRL_GET_TLSEXT_STATUS_REQ_OCSP_RESP, 0, &bytes)
        guard count > 0, let bytes else { return nil }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// The size of the finite-field group that the keys were agreed on with, in bits.
    var temporaryKeyBits: Int? {
        var key: OpaquePointer?
        guard SSL_ctrl(ssl, SSL_CTRL_GET_PEER_TMP_KEY, 0, &key) == 1, let key else { return nil }
        defer { EVP_PKEY_free(key) }
        return Int(EVP_PKEY_get_bits(key))
    }

    /// The protocol agreed on by ALPN.
    var agreedProtocol: String? {
        var bytes: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &bytes, &count)
        guard let bytes, count > 0 else { return nil }
        return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }

    /// The session, to be freed by the caller.
    var session: OpaquePointer? { SSL_get1_session(ssl) }

    private func setCallbacks() {
        SSL_CTX_set_cert_verify_callback(
            context,
            { store, _ in
                guard let client = TLSClient.of(store) else { return 0 }
                let presented = X509_STORE_CTX_get0_untrusted(store)
                client.chain = (0..<co_stack_count(UnsafeRawPointer(presented))).compactMap { index in
                    co_stack_value(UnsafeRawPointer(presented), index).map { OpaquePointer($0) }.map {
                        X509_up_ref($0)
                        return Certificate(takingOwnershipOf: $0)
                    }
                }
                X509_STORE_CTX_set_error(store, client.refusal)
                return client.refusal == X509_V_OK ? 1 : 0
            },
            nil
        )
        SSL_set_cert_cb(
            ssl,
            { ssl, _ in
                guard let ssl, let client = TLSClient.of(ssl: ssl) else { return 0 }
                let list = SSL_get0_peer_CA_list(ssl)
                client.requestedNames = (0..<co_stack_count(UnsafeRawPointer(list))).compactMap { index in
                    co_stack_value(UnsafeRawPointer(list), index).map {
                        DistinguishedName(openSSL: OpaquePointer($0), der: []).text
                    }
                }
                guard let path = client.identity.path else { return 1 }
                guard SSL_use_PrivateKey_file(ssl, path, SSL_FILETYPE_PEM) == 1 else { return 0 }
                if client.identity.leafOnly {
                    return SSL_use_certificate_file(ssl, path, SSL_FILETYPE_PEM)
                }
                return SSL_use_certificate_chain_file(ssl, path)
            },
            nil
        )
        SSL_set_msg_callback(ssl) { isSent, _, type, bytes, count, ssl, _ in
            guard isSent == 0, type == SSL3_RT_ALERT, count == 2, let bytes, let ssl else { return }
            let alert = UnsafeRawBufferPointer(start: bytes, count: 2)
            if alert[1] != 0 { TLSClient.of(ssl: ssl)?.alertReceived = Int(alert[1]) }
        }
    }

    private static func of(_ store: OpaquePointer?) -> TLSClient? {
        X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()).flatMap { of(ssl: OpaquePointer($0)) }
    }

    private static func of(ssl: OpaquePointer) -> TLSClient? {
        SSL_get_ex_data(ssl, 0).map { Unmanaged<TLSClient>.fromOpaque($0).takeUnretainedValue() }
    }

    private func failure(_ what: String) -> Failure {
        let reason = ERR_reason_error_string(ERR_peek_last_error()).map { String(cString: $0) } ?? "closed"
        return Failure(description: "\(what): \(reason)", alert: alertReceived)
    }

    /// Connects to the loopback; nothing takes longer than 20 seconds.
    static func connect(_ port: Int, _ family: Int32 = AF_INET) throws -> Int32 {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = in_port_t(port).bigEndian
        six.sin6_addr = in6addr_loopback
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = in_port_t(port).bigEndian
        four.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result =
            family == AF_INET
            ? withUnsafeBytes(of: &four) { Self.connect(descriptor, $0) }
            : withUnsafeBytes(of: &six) { Self.connect(descriptor, $0) }
        guard result == 0 else {
            close(descriptor)
            throw Failure(description: "connect: \(String(cString: strerror(errno)))")
        }
        return descriptor
    }

    private static func connect(_ descriptor: Int32, _ address: UnsafeRawBufferPointer) -> Int32 {
        guard let base = address.baseAddress else { return -1 }
        return Glibc.connect(descriptor, base.assumingMemoryBound(to: sockaddr.self), socklen_t(address.count))
    }
}
