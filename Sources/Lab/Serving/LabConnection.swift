import Events
import Reactor

/// One client's connection, from its acceptance to its end; confined to the lab's thread.
final class LabConnection {
    private enum Phase {
        /// The scenario's context is still being made.
        case waiting
        /// What the client says first is read as bytes: the scenario speaks no TLS to it.
        case opening
        case handshaking(TLSStream)
        case serving(any ByteStream)
        /// Our last byte is sent; the client's are read, or the system would throw ours away.
        case lingering
        case ended
    }

    let number: Int
    private let descriptor: Int32
    private let scenario: ScenarioRecipe
    private let loop: EventLoop
    private let limits: LabLimits
    private let buffer: ReadBuffer
    private let onEnd: (Int) -> Void
    private var client: ObservedClient
    private var phase = Phase.waiting
    private var timer: Timers.ID?

    /// What the client said, where it is read as bytes.
    private var opening: [UInt8] = []
    private var isAnswered = false
    private var observer: TLSObserver?
    private var plainAlerts: [TLSObserver.Alert] = []
    private var wasRefused = false
    private var isInHandshake = true

    private var pages: LabPages
    private var parser = HTTPRequestParser()
    private var outbox = Outbox()
    /// What is left of a body that trickles, last byte first.
    private var trickle: [UInt8] = []
    private var isResponding = false
    private var closesAfterResponse = false
    private var endsAbruptly = false

    /// Owns the descriptor from now on; `onEnd` is called once, with the number.
    init(
        number: Int,
        descriptor: Int32,
        scenario: ScenarioRecipe,
        client: ObservedClient,
        loop: EventLoop,
        limits: LabLimits,
        buffer: ReadBuffer,
        onEnd: @escaping (Int) -> Void
    ) {
        self.number = number
        self.descriptor = descriptor
        self.scenario = scenario
        self.client = client
        self.loop = loop
        self.limits = limits
        self.buffer = buffer
        self.onEnd = onEnd
        pages = LabPages(scenario: scenario, tls: nil, client: nil)
    }

    deinit {
        if case .ended = phase { return }
        loop.unwatch(descriptor)
        LoopbackSocket.close(descriptor)
    }

    /// Begins to serve; false when the descriptor cannot be watched.
    func start() -> Bool {
        setDeadline(limits.opening)
        switch scenario.speaks {
        case .tls: return true
        case .http:
            isInHandshake = false
            phase = .serving(PlainStream(descriptor: descriptor))
        case .garbage, .nothing, .close, .refusal: phase = .opening
        }
        return watch()
    }

    /// Goes on once the scenario's context is made.
    func secure(with context: ServerContext) {
        guard case .waiting = phase else { return }
        let observer = TLSObserver(scenario)
        guard let stream = TLSStream(context: context, descriptor: descriptor, observer: observer), watch() else {
            return end()
        }
        self.observer = observer
        phase = .handshaking(stream)
        shakeHands(stream)
    }

    /// Ends without a word.
    func abandon() { end() }

    private func watch() -> Bool {
        (try? loop.watch(descriptor, for: .readable) { [weak self] in self?.handle($0) }) != nil
    }

    private func handle(_ readiness: Readiness) {
        switch phase {
        case .waiting, .ended: break
        case .opening: readOpening()
        case .handshaking(let stream): shakeHands(stream)
        case .serving(let stream):
            if isResponding {
                // A peer that is gone in both directions reads nothing any more.
                readiness.contains(.failed) ? end() : goOn(stream)
            } else {
                readRequests(stream)
            }
        case .lingering: drain()
        }
    }

    private func setDeadline(_ limit: Duration) {
        if let timer { loop.cancel(timer) }
        timer = loop.schedule(after: limit) { [weak self] in
            self?.timer = nil
            self?.end()
        }
    }

    private func end() {
        if case .ended = phase { return }
        phase = .ended
        if let timer { loop.cancel(timer) }
        timer = nil
        loop.unwatch(descriptor)
        LoopbackSocket.close(descriptor)
        conclude()
        onEnd(number)
    }

    /// Tells how the client left, where it has not talked and nothing was told before.
    private func conclude() {
        if let verdict = observer?.verdict { client.showed(verdict) }
        client.left(
            (observer?.alerts ?? []) + plainAlerts,
            wasRefused: wasRefused,
            isInHandshake: isInHandshake
        )
    }

    /// Says that nothing more will come and waits for the client to go.
    private func linger() {
        // What a client says to garbage belongs to the verdict on it; in all other cases it is known already.
        if wasRefused && scenario.speaks != .garbage { conclude() }
        LoopbackSocket.endSending(descriptor)
        phase = .lingering
        setDeadline(limits.lingering)
        loop.setInterest(.readable, of: descriptor)
    }
}

// MARK: - TLS

extension LabConnection {
    private func shakeHands(_ stream: TLSStream) {
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
            _ = LoopbackSocket.write(descriptor, Self.speakTLS[...])
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
        let verdict = stream.clientVerdict
        if let verdict { client.showed(verdict) }
        pages = LabPages(scenario: scenario, tls: stream.facts, client: verdict)
        phase = .serving(stream)
        setDeadline(limits.idle)
        // The request often comes in the same packet as the end of the handshake.
        readRequests(stream)
    }

    private static let speakTLS: [UInt8] = {
        let response = HTTPResponse.text(400, "400 This port speaks TLS: use https://.")
        guard case .bytes(let body) = response.body else { return [] }
        return response.head(isFramed: true, closes: true) + body
    }()
}

// MARK: - Requests

extension LabConnection {
    private func readRequests(_ stream: any ByteStream) {
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
    private func serve(_ stream: any ByteStream) {
        while case .serving = phase, !isResponding {
            switch parser.next() {
            case .request(let request): respond(to: request, stream)
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

    /// Sends what is left, and then looks for the next request: it may have been read before.
    private func goOn(_ stream: any ByteStream) {
        flush(stream)
        serve(stream)
        readRequests(stream)
    }

    private func respond(to request: HTTPRequest, _ stream: any ByteStream) {
        let response = pages.response(to: request)
        client.talked(request, status: response.status)
        closesAfterResponse = !request.keepsAlive
        isResponding = true
        let isHead = request.method == "HEAD"
        guard response.delay > 0 else { return send(response, isHead: isHead, stream) }
        loop.setInterest([], of: descriptor)
        if let timer { loop.cancel(timer) }
        timer = loop.schedule(after: .seconds(response.delay)) { [weak self] in
            self?.timer = nil
            self?.send(response, isHead: isHead, stream)
            self?.serve(stream)
            self?.readRequests(stream)
        }
    }

    private func send(_ response: HTTPResponse, isHead: Bool, _ stream: any ByteStream) {
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
    private func wait(toWrite: Bool) {
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

// MARK: - What is no TLS

extension LabConnection {
    private func readOpening() {
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
            _ = LoopbackSocket.write(descriptor, Self.garbage[...])
            linger()
        case .refusal:
            wasRefused = true
            plainAlerts.append(TLSObserver.Alert(isSent: true, isFatal: true, number: 70))
            _ = LoopbackSocket.write(descriptor, TLSRecord.fatalAlert(70)[...])
            linger()
        case .tls, .http: break
        }
    }

    /// Reads what a client says that is not answered, and keeps its alert.
    private func drainOpening() {
        noteAlert(in: opening)
        opening = []
    }

    private func drain() {
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
