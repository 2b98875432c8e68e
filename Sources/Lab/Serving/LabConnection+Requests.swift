/// Requests as they come, HTTP/1.1, one after the other.
extension LabConnection {
    func readRequests(_ stream: any ByteStream) {
        // So many records a turn, so that one client's large upload does not keep the others waiting.
        for _ in 0..<16 {
            guard case .serving = phase, !isResponding else { return }
            switch stream.read(into: buffer) {
            case .bytes(let count):
                notePlainHello(count)
                parser.feed(buffer.prefix(count))
                serve(stream)
            case .wouldBlock: return _ = loop.setInterest(.readable, of: descriptor)
            case .ended:
                stream.endSending()
                return end()
            }
        }
        // What is left may lie in OpenSSL's own buffer, where the loop does not see it.
        loop.schedule(after: .zero) { [weak self] in self?.readRequests(stream) }
    }

    /// A client that speaks TLS to a server that does not is told apart by its ClientHello all the same.
    private func notePlainHello(_ count: Int) {
        guard observer == nil, client.facts.fingerprint == nil else { return }
        let bytes = Array(buffer.prefix(count))
        if case .clientHello(let message) = TLSRecord.opening(of: bytes), let hello = ClientHello(message: message) {
            client.said(hello)
        } else {
            client.seen()
        }
    }

    /// Answers the requests that are complete, one after the other.
    func serve(_ stream: any ByteStream) {
        while case .serving = phase, !isResponding {
            switch parser.next() {
            case .request(let request):
                if !askLate(before: request, stream) { answer(request, stream) }
            case .wantsContinue: _ = stream.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)[...])
            case .needsMore:
                setDeadline(parser.isInRequest ? limits.request : limits.idle)
                loop.setInterest(.readable, of: descriptor)
                return
            case .bad(let status):
                wasRefused = true
                closesAfterResponse = true
                let response = HTTPResponse.text(status, "\(status) \(HTTPResponse.reason(status))")
                send(response, isHead: false, stream)
            }
        }
    }

    func answer(_ request: HTTPRequest, _ stream: any ByteStream) {
        let response = pages.response(to: request)
        client.talked(request, status: response.status)
        closesAfterResponse = !request.keepsAlive || scenario.closesEach
        isResponding = true
        let isHead = request.method == "HEAD"
        guard response.delay > 0 else { return send(response, isHead: isHead, stream) }
        loop.setInterest([], of: descriptor)
        schedule(after: .seconds(response.delay)) { connection in
            connection.send(response, isHead: isHead, stream)
            connection.serve(stream)
            connection.readRequests(stream)
        }
    }
}
