/// Scenarios that speak no TLS to their clients: what is said to a ClientHello instead.
extension LabConnection {
    func readOpening() {
        switch PlainStream(descriptor: descriptor).read(into: buffer) {
        case .wouldBlock: return
        case .ended:
            if !opening.isEmpty { client.seen() }
            return end()
        case .bytes(let count): opening += buffer.prefix(count)
        }
        guard !isAnswered else { return drainOpening() }
        switch TLSRecord.opening(of: opening) {
        case .incomplete: break
        case .notTLS:
            client.seen()
            answerOpening()
        case .clientHello(let message):
            if let hello = ClientHello(message: message) { client.said(hello) } else { client.seen() }
            answerOpening()
        }
    }

    private func answerOpening() {
        opening = []
        isAnswered = true
        switch scenario.speaks {
        case .nothing: setDeadline(limits.handshake)
        case .close:
            wasRefused = true
            linger()
        case .garbage:
            wasRefused = true
            _ = ServerSocket.write(descriptor, Self.garbage[...])
            linger()
        case .refusal:
            wasRefused = true
            plainAlerts.append(TLSObserver.Alert(isSent: true, isFatal: true, number: 70))
            _ = ServerSocket.write(descriptor, TLSRecord.fatalAlert(70)[...])
            linger()
        case .tls, .http: break
        }
    }

    /// Reads what a client says that is not answered, and keeps its alert.
    private func drainOpening() {
        noteAlert(in: opening)
        opening = []
    }

    /// Reads what a client says after our last byte.
    func drain() {
        for _ in 0..<4 {
            switch PlainStream(descriptor: descriptor).read(into: buffer) {
            case .bytes(let count): if observer == nil { noteAlert(in: Array(buffer.prefix(count))) }
            case .wouldBlock: return
            case .ended: return end()
            }
        }
    }

    private func noteAlert(in bytes: [UInt8]) {
        guard let alert = TLSRecord.alert(in: bytes) else { return }
        plainAlerts.append(TLSObserver.Alert(isSent: false, isFatal: alert.isFatal, number: alert.number))
    }

    /// Printable, and the beginning of no protocol.
    private static let garbage = Array("\u{1}~ this is no TLS record, nor anything else ~\u{1}\n".utf8)
}
