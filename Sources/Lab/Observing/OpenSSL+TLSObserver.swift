import COpenSSL

/// What passes in one connection's handshake, noted while OpenSSL works; confined to the lab's thread.
final class TLSObserver {
    /// An alert as it passed.
    struct Alert: Equatable {
        var isSent: Bool
        var isFatal: Bool
        var number: Int
    }

    /// The scenario's own name, where a client has to send it.
    let serverNameNeeded: String?
    /// Whether a client that offers ALPN has to offer HTTP/1.1.
    let needsHTTP1: Bool
    /// Whether HTTP/2 is agreed on with a client that offers it.
    let speaksHTTP2: Bool
    /// Whether a client whose certificate does not verify is answered by HTTP.
    let letsUnverifiedIn: Bool

    /// The first ClientHello, from its message type on.
    private(set) var clientHello: [UInt8]?
    private(set) var alerts: [Alert] = []
    /// How many times the client has finished a handshake, or its part of one that came later.
    private(set) var finishes = 0
    /// The errors met so far while the client's certificate is verified.
    var errors: [Int32] = []
    /// The verdict on the client's certificate; nil when it sent none, or none in this handshake.
    var verdict: ClientVerdict?

    init(_ scenario: ScenarioRecipe) {
        serverNameNeeded = scenario.tls.needsServerName ? scenario.scenario.host : nil
        needsHTTP1 = scenario.tls.needsHTTP1
        speaksHTTP2 = scenario.tls.speaksHTTP2
        letsUnverifiedIn = scenario.clients.refusesByStatus
    }

    /// Hangs itself on an SSL object, which must not outlive it.
    func attach(to ssl: OpaquePointer) {
        SSL_set_ex_data(ssl, 0, Unmanaged.passUnretained(self).toOpaque())
    }

    /// The observer of an SSL object.
    static func of(_ ssl: OpaquePointer) -> TLSObserver? {
        SSL_get_ex_data(ssl, 0).map { Unmanaged<TLSObserver>.fromOpaque($0).takeUnretainedValue() }
    }

    /// A message as OpenSSL's message callback hands it over.
    func record(isSent: Bool, contentType: Int32, _ message: UnsafeRawBufferPointer) {
        switch contentType {
        case SSL3_RT_HANDSHAKE where clientHello == nil && !isSent && message.first == 1:
            clientHello = [UInt8](message)
        case SSL3_RT_HANDSHAKE where !isSent && message.first == UInt8(SSL3_MT_FINISHED): finishes += 1
        case SSL3_RT_ALERT where message.count == 2:
            alerts.append(Alert(isSent: isSent, isFatal: message[0] == 2, number: Int(message[1])))
        default: break
        }
    }
}
