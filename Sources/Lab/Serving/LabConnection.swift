import Events
import Reactor

/// One client's connection, from its acceptance to its end; confined to the lab's thread.
///
/// What it does in each phase stands in the extensions: the handshake, requests, responses, and what is no TLS.
final class LabConnection {
    enum Phase {
        /// What the scenario serves is still being made.
        case waiting
        /// What the client says first is read as bytes: the scenario speaks no TLS to it.
        case opening
        case handshaking(TLSStream)
        case serving(any ByteStream)
        /// HTTP/2: requests and responses side by side.
        case multiplexing(TLSStream, HTTP2Session)
        /// The client is asked for its certificate; the request waits for it.
        case asking(TLSStream, HTTPRequest)
        /// Our last byte is sent; the client's are read, or the system would throw ours away.
        case lingering
        case ended
    }

    /// What a connection has from the lab.
    struct Surroundings {
        let loop: EventLoop
        let limits: LabLimits
        let buffer: ReadBuffer
        let site: LabSite
    }

    let number: Int
    let descriptor: Int32
    let scenario: ScenarioRecipe
    let loop: EventLoop
    let limits: LabLimits
    let buffer: ReadBuffer
    private let onEnd: (Int) -> Void
    var client: ObservedClient
    var phase = Phase.waiting
    private var timer: Timers.ID?

    /// What the client said, where it is read as bytes.
    var opening: [UInt8] = []
    var isAnswered = false
    var observer: TLSObserver?
    var plainAlerts: [TLSObserver.Alert] = []
    var wasRefused = false
    var isInHandshake = true

    var pages: LabPages
    var parser = HTTPRequestParser()
    var outbox = Outbox()
    /// What is left of a body that trickles, last byte first.
    var trickle: [UInt8] = []
    var isResponding = false
    var closesAfterResponse = false
    var endsAbruptly = false

    /// Owns the descriptor from now on; `onEnd` is called once, with the number.
    init(
        number: Int,
        descriptor: Int32,
        scenario: ScenarioRecipe,
        client: ObservedClient,
        surroundings: Surroundings,
        onEnd: @escaping (Int) -> Void
    ) {
        self.number = number
        self.descriptor = descriptor
        self.scenario = scenario
        self.client = client
        loop = surroundings.loop
        limits = surroundings.limits
        buffer = surroundings.buffer
        self.onEnd = onEnd
        pages = LabPages(scenario: scenario, site: surroundings.site)
    }

    deinit {
        if case .ended = phase { return }
        loop.unwatch(descriptor)
        ServerSocket.close(descriptor)
    }

    /// Begins to serve, or to wait for what is being made; false when the descriptor cannot be watched.
    func start() -> Bool {
        setDeadline(limits.opening)
        switch scenario.speaks {
        case .tls: return true
        case .http where scenario.answer == .files: return true
        case .http: return servePlainly()
        case .garbage, .nothing, .close, .refusal:
            phase = .opening
            return watch()
        }
    }

    /// Goes on once what the scenario serves is made.
    func goOn(with prepared: LabLoop.Prepared) {
        guard case .waiting = phase else { return }
        // Who left meanwhile was shown nothing: nothing can be said of it.
        guard !ServerSocket.hasBeenLeft(descriptor) else { return end() }
        switch prepared {
        case .tls(let context): secure(with: context)
        case .files(let files):
            pages.files = files
            if !servePlainly() { end() }
        }
    }

    private func servePlainly() -> Bool {
        isInHandshake = false
        phase = .serving(PlainStream(descriptor: descriptor))
        return watch()
    }

    private func secure(with context: ServerContext) {
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
        case .asking(let stream, let request): readCertificate(stream, request)
        case .multiplexing(let stream, let session): multiplex(stream, session)
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

    func setDeadline(_ limit: Duration) {
        schedule(after: limit) { $0.end() }
    }

    /// Does something later, in place of what was to be done later before.
    func schedule(after delay: Duration, _ action: @escaping (LabConnection) -> Void) {
        if let timer { loop.cancel(timer) }
        timer = loop.schedule(after: delay) { [weak self] in
            guard let self else { return }
            self.timer = nil
            action(self)
        }
    }

    func end() {
        if case .ended = phase { return }
        phase = .ended
        if let timer { loop.cancel(timer) }
        timer = nil
        loop.unwatch(descriptor)
        ServerSocket.close(descriptor)
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
    func linger() {
        // What a client says to garbage belongs to the verdict on it; in all other cases it is known already.
        if wasRefused && scenario.speaks != .garbage { conclude() }
        ServerSocket.endSending(descriptor)
        phase = .lingering
        setDeadline(limits.lingering)
        loop.setInterest(.readable, of: descriptor)
    }
}
