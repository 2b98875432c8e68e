import CLinux
import COpenSSL
import Reactor
import Trust

/// Holds a handshake with a server of its own on loopback, answers, and sees whether the request comes to its end.
///
/// It goes the way of every held challenge: the gate, libcurl, and the kick that resumes it.
enum HoldSelfTest {
    private struct Failure: Error {
        let reason: String
    }

    /// What is tried of libcurl; tests put something in its place that a libcurl without holds would do.
    struct Library {
        /// How the gate comes into the SSL_CTX that libcurl hands over.
        enum Hook {
            /// As it should.
            case works
            /// Nothing of it has any effect.
            case hasNoEffect
            /// The handshake ends there.
            case fails
        }

        var hook = Hook.works
        /// How long the trial may take.
        var limit = Duration.seconds(2)
    }

    static func run(_ library: Library = Library()) -> HoldSupport {
        do {
            let loop = try EventLoop()
            defer { loop.removeAll() }
            let server = try SelfTestServer(loop: loop)
            let client = try SelfTestClient(loop: loop, port: server.port, library: library)
            loop.schedule(after: library.limit) { loop.stop() }
            loop.run()
            client.close()
            server.close()
            return client.conclusion
        } catch let failure as Failure {
            return .fails(reason: failure.reason)
        } catch {
            return .fails(reason: "\(error)")
        }
    }

    /// The side under test.
    private final class SelfTestClient: CurlTransferDelegate, HandshakeObserver {
        private let loop: EventLoop
        private let library: Library
        private let multi: CurlMulti
        private let sockets = SocketTable()
        private var transfer: CurlTransfer?
        private var gate: HoldGate?
        private var wasRaised = false
        private var wasAnswered = false
        private var code: Int?
        private var words = ""

        init(loop: EventLoop, port: Int, library: Library) throws {
            self.loop = loop
            self.library = library
            guard let multi = CurlMulti(loop: loop, sharesSessions: false) else { throw Failure(reason: "no memory") }
            self.multi = multi
            guard let url = try? RequestURL("https://127.0.0.1:\(port)/") else { throw Failure(reason: "no address") }
            var request = Request(url)
            request.offersHTTP2 = false
            let plan = TransferPlan(request, userAgent: nil, answersKept: .fresh)
            guard let transfer = CurlTransfer(plan, sockets: sockets) else {
                throw Failure(reason: "it lacks an option that is needed")
            }
            self.transfer = transfer
            transfer.delegate = self
            multi.onDone = { [unowned self] transfer, code in
                self.code = Int(code.rawValue)
                self.words = transfer.failureText
                self.loop.stop()
            }
            guard multi.add(transfer) else { throw Failure(reason: "it takes no transfer") }
        }

        var conclusion: HoldSupport {
            switch code {
            case 0 where wasAnswered: .works
            case 0: .fails(reason: "the handshake went on by itself")
            case nil where wasAnswered: .fails(reason: "the handshake did not go on after the answer")
            case nil: .fails(reason: "the handshake did not come to a challenge")
            case _?: .fails(reason: "the handshake ended: \(words)")
            }
        }

        func close() {
            if let transfer { multi.remove(transfer) }
            transfer = nil
            multi.close()
        }

        func didOpenSocket(_ socket: Int32, address: String, port: Int) {
            sockets.add(socket, address: address, port: port)
        }

        func didMakeTLSContext(_ context: OpaquePointer) -> Bool {
            guard library.hook == .works else { return library.hook == .hasNoEffect }
            gate = HandshakeHook.install(
                on: context,
                settings: .init(minimumTLS: "1.2", maximumTLS: "1.3", securityLevel: 1),
                observer: self
            )
            return gate != nil
        }

        func serverTrustChallenged(_ tls: TLSHandle, chain: CertificateChain) {
            guard !wasRaised else { return }
            wasRaised = true
            // Answered when libcurl has returned: by then a libcurl that cannot wait has failed.
            loop.schedule(after: .milliseconds(1)) { [weak self] in self?.answer() }
        }

        private func answer() {
            guard code == nil, let gate, gate.answerTrust(0) else { return loop.stop() }
            wasAnswered = true
            transfer?.kick()
        }

        func tlsReleased(_ traffic: WireTraffic) { gate = nil }
        func presentIdentity(_ tls: TLSHandle) -> Bool { true }
        func isAboutToSend(from localPort: Int) {}
        func didSendBody(bytes: Int) {}
        func didReceiveHeaderLine(_ line: UnsafeRawBufferPointer) {}
        func didReceiveBody(_ bytes: UnsafeRawBufferPointer) {}
        func handshakeStarts(_ tls: TLSHandle) {}
        func clientCertificateChallenged(_ tls: TLSHandle) { _ = gate?.answerIdentity(proceeds: true) }
        func heldChallengeLost(isServerTrust: Bool, isFlooded: Bool) {}
        func keyLogged(_ line: String) {}
        func takesStaple() -> Bool { true }
        func messagePassed(_ tls: TLSHandle, isSent: Bool, version: Int, contentType: Int32, bytes: [UInt8]) {}
        func handshakeFinished(_ tls: TLSHandle) {}
    }

    /// A TLS server for one connection: it answers whatever comes first, and closes.
    private final class SelfTestServer {
        let port: Int
        private let loop: EventLoop
        private let context: OpaquePointer
        private let listener: Int32
        private var socket: Int32 = -1
        private var ssl: OpaquePointer?

        init(loop: EventLoop) throws {
            self.loop = loop
            guard let context = Self.makeContext() else { throw Failure(reason: "no certificate for the trial") }
            self.context = context
            var port: Int32 = 0
            listener = cl_listen_on_loopback(1, &port)
            self.port = Int(port)
            guard listener >= 0 else { throw Failure(reason: "no port on loopback for the trial") }
            try loop.watch(listener, for: .readable) { [unowned self] _ in self.accept() }
        }

        deinit {
            close()
            if listener >= 0 { CLinux.close(listener) }
            SSL_CTX_free(context)
        }

        func close() {
            for descriptor in [socket, listener] where descriptor >= 0 { loop.unwatch(descriptor) }
            if let ssl { SSL_free(ssl) }
            ssl = nil
            if socket >= 0 { CLinux.close(socket) }
            socket = -1
        }

        private func accept() {
            loop.unwatch(listener)
            socket = cl_accept4(listener, nil, nil)
            guard socket >= 0, let ssl = SSL_new(context) else { return }
            self.ssl = ssl
            // Else the response waits for the client's delayed acknowledgement, 40 ms.
            cl_send_at_once(socket)
            SSL_set_fd(ssl, socket)
            SSL_set_accept_state(ssl)
            try? loop.watch(socket, for: .readable) { [unowned self] _ in self.serve() }
        }

        private func serve() {
            guard let ssl else { return }
            ERR_clear_error()
            var byte: UInt8 = 0
            guard SSL_read(ssl, &byte, 1) == 1 else { return }
            let response = Array("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".utf8)
            SSL_write(ssl, response, Int32(response.count))
            SSL_shutdown(ssl)
            loop.unwatch(socket)
        }

        private static func makeContext() -> OpaquePointer? {
            guard let key = co_ec_key_new(), let certificate = X509_new() else { return nil }
            defer {
                EVP_PKEY_free(key)
                X509_free(certificate)
            }
            X509_set_version(certificate, 2)
            ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1)
            X509_gmtime_adj(X509_getm_notBefore(certificate), -3600)
            X509_gmtime_adj(X509_getm_notAfter(certificate), 3600)
            X509_set_pubkey(certificate, key)
            guard X509_sign(certificate, key, EVP_sha256()) > 0, let context = SSL_CTX_new(TLS_server_method()) else {
                return nil
            }
            guard SSL_CTX_use_certificate(context, certificate) == 1, SSL_CTX_use_PrivateKey(context, key) == 1 else {
                SSL_CTX_free(context)
                return nil
            }
            return context
        }
    }
}
