import CLinux
import COpenSSL
import Foundation
import Synchronization
import TestSupport
import Trust

/// A server on a loopback port with a thread for each connection, which does what the test says.
final class TestServer: Sendable {
    /// What it does with each connection, on that connection's thread.
    typealias Script = @Sendable (TestConnection) -> Void

    let port: Int
    private let listener: Int32
    private let script: Script
    private let content = Mutex(Content())
    private let idle = DispatchGroup()

    private struct Content {
        var sockets: Set<Int32> = []
        var accepted = 0
        var isStopped = false
    }

    init(_ script: @escaping Script) throws {
        var port: Int32 = 0
        let listener = cl_listen_on_loopback(512, &port)
        guard listener >= 0 else { throw CocoaError(.fileWriteUnknown) }
        self.listener = listener
        self.script = script
        self.port = Int(port)
        idle.enter()
        Thread.detachNewThread { [self] in
            accept()
            idle.leave()
        }
    }

    /// How many connections came.
    var accepted: Int { content.withLock { $0.accepted } }

    /// Closes everything and waits for its threads.
    func stop() {
        let sockets = content.withLock { content in
            content.isStopped = true
            return content.sockets
        }
        for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        shutdown(listener, Int32(SHUT_RDWR))
        idle.wait()
        close(listener)
    }

    private func accept() {
        while true {
            let socket = CLinux.accept(listener, nil, nil)
            guard socket >= 0 else { return }
            cl_send_at_once(socket)
            let isWanted = content.withLock { content in
                guard !content.isStopped else { return false }
                content.accepted += 1
                content.sockets.insert(socket)
                return true
            }
            guard isWanted else {
                close(socket)
                return
            }
            idle.enter()
            Thread.detachNewThread { [self] in
                script(TestConnection(socket: socket))
                _ = content.withLock { $0.sockets.remove(socket) }
                close(socket)
                idle.leave()
            }
        }
    }
}

/// One connection of a test's server, used on its own thread.
final class TestConnection {
    let socket: Int32
    private(set) var ssl: OpaquePointer?

    init(socket: Int32) { self.socket = socket }

    deinit { if let ssl { SSL_free(ssl) } }

    /// How its TLS is set up.
    struct TLS: Sendable {
        var entity = TestPKI.shared.server
        var chain = [TestPKI.shared.intermediate]
        var minimum = TLS1_2_VERSION
        var maximum = TLS1_3_VERSION
        var level: Int32 = 1
        /// SSL_VERIFY_…; 0 asks for no certificate.
        var asks: Int32 = SSL_VERIFY_NONE
        /// The authorities named when it asks.
        var names: [TestPKI.Entity] = []
        /// What it trusts when it asks.
        var trusts: [TestPKI.Entity] = [TestPKI.shared.root, TestPKI.shared.intermediate]
        var ciphers: String?
        var givesTickets = true
        /// A Diffie-Hellman group by its name (`modp_1536`).
        var dhGroup: String?
        /// Whether it agrees on HTTP/2 with whoever offers anything.
        var speaksHTTP2 = false

        static let v12 = TLS(maximum: TLS1_2_VERSION)
        static let v13 = TLS(minimum: TLS1_3_VERSION)

        func asking(_ names: [TestPKI.Entity] = [], required: Bool = true) -> TLS {
            var copy = self
            copy.asks = SSL_VERIFY_PEER | (required ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0)
            copy.names = names
            return copy
        }
    }

    /// Makes a context that several connections may share, so that sessions are resumed.
    static func context(_ tls: TLS) -> TestContext {
        guard let context = SSL_CTX_new(TLS_server_method()) else { preconditionFailure("no memory") }
        SSL_CTX_set_security_level(context, tls.level)
        _ = co_set_min_proto(context, tls.minimum)
        _ = co_set_max_proto(context, tls.maximum)
        SSL_CTX_use_certificate(context, tls.entity.certificate)
        SSL_CTX_use_PrivateKey(context, tls.entity.key)
        if let stack = co_x509_stack_new() {
            for member in tls.chain { _ = co_x509_stack_push(stack, member.certificate) }
            co_ctx_set_chain(context, stack)
            co_x509_stack_free(stack)
        }
        let store = SSL_CTX_get_cert_store(context)
        for anchor in tls.trusts { X509_STORE_add_cert(store, anchor.certificate) }
        if let ciphers = tls.ciphers { SSL_CTX_set_cipher_list(context, ciphers) }
        // SSL_OP_NO_SESSION_RESUMPTION_ON_RENEGOTIATION: a second handshake shall be a full one.
        _ = SSL_CTX_set_options(context, UInt64(1) << 16)
        // Without it OpenSSL fails a later request for a certificate.
        SSL_CTX_set_session_id_context(context, "test", 4)
        if tls.asks != SSL_VERIFY_NONE {
            SSL_CTX_set_verify(context, tls.asks, nil)
            for name in tls.names { SSL_CTX_add_client_CA(context, name.certificate) }
        }
        if !tls.givesTickets {
            SSL_CTX_set_num_tickets(context, 0)
            _ = SSL_CTX_set_options(context, UInt64(1) << 14)
        }
        if tls.speaksHTTP2 { chooseHTTP2(context) }
        if let group = tls.dhGroup { SSL_CTX_set0_tmp_dh_pkey(context, dhKey(group)) }
        return TestContext(context)
    }

    private static func chooseHTTP2(_ context: OpaquePointer) {
        SSL_CTX_set_alpn_select_cb(
            context,
            { _, chosen, length, offered, _, _ in
                // The first that libcurl offers is h2.
                guard let offered, offered[0] == 2 else { return SSL_TLSEXT_ERR_NOACK }
                chosen?.pointee = offered + 1
                length?.pointee = 2
                return SSL_TLSEXT_ERR_OK
            },
            nil
        )
    }

    private static func dhKey(_ group: String) -> OpaquePointer? {
        let generator = EVP_PKEY_CTX_new_from_name(nil, "DH", nil)
        defer { EVP_PKEY_CTX_free(generator) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(generator) == 1, EVP_PKEY_CTX_set_group_name(generator, group) == 1 else {
            return nil
        }
        EVP_PKEY_generate(generator, &key)
        return key
    }

    /// Runs the handshake; true when it was completed.
    func handshake(_ context: TestContext) -> Bool {
        guard let ssl = SSL_new(context.pointer) else { return false }
        self.ssl = ssl
        SSL_set_fd(ssl, socket)
        ERR_clear_error()
        return SSL_accept(ssl) == 1
    }

    /// Runs the handshake until `isEnough` gives something, then breaks it off.
    func handshake(_ context: TestContext, until isEnough: () -> Any?) {
        guard let ssl = SSL_new(context.pointer) else { return }
        self.ssl = ssl
        SSL_set_fd(ssl, socket)
        // Handles what is there, then looks again: the client says nothing while it holds.
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        while SSL_accept(ssl) != 1 {
            ERR_clear_error()
            var watch = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            if poll(&watch, 1, 20) == 0, isEnough() != nil { return }
        }
    }

    /// A server's first flight, not sent yet.
    struct Flight {
        /// Its records up to the one with the Certificate message.
        var throughCertificate: [UInt8]
    }

    /// Reads the ClientHello from the socket and makes the answer to it (TLS 1.2: one message a record).
    func firstFlight(_ context: TestContext) -> Flight? {
        guard let ssl = SSL_new(context.pointer), let input = BIO_new(BIO_s_mem()), let output = BIO_new(BIO_s_mem())
        else {
            return nil
        }
        defer { SSL_free(ssl) }
        SSL_set_bio(ssl, input, output)
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = CLinux.read(socket, &bytes, bytes.count)
        guard count > 0 else { return nil }
        BIO_write(input, bytes, Int32(count))
        ERR_clear_error()
        SSL_accept(ssl)
        var flight = [UInt8](repeating: 0, count: 65_536)
        let length = BIO_read(output, &flight, Int32(flight.count))
        var end = 0
        while end + 5 < Int(length) {
            let isCertificate = flight[end] == 22 && flight[end + 5] == 11
            end += 5 + Int(flight[end + 3]) << 8 + Int(flight[end + 4])
            if isCertificate { return Flight(throughCertificate: Array(flight[..<end])) }
        }
        return nil
    }

    /// The name that the client sent as SNI.
    var serverName: String? {
        ssl.flatMap { SSL_get_servername($0, TLSEXT_NAMETYPE_host_name) }.map { String(cString: $0) }
    }

    /// The common name of the client's certificate.
    var peerName: String? {
        guard let ssl, let certificate = SSL_get0_peer_certificate(ssl) else { return nil }
        X509_up_ref(certificate)
        return Certificate(takingOwnershipOf: certificate).subject.commonName
    }

    /// Reads until the head of a request is complete; nil when the peer left before.
    func readRequest() -> String? {
        var text = ""
        while !text.contains("\r\n\r\n") {
            guard let more = read() else { return nil }
            text += more
        }
        return text
    }

    /// Reads what comes; nil at the end or an error.
    func read() -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        ERR_clear_error()
        let count =
            ssl.map { Int(SSL_read($0, &bytes, Int32(bytes.count))) } ?? CLinux.read(socket, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    func write(_ text: String) {
        let bytes = Array(text.utf8)
        ERR_clear_error()
        if let ssl { SSL_write(ssl, bytes, Int32(bytes.count)) } else { _ = CLinux.write(socket, bytes, bytes.count) }
    }

    /// Writes a head and a body as it is.
    func write(_ head: String, _ body: [UInt8]) {
        write(head)
        guard !body.isEmpty, let ssl else { return }
        SSL_write(ssl, body, Int32(body.count))
    }

    /// Answers with a body of known length.
    func respond(_ status: Int = 200, body: String = "ok", headers: [String] = []) {
        let head =
            ["HTTP/1.1 \(status) Status", "Content-Length: \(body.utf8.count)", "Content-Type: text/plain"] + headers
        write(head.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// Writes bytes over TLS.
    func write(secured bytes: [UInt8]) {
        guard let ssl, !bytes.isEmpty else { return }
        ERR_clear_error()
        SSL_write(ssl, bytes, Int32(bytes.count))
    }

    func write(bytes: [UInt8]) { _ = CLinux.write(socket, bytes, bytes.count) }

    /// Asks for a certificate after the handshake (TLS 1.3).
    func askLate(required: Bool) {
        guard let ssl else { return }
        SSL_set_verify(ssl, SSL_VERIFY_PEER | (required ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0), nil)
        SSL_verify_client_post_handshake(ssl)
        SSL_do_handshake(ssl)
    }

    /// Asks for a certificate in a second handshake (TLS 1.2): sends the HelloRequest.
    func askByRenegotiation(required: Bool) {
        guard let ssl else { return }
        SSL_set_verify(ssl, SSL_VERIFY_PEER | (required ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0), nil)
        SSL_renegotiate(ssl)
        SSL_do_handshake(ssl)
    }

    /// Waits until the client's certificate is there, and answers with its name; leaves when the handshake fails.
    func respondWhenKnown() {
        guard let ssl else { return }
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        while peerName == nil {
            var byte: UInt8 = 0
            ERR_clear_error()
            guard SSL_get_error(ssl, SSL_read(ssl, &byte, 1)) == SSL_ERROR_WANT_READ else { return }
            if peerName != nil { break }
            var watch = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&watch, 1, 10_000) == 1 else { return }
        }
        _ = fcntl(socket, F_SETFL, 0)
        respond(body: peerName ?? "nobody")
    }

    /// Passes on what comes from either side of a tunnel to a port of loopback, until one of them ends.
    func tunnel(to port: Int) {
        let end = LoopbackPort.connect(port)
        guard end >= 0 else { return }
        defer { close(end) }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        while true {
            if ssl.map({ SSL_pending($0) > 0 }) != true {
                var both = [
                    pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: end, events: Int16(POLLIN), revents: 0),
                ]
                guard poll(&both, 2, 20_000) > 0 else { return }
                if both[1].revents != 0 {
                    let count = CLinux.read(end, &bytes, bytes.count)
                    guard count > 0 else { return }
                    if let ssl { SSL_write(ssl, bytes, Int32(count)) } else { _ = CLinux.write(socket, bytes, count) }
                }
                guard both[0].revents != 0 else { continue }
            }
            let count =
                ssl.map { Int(SSL_read($0, &bytes, Int32(bytes.count))) } ?? CLinux.read(socket, &bytes, bytes.count)
            // A ticket or the like is no data: the next turn looks again.
            guard count > 0 else { return }
            _ = CLinux.write(end, bytes, count)
        }
    }

    /// Says that it closes, and closes.
    func closeNotify() { if let ssl { SSL_shutdown(ssl) } }

    /// Waits until the peer has acknowledged all that was written.
    func waitForQuiet() -> Bool {
        (try? Waiting.until("acknowledgement", seconds: 5) {
            var unsent: Int32 = 0
            return ioctl(socket, UInt(TIOCOUTQ), &unsent) == 0 && unsent == 0
        }) != nil
    }

    /// Sends a reset instead of closing in order.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Serves requests until the peer leaves.
    func serve(_ context: TestContext, status: Int = 200, body: String = "ok") {
        guard handshake(context) else { return }
        while readRequest() != nil { respond(status, body: body) }
    }
}

/// A server's SSL_CTX.
final class TestContext: @unchecked Sendable {
    // Unchecked: an SSL_CTX may be used by several threads once it is set up.
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { SSL_CTX_free(pointer) }
}
