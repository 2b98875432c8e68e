import CHoldGate
import COpenSSL
import Trust

/// What a connection hears from its handshake, on the shard's thread, from within OpenSSL.
protocol HandshakeObserver: AnyObject {
    /// The first ClientHello is about to be made.
    func handshakeStarts(_ tls: TLSHandle)
    /// The server's chain is to be judged; leaf first, as presented. The answer goes to the gate.
    func serverTrustChallenged(_ tls: TLSHandle, chain: CertificateChain)
    /// The server asks who we are. The answer goes to the gate.
    func clientCertificateChallenged(_ tls: TLSHandle)
    /// The answer to a client-certificate challenge goes out. Returns false to end the handshake.
    func presentIdentity(_ tls: TLSHandle) -> Bool
    /// A held challenge cannot be answered any more.
    func heldChallengeLost(isServerTrust: Bool, isFlooded: Bool)
    /// A handshake message, an alert or a change of cipher spec.
    func messagePassed(_ tls: TLSHandle, isSent: Bool, version: Int, contentType: Int32, bytes: [UInt8])
    /// A line for the key log; asked for only where the settings want it.
    func keyLogged(_ line: String)
    /// A staple was read after the challenge (TLS 1.2). Returns false to end the handshake.
    func takesStaple() -> Bool
    /// The first handshake is done on our side.
    func handshakeFinished(_ tls: TLSHandle)
    /// The connection's TLS is gone; `traffic` is what went over it.
    func tlsReleased(_ traffic: WireTraffic)
}

/// What went over a connection below TLS.
struct WireTraffic: Hashable, Sendable {
    /// Bytes.
    var received: UInt64 = 0
    var sent: UInt64 = 0
    /// The first bytes received, at most 64.
    var firstBytes: [UInt8] = []
    var peerClosed = false
    var isBroken = false
}

/// The gate of one connection's handshakes.
struct HoldGate {
    fileprivate let gate: OpaquePointer

    /// Goes on with `X509_V_OK`, refuses with any other X509_V_ERR_…; false when no challenge waits for an answer.
    func answerTrust(_ x509Error: Int32) -> Bool { hold_gate_answer_trust(gate, x509Error) == 1 }

    /// Goes on by presenting an identity, or ends the handshake; false when no challenge waits for an answer.
    func answerIdentity(proceeds: Bool) -> Bool { hold_gate_answer_identity(gate, proceeds ? 1 : 0) == 1 }

    /// Bytes that were read while the handshake was suspended and not taken yet.
    var pending: Int { hold_gate_pending(gate) }

    /// What went over the connection so far.
    var traffic: WireTraffic {
        let traffic = hold_gate_traffic_of(gate).pointee
        let first = withUnsafeBytes(of: traffic.first) { Array($0.prefix(traffic.first_length)) }
        return WireTraffic(
            received: traffic.received,
            sent: traffic.sent,
            firstBytes: first,
            peerClosed: traffic.peer_closed != 0,
            isBroken: traffic.is_broken != 0
        )
    }
}

/// How an SSL_CTX of libcurl's is set up before its SSL is made.
enum HandshakeHook {
    /// The range of TLS versions and the security level.
    struct Settings {
        var minimumTLS: String
        var maximumTLS: String
        var securityLevel: Int
        /// Whether the connection's secrets go into a key log.
        var logsKeys = false

        init(minimumTLS: String, maximumTLS: String, securityLevel: Int) {
            self.minimumTLS = minimumTLS
            self.maximumTLS = maximumTLS
            self.securityLevel = securityLevel
        }

        init(_ profile: ClientProfile) {
            minimumTLS = profile.minimumTLS
            maximumTLS = profile.maximumTLS
            // OpenSSL 3 speaks TLS 1.0 and 1.1 at level 0 alone: who offers them wants them spoken.
            securityLevel = Self.number(of: profile.minimumTLS) < TLS1_2_VERSION ? 0 : profile.securityLevel
        }

        /// The smallest Diffie-Hellman group at the level, in bits (SSL_CTX_set_security_level(3)).
        var minimumDHBits: Int {
            switch securityLevel {
            case ...0: 0
            case 1: 1024
            case 2: 2048
            case 3: 3072
            case 4: 7680
            default: 15360
            }
        }

        static func number(of version: String) -> Int32 {
            switch version {
            case "1.0": TLS1_VERSION
            case "1.1": TLS1_1_VERSION
            case "1.3": TLS1_3_VERSION
            default: TLS1_2_VERSION
            }
        }
    }

    /// Installs a gate that reports to `observer`, which it keeps alive until the SSL_CTX goes. nil without memory.
    static func install(
        on context: OpaquePointer,
        settings: Settings,
        observer: any HandshakeObserver
    ) -> HoldGate? {
        _ = co_set_min_proto(context, Settings.number(of: settings.minimumTLS))
        _ = co_set_max_proto(context, Settings.number(of: settings.maximumTLS))
        SSL_CTX_set_security_level(context, Int32(settings.securityLevel))
        // The default of 100 kB is less than a certificate of 10,000 names.
        co_set_max_cert_list(context, 4 << 20)
        let box = Unmanaged.passRetained(ObserverBox(observer))
        var callbacks = hold_gate_callbacks()
        callbacks.context = box.toOpaque()
        callbacks.starting = { context, ssl in observe(context, ssl) { $0.handshakeStarts($1) } }
        callbacks.raised = { context, ssl, challenge, store in
            observe(context, ssl) { observer, tls in
                if challenge == HOLD_GATE_SERVER_TRUST, let store {
                    let chain = CertificateChain(borrowing: X509_STORE_CTX_get0_untrusted(store))
                    observer.serverTrustChallenged(tls, chain: chain)
                } else {
                    observer.clientCertificateChallenged(tls)
                }
            }
        }
        callbacks.present = { context, ssl in
            var isPresented = false
            observe(context, ssl) { isPresented = $0.presentIdentity($1) }
            return isPresented ? 1 : 0
        }
        callbacks.lost = { context, challenge, loss in
            handshakeObserver(in: context)?.heldChallengeLost(
                isServerTrust: challenge == HOLD_GATE_SERVER_TRUST,
                isFlooded: loss == HOLD_GATE_PEER_FLOODED
            )
        }
        callbacks.message = { context, ssl, isSent, version, contentType, bytes, length in
            let copy = Array(UnsafeBufferPointer(start: bytes, count: length))
            observe(context, ssl) {
                $0.messagePassed(
                    $1,
                    isSent: isSent != 0,
                    version: Int(version),
                    contentType: contentType,
                    bytes: copy
                )
            }
        }
        if settings.logsKeys {
            callbacks.key_logged = { context, line in
                if let line { handshakeObserver(in: context)?.keyLogged(String(cString: line)) }
            }
        }
        callbacks.finished = { context, ssl in observe(context, ssl) { $0.handshakeFinished($1) } }
        callbacks.released = { context in
            guard let context else { return }
            let box = Unmanaged<ObserverBox>.fromOpaque(context)
            let kept = box.takeUnretainedValue()
            kept.observer.tlsReleased(kept.gate?.traffic ?? WireTraffic())
            LiveObjects.tls.subtract(1, ordering: .relaxed)
            box.release()
        }
        guard let gate = hold_gate_install(context, &callbacks) else {
            box.release()
            return nil
        }
        // OpenSSL answers 0 with alert 113, bad_certificate_status_response.
        co_set_staple_callback(
            context,
            { _, argument in handshakeObserver(in: argument)?.takesStaple() == false ? 0 : 1 },
            box.toOpaque()
        )
        LiveObjects.tls.add(1, ordering: .relaxed)
        let hold = HoldGate(gate: gate)
        box.takeUnretainedValue().gate = hold
        return hold
    }
}

private func handshakeObserver(in context: UnsafeMutableRawPointer?) -> (any HandshakeObserver)? {
    context.map { Unmanaged<ObserverBox>.fromOpaque($0).takeUnretainedValue().observer }
}

private func observe(
    _ context: UnsafeMutableRawPointer?,
    _ ssl: OpaquePointer?,
    _ body: (any HandshakeObserver, TLSHandle) -> Void
) {
    guard let ssl, let observer = handshakeObserver(in: context) else { return }
    body(observer, TLSHandle(ssl: ssl))
}

/// What a gate's context points to.
private final class ObserverBox {
    let observer: any HandshakeObserver
    var gate: HoldGate?

    init(_ observer: any HandshakeObserver) { self.observer = observer }
}
