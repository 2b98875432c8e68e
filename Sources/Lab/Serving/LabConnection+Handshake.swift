/// The handshake, and the client's certificate when it is asked for later.
extension LabConnection {
    func shakeHands(_ stream: TLSStream) {
        let progress = stream.handshake()
        noteHello()
        switch progress {
        case .wantsToRead: loop.setInterest(.readable, of: descriptor)
        case .wantsToWrite: loop.setInterest(.writable, of: descriptor)
        case .done: secured(stream)
        case .failed(.left): end()
        case .failed(.spokeHTTP):
            client.seen()
            wasRefused = true
            _ = ServerSocket.write(descriptor, Self.speakTLS[...])
            linger()
        case .failed(.refused):
            client.seen()
            wasRefused = true
            // The alert is in the client's hands only when what it sent meanwhile is read.
            linger()
        }
    }

    private func noteHello() {
        guard client.facts.fingerprint == nil, let bytes = observer?.clientHello else { return }
        setDeadline(limits.handshake)
        if let hello = ClientHello(message: bytes) { client.said(hello) } else { client.seen() }
    }

    private func secured(_ stream: TLSStream) {
        isInHandshake = false
        pages.tls = stream.facts
        know(stream.clientVerdict)
        setDeadline(limits.idle)
        if pages.tls?.alpn == "h2", let session = HTTP2Session() {
            phase = .multiplexing(stream, session)
            return multiplex(stream, session)
        }
        phase = .serving(stream)
        // The request often comes in the same packet as the end of the handshake.
        readRequests(stream)
    }

    private func know(_ verdict: ClientVerdict?) {
        guard let verdict else { return }
        client.showed(verdict)
        pages.client = verdict
    }

    private static let speakTLS: [UInt8] = {
        let response = HTTPResponse.text(400, "400 This port speaks TLS: use https://.")
        guard case .bytes(let body) = response.body else { return [] }
        return response.head(isFramed: true, closes: true) + body
    }()

    // MARK: A certificate asked for late

    /// Asks for the client's certificate where the scenario does that after the request; false where nothing is asked.
    func askLate(before request: HTTPRequest, _ stream: any ByteStream) -> Bool {
        guard scenario.clients.isLate, pages.client == nil, let stream = stream as? TLSStream else { return false }
        guard stream.askForCertificate(scenario.clients) else { return false }
        isInHandshake = true
        phase = .asking(stream, request)
        setDeadline(limits.handshake)
        readCertificate(stream, request)
        return true
    }

    /// Reads until the client has answered; a next request may come before.
    func readCertificate(_ stream: TLSStream, _ request: HTTPRequest) {
        for _ in 0..<16 {
            let transfer = stream.read(into: buffer)
            if stream.lateCertificate != .awaited, !stream.isBroken {
                if case .bytes(let count) = transfer { parser.feed(buffer.prefix(count)) }
                return goOn(stream, request)
            }
            switch transfer {
            case .bytes(let count): parser.feed(buffer.prefix(count))
            case .wouldBlock: return _ = loop.setInterest(.readable, of: descriptor)
            case .ended:
                wasRefused = stream.isBroken && observer?.alerts.contains { $0.isSent && $0.isFatal } == true
                return wasRefused ? linger() : end()
            }
        }
        loop.schedule(after: .zero) { [weak self] in
            guard let self, case .asking(let stream, let request) = phase else { return }
            readCertificate(stream, request)
        }
    }

    private func goOn(_ stream: TLSStream, _ request: HTTPRequest) {
        isInHandshake = false
        know(observer?.verdict)
        phase = .serving(stream)
        answer(request, stream)
        serve(stream)
        readRequests(stream)
    }
}
