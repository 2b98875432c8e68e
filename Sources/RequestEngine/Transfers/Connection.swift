import Diagnosis
import Events
import Trust

/// One connection over its whole life: its handshakes, its challenges, its record. Confined to the shard's thread.
///
/// OpenSSL's callbacks get this object, never a transfer: a late challenge on a reused connection would land on the
/// first one.
final class Connection: HandshakeObserver {
    let number: Int
    let isTLS: Bool
    let hop: Hop
    /// The connection to the proxy under it.
    let through: Connection?
    let address: String
    let port: Int
    /// The URL that it was made for: its host and port.
    var place: (host: String, port: Int)?
    /// What the handshake's own record says.
    private(set) var transcript = Transcript()
    private(set) var negotiated: NegotiatedConnection?
    /// What the server asked for when it last asked who we are.
    private(set) var asked: ClientCertificateRequest?
    /// The server-trust challenge, until a staple can come no more.
    private var trustChallenge: Challenge?
    /// A staple that came after the challenge.
    private var lateStaple: [UInt8]?
    /// The public key of the certificate that the server showed.
    private var serverKey: SHA256Digest?
    /// Whose answers stand behind this connection.
    var origin = ChallengeOrigin()
    /// The transfer that uses it now.
    weak var transfer: Transfer?
    /// Whether a challenge was ever suspended on it: then libcurl's idea of the socket may be stale.
    var wasHeld = false
    var gate: HoldGate?
    /// What was read ahead when libcurl was last told about it.
    var lastPending = 0

    /// Takes its secrets, where somebody wants them.
    var keyLog: KeyLog?

    private let desk: ChallengeDesk
    private let origins: ChallengeOrigins
    private var identityToPresent: (identity: Identity?, sends: IdentityChainChoice)?

    init(
        number: Int,
        isTLS: Bool,
        hop: Hop,
        through: Connection?,
        address: String,
        port: Int,
        desk: ChallengeDesk,
        origins: ChallengeOrigins
    ) {
        self.number = number
        self.isTLS = isTLS
        self.hop = hop
        self.through = through
        self.address = address
        self.port = port
        self.desk = desk
        self.origins = origins
    }

    /// Facts for an event about this connection.
    func facts(reason: String, restsOn request: Int? = nil) -> ConnectionFacts {
        var facts = ConnectionFacts(address: address, port: port, reason: reason, restsOnRequest: request)
        facts.isProxy = isProxy
        return facts
    }

    /// As events say it: true at the proxy, else nil.
    private var isProxy: Bool? { hop == .proxy ? true : nil }

    /// The connection as something that the next request may use; nil where it is not known for which URL.
    func kept(isUsable: Bool) -> SessionContents.Kept? {
        place.map { place in
            SessionContents.Kept(
                host: place.host.lowercased(),
                port: place.port,
                connection: number,
                serverTrustFrom: origin.serverTrust,
                clientCertificateFrom: origin.clientCertificate,
                isUsable: isUsable
            )
        }
    }

    /// The identity that was put on it.
    var presentedIdentity: Identity? { identityToPresent?.identity }

    /// Brings the record up to what has gone over the wire.
    func updateTraffic() {
        if let gate { take(gate.traffic) }
    }

    private func take(_ traffic: WireTraffic) {
        transcript.received = traffic.received
        transcript.sent = traffic.sent
        transcript.firstBytes = traffic.firstBytes
        transcript.peerClosed = traffic.peerClosed
        transcript.isBroken = traffic.isBroken
    }

    /// Adds bytes that were never read because what came before them was no TLS.
    func addUnread(_ bytes: [UInt8]) {
        transcript.firstBytes = Array((transcript.firstBytes + bytes).prefix(64))
    }

    private func record(_ kind: EventKind) { transfer?.record(kind, connection: number) }

    // MARK: What the handshake tells

    func handshakeStarts(_ tls: TLSHandle) {
        tls.askForStaple()
        guard let transfer, hop == .origin else { return }
        switch transfer.request.serverName {
        case .urlHost: break
        case .name(let name): tls.setServerName(name)
        case .none: tls.setServerName(nil)
        }
    }

    func serverTrustChallenged(_ tls: TLSHandle, chain: CertificateChain) {
        transcript.trust = .open
        serverKey = chain.presented.first?.certificate?.publicKeySHA256
        guard let transfer else {
            // An idle connection whose server wants a new handshake: there is no request to ask for.
            transcript.trust = .refuses
            _ = gate?.answerTrust(X509Error.applicationVerification)
            return
        }
        let challenge = transfer.serverTrustChallenge(
            chain: chain.presented,
            negotiated: tls.negotiated(isResumed: false),
            staple: tls.staple,
            asksForStaple: tls.isTLS13,
            connection: self
        )
        guard let challenge else {
            transcript.trust = .refuses
            _ = gate?.answerTrust(X509Error.applicationVerification)
            return
        }
        trustChallenge = challenge
        desk.raise(challenge, of: transfer, on: self)
    }

    func clientCertificateChallenged(_ tls: TLSHandle) {
        transcript.identity = .open
        identityToPresent = nil
        guard let transfer else {
            transcript.identity = .proceeds
            _ = gate?.answerIdentity(proceeds: true)
            return
        }
        let codes = tls.signatureCodes
        let fromCodes = codes.compactMap { SignatureScheme.keyType($0) }
        let fromTypes = tls.certificateTypes.compactMap { SignatureScheme.keyType(certificateType: $0) }
        // Both lists bind where both are there (TLS 1.2).
        let keyTypes = fromTypes.isEmpty ? fromCodes : fromCodes.filter { fromTypes.contains($0) || $0.hasPrefix("Ed") }
        var asked = ClientCertificateRequest(
            issuers: tls.authorities,
            signatureAlgorithms: codes.map { SignatureScheme.name($0) },
            keyTypes: (codes.isEmpty ? fromTypes : keyTypes).uniqued(),
            host: transfer.url(of: hop).host,
            date: transfer.judgementDate()
        )
        asked.port = transfer.request.url.port
        asked.serverKey = serverKey
        self.asked = asked
        desk.raise(transfer.clientCertificateChallenge(asked, connection: self), of: transfer, on: self)
    }

    /// Does what follows from an answer: lets the gate go on, or ends the handshake.
    func obey(_ effect: AnswerEffect, identity: Identity?, of pending: PendingChallenge) {
        let transfer = pending.transfer
        if pending.isServerTrust {
            transcript.trust = effect.proceeds ? .proceeds : .refuses
            if effect.proceeds { origin.serverTrust = transfer.number }
            let refusal = effect.x509Error == 0 ? X509Error.applicationVerification : effect.x509Error
            _ = gate?.answerTrust(effect.proceeds ? 0 : refusal)
        } else {
            transcript.identity = effect.proceeds ? .proceeds : .refuses
            if effect.proceeds {
                origin.clientCertificate = transfer.number
                // After the handshake, the session that will be resumed was made before this answer.
                if transcript.isFinished { origins[number] = origin }
                if let summary = effect.identity {
                    let chosen =
                        identity?.leaf.sha256 == summary.leaf ? identity : transfer.client.identity(for: summary)
                    identityToPresent = (chosen, effect.sends)
                    if chosen == nil {
                        transcript.localIdentityProblem = .identityNotOpen(subject: summary.subject, file: summary.file)
                    }
                }
            }
            _ = gate?.answerIdentity(proceeds: effect.proceeds)
        }
    }

    func presentIdentity(_ tls: TLSHandle) -> Bool {
        guard let (identity, sends) = identityToPresent else { return true }
        guard let identity else { return false }
        guard let failure = tls.present(identity, sends: sends) else { return true }
        let code: DiagnosisCode =
            switch failure.reason {
            case TLSReason.digestTooWeak: .identityWeakDigest
            case let reason where TLSReason.keyMismatch.contains(reason): .identityKeyMismatch
            default: .identityWeakKey
            }
        let problem = Problem.identityNotLoaded(
            code,
            subject: identity.leaf.subject.shortText,
            words: failure.words,
            level: transfer?.client.profile.securityLevel ?? 2
        )
        transcript.localIdentityProblem = problem
        record(.identityRefused(ProblemFacts(problem)))
        return false
    }

    func heldChallengeLost(isServerTrust: Bool, isFlooded: Bool) {
        updateTraffic()
        if isServerTrust { transcript.trust = .lost } else { transcript.identity = .lost }
        let held = desk.timeHeld(on: self)
        let problem = Problem.serverLeftWhileHeld(
            held: (held ?? .zero).words,
            flooded: isFlooded,
            received: transcript.received
        )
        transfer?.lost(problem)
        record(.note(ProblemFacts(problem)))
        desk.lose(on: self, isServerTrust: isServerTrust, .serverLeft)
    }

    func messagePassed(_ tls: TLSHandle, isSent: Bool, version: Int, contentType: Int32, bytes: [UInt8]) {
        let direction: Direction = isSent ? .sent : .received
        switch HandshakeMessage.ContentType(rawValue: contentType) {
        case .alert: alertPassed(direction, bytes)
        case let type?:
            if !isSent, transcript.trust == .proceeds, let staple = TLSHandle.staple(in: bytes) { lateStaple = staple }
            guard let message = HandshakeMessage(contentType: type, bytes: bytes) else { return }
            messagePassed(message, direction, version: version, size: bytes.count, tls)
        case nil: break
        }
    }

    private func messagePassed(
        _ message: HandshakeMessage,
        _ direction: Direction,
        version: Int,
        size: Int,
        _ tls: TLSHandle
    ) {
        let isTLS13 = tls.isTLS13
        if direction == .sent {
            transcript.lastSent = message.name
            if let hello = message.clientHello { transcript.offered = hello }
            if message.type == 11, !message.isChangeCipherSpec {
                transcript.certificatesSent = message.certificateCount(isTLS13: isTLS13)
            }
        } else {
            transcript.lastReceived = message.name
            if let hello = message.serverHello, !hello.isRetryRequest { transcript.chosen = hello }
        }
        let content = message.content(isTLS13: isTLS13) { tls.suiteName($0) }
        var facts = HandshakeMessageFacts(
            direction: direction,
            name: message.name,
            type: Int(message.type),
            version: HandshakeMessage.versionName(version),
            bytes: size,
            detail: HandshakeMessage.detail(of: content, type: message.type)
        )
        facts.content = content
        facts.isProxy = isProxy
        record(.handshakeMessage(facts))
    }

    private func alertPassed(_ direction: Direction, _ bytes: [UInt8]) {
        guard bytes.count == 2 else { return }
        let (isFatal, number) = (bytes[0] == 2, Int(bytes[1]))
        if direction == .sent, isFatal { transcript.opensslReason = TLSHandle.lastError().reason }
        transcript.alerts.append(
            Transcript.Alert(
                direction: direction,
                isFatal: isFatal,
                number: number,
                isAfterHandshake: transcript.isFinished,
                isAfterIdentity: transcript.certificatesSent != nil
            )
        )
        var facts = AlertFacts(
            direction: direction,
            isFatal: isFatal,
            number: number,
            name: AlertFacts.name(of: number),
            stage: transcript.isFinished ? "after handshake" : "handshake"
        )
        facts.isProxy = isProxy
        record(.alert(facts))
        if direction == .received, isFatal, wasHeld { transfer?.endsSoon() }
    }

    func keyLogged(_ line: String) { keyLog?.add(line) }

    func takesStaple() -> Bool {
        // What a person answered stands.
        guard let staple = lateStaple, let challenge = trustChallenge, !wasHeld, let transfer else { return true }
        let proceeds = transfer.judge(challenge, with: staple, on: self)
        if !proceeds { transcript.trust = .refuses }
        return proceeds
    }

    func handshakeFinished(_ tls: TLSHandle) {
        trustChallenge = nil
        transcript.isFinished = true
        let negotiated = tls.negotiated(isResumed: tls.isResumed)
        self.negotiated = negotiated
        record(.secured(negotiated))
        if tls.isResumed {
            origin = origins[tls.origin] ?? ChallengeOrigin()
            transfer?.sessionResumed(on: self)
        } else {
            tls.origin = number
            origins[number] = origin
            transfer?.pool.keepsSession(of: self)
        }
        transfer?.handshakeFinished(at: hop)
    }

    func tlsReleased(_ traffic: WireTraffic) {
        take(traffic)
        gate = nil
        desk.lose(on: self, .requestEnded)
    }
}

/// X509_V_ERR_… that the engine itself gives.
enum X509Error {
    /// X509_V_ERR_APPLICATION_VERIFICATION: sent as alert 40.
    static let applicationVerification: Int32 = 50
}

extension Sequence where Element: Hashable {
    /// Each element once, at its first place.
    func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
