/// Responses on their way to the client, HTTP/1.1.
extension LabConnection {
    func send(_ response: HTTPResponse, isHead: Bool, _ stream: any ByteStream) {
        isResponding = true
        let isFramed = scenario.body == .whole || scenario.body == .trickle
        closesAfterResponse = closesAfterResponse || !isFramed
        outbox.append(response.head(isFramed: isFramed, closes: closesAfterResponse))
        if !isHead && response.mayHaveBody { addBody(response) }
        flush(stream)
    }

    private func addBody(_ response: HTTPResponse) {
        guard case .bytes(let bytes) = response.body else {
            return outbox.appendFiller(response.bodyCount)
        }
        switch scenario.body {
        case .whole: outbox.append(bytes)
        case .trickle:
            trickle = bytes.reversed()
            scheduleTrickle()
        case .endless: outbox.isEndless = true
        case .half:
            outbox.append(bytes.prefix(bytes.count / 2))
            endsAbruptly = true
        }
    }

    private func scheduleTrickle() {
        loop.schedule(after: limits.trickle) { [weak self] in
            guard let self, case .serving(let stream) = phase, let byte = trickle.popLast() else { return }
            outbox.append([byte])
            if !trickle.isEmpty { scheduleTrickle() }
            goOn(stream)
        }
    }

    /// Sends what is left, and then looks for the next request: it may have been read before.
    func goOn(_ stream: any ByteStream) {
        flush(stream)
        serve(stream)
        readRequests(stream)
    }

    private func flush(_ stream: any ByteStream) {
        // So many records a turn, so that one client's large body does not keep the others waiting.
        for _ in 0..<16 {
            let bytes = outbox.next()
            guard !bytes.isEmpty else { break }
            switch stream.write(bytes) {
            case .bytes(let count): outbox.advance(count)
            case .wouldBlock: return wait(toWrite: true)
            case .ended: return end()
            }
        }
        guard outbox.isEmpty else { return wait(toWrite: true) }
        guard trickle.isEmpty else { return wait(toWrite: false) }
        finishResponse(stream)
    }

    /// Waits until the client takes more, or until there is more to send.
    func wait(toWrite: Bool) {
        setDeadline(limits.writing)
        loop.setInterest(toWrite ? .writable : [], of: descriptor)
    }

    private func finishResponse(_ stream: any ByteStream) {
        isResponding = false
        if endsAbruptly { return linger() }
        if closesAfterResponse {
            stream.endSending()
            return linger()
        }
        setDeadline(limits.idle)
        loop.setInterest(.readable, of: descriptor)
    }
}
