import COpenSSL
import Trust

/// One client's TLS connection; confined to the lab's thread.
final class TLSStream: ByteStream {
    /// How far the handshake is.
    enum Handshake: Equatable {
        case done
        case wantsToRead
        case wantsToWrite
        case failed(Failure)
    }

    /// Why a handshake failed.
    enum Failure: Equatable {
        /// The client left, with an alert or without.
        case left
        /// The client speaks HTTP without TLS.
        case spokeHTTP
        /// We refused what it sent.
        case refused
    }

    /// How far a request for a certificate after the handshake is.
    enum LateCertificate: Equatable {
        case awaited
        case answered
        /// The client will not shake hands again.
        case declined
    }

    /// What was negotiated, for the echo.
    struct Facts {
        /// `1.3`.
        var version: String
        /// The suite's name in the IANA registry.
        var cipher: String
        /// The group of the key agreement; nil where there was none.
        var group: String?
        /// The name the client sent.
        var serverName: String?
        /// The protocol agreed on by ALPN.
        var alpn: String?
        var isResumed: Bool
    }

    let observer: TLSObserver
    private let ssl: OpaquePointer
    private var hasFailed = false
    private var finishesBefore = 0

    /// Borrows the descriptor; nil when memory is short.
    init?(context: ServerContext, descriptor: Int32, observer: TLSObserver) {
        guard let ssl = context.makeSSL() else {
            ERR_clear_error()
            return nil
        }
        self.ssl = ssl
        self.observer = observer
        observer.attach(to: ssl)
        guard SSL_set_fd(ssl, descriptor) == 1 else { return nil }
        SSL_set_accept_state(ssl)
    }

    deinit { SSL_free(ssl) }

    /// Goes on with the handshake as far as it goes without waiting.
    func handshake() -> Handshake {
        ERR_clear_error()
        let result = SSL_do_handshake(ssl)
        if result == 1 { return .done }
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ: return .wantsToRead
        case SSL_ERROR_WANT_WRITE: return .wantsToWrite
        case SSL_ERROR_SSL:
            hasFailed = true
            let reason = co_error_reason(ERR_peek_last_error())
            ERR_clear_error()
            return .failed(Self.failure(reason))
        default:
            hasFailed = true
            ERR_clear_error()
            return .failed(.left)
        }
    }

    private static func failure(_ reason: Int32) -> Failure {
        switch reason {
        case SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST: .spokeHTTP
        case SSL_R_UNEXPECTED_EOF_WHILE_READING: .left
        // A received alert is told as 1000 and its number.
        case SSL_AD_REASON_OFFSET...(SSL_AD_REASON_OFFSET + 255): .left
        default: .refused
        }
    }

    /// Asks for the client's certificate now that the handshake is over: TLS 1.3 in a message of its own, TLS 1.2 by
    /// another handshake. False where the client has not offered that, or it cannot be sent.
    func askForCertificate(_ clients: ScenarioRecipe.ClientCertificates) -> Bool {
        ERR_clear_error()
        SSL_set_verify(ssl, ServerContext.verification(clients), nil)
        finishesBefore = observer.finishes
        let begins = SSL_version(ssl) == TLS1_3_VERSION ? SSL_verify_client_post_handshake(ssl) : SSL_renegotiate(ssl)
        defer { ERR_clear_error() }
        return begins == 1 && SSL_do_handshake(ssl) == 1
    }

    /// What has come of the request for a certificate, once more is read.
    var lateCertificate: LateCertificate {
        // no_renegotiation: the client goes on as if nothing had been said.
        if observer.alerts.contains(where: { !$0.isSent && $0.number == 100 }) { return .declined }
        return observer.finishes > finishesBefore && SSL_is_init_finished(ssl) == 1 ? .answered : .awaited
    }

    /// Whether an error has ended the connection; what is read or written then comes to nothing.
    var isBroken: Bool { hasFailed }

    func read(into buffer: ReadBuffer) -> ServerSocket.Transfer {
        buffer.withMemory { memory in
            ERR_clear_error()
            let count = SSL_read(ssl, memory.baseAddress, Int32(memory.count))
            return count > 0 ? .bytes(Int(count)) : outcome(count)
        }
    }

    func write(_ bytes: ArraySlice<UInt8>) -> ServerSocket.Transfer {
        ERR_clear_error()
        let count = bytes.withUnsafeBytes { SSL_write(ssl, $0.baseAddress, Int32($0.count)) }
        return count > 0 ? .bytes(Int(count)) : outcome(count)
    }

    /// Sends close_notify.
    func endSending() {
        guard !hasFailed else { return }
        ERR_clear_error()
        SSL_shutdown(ssl)
        ERR_clear_error()
    }

    private func outcome(_ result: Int32) -> ServerSocket.Transfer {
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .wouldBlock
        case SSL_ERROR_ZERO_RETURN: return .ended
        default:
            hasFailed = true
            ERR_clear_error()
            return .ended
        }
    }

    // MARK: What was negotiated

    var facts: Facts {
        let group = co_negotiated_group(ssl)
        return Facts(
            version: TLSVersion(number: UInt16(truncatingIfNeeded: SSL_version(ssl)))?.rawValue ?? "unknown",
            cipher: SSL_get_current_cipher(ssl).flatMap { SSL_CIPHER_standard_name($0) }.map { String(cString: $0) }
                ?? "",
            group: group == 0 ? nil : co_group_name(ssl, group).map { String(cString: $0) },
            serverName: SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name).map { String(cString: $0) },
            alpn: alpn,
            isResumed: SSL_session_reused(ssl) == 1
        )
    }

    /// The server's verdict on the client's certificate; nil when the client sent none.
    var clientVerdict: ClientVerdict? {
        if let verdict = observer.verdict { return verdict }
        // Nothing is sent in a resumed session: certificate and verdict are remembered.
        guard let handle = SSL_get1_peer_certificate(ssl) else { return nil }
        let error = Int32(SSL_get_verify_result(ssl))
        return ClientVerdict(
            certificate: Certificate(takingOwnershipOf: handle),
            sent: 0,
            error: error,
            errors: error == X509_V_OK ? [] : [error]
        )
    }

    private var alpn: String? {
        var bytes: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &bytes, &count)
        guard let bytes, count > 0 else { return nil }
        return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }
}
