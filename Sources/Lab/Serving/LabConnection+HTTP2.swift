/// HTTP/2: requests and responses side by side on one connection.
extension LabConnection {
    func multiplex(_ stream: TLSStream, _ session: HTTP2Session) {
        // What is sent first makes room for what is read: a client that takes nothing is not read from either.
        guard flush(stream, session) else { return }
        for _ in 0..<16 {
            guard case .multiplexing = phase else { return }
            switch stream.read(into: buffer) {
            case .bytes(let count):
                guard session.receive(buffer.prefix(count)) else { return breakOff(stream, session) }
                for arrival in session.takeArrivals() { answer(arrival, stream, session) }
                guard flush(stream, session) else { return }
            case .wouldBlock:
                setDeadline(limits.idle)
                return _ = loop.setInterest(.readable, of: descriptor)
            case .ended:
                stream.endSending()
                return end()
            }
        }
        loop.schedule(after: .zero) { [weak self] in self?.multiplex(stream, session) }
    }

    private func answer(_ arrival: HTTP2Session.Arrival, _ stream: TLSStream, _ session: HTTP2Session) {
        let response = pages.response(to: arrival.request)
        client.talked(arrival.request, status: response.status)
        let isHead = arrival.request.method == "HEAD"
        guard response.delay > 0 else { return session.respond(response, to: arrival.stream, isHead: isHead) }
        loop.schedule(after: .seconds(response.delay)) { [weak self] in
            guard let self, case .multiplexing = phase else { return }
            session.respond(response, to: arrival.stream, isHead: isHead)
            multiplex(stream, session)
        }
    }

    /// Sends what there is; false when the client takes no more now, or the connection has come to its end.
    private func flush(_ stream: TLSStream, _ session: HTTP2Session) -> Bool {
        for _ in 0..<16 {
            if outbox.isEmpty { outbox.append(session.nextBytes()) }
            let bytes = outbox.next()
            guard !bytes.isEmpty else {
                guard session.isFinished else { return true }
                stream.endSending()
                linger()
                return false
            }
            switch stream.write(bytes) {
            case .bytes(let count): outbox.advance(count)
            case .wouldBlock:
                wait(toWrite: true)
                return false
            case .ended:
                end()
                return false
            }
        }
        wait(toWrite: true)
        return false
    }

    /// The client does not speak HTTP/2: it is told so, as far as that can be said.
    private func breakOff(_ stream: TLSStream, _ session: HTTP2Session) {
        client.seen()
        wasRefused = true
        _ = flush(stream, session)
        if case .multiplexing = phase { linger() }
    }
}
