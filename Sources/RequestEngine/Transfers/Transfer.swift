import Diagnosis
import Events
import Foundation
import Trust

/// A request on its way through its shard: libcurl's transfer, its challenges and deadlines, and its end.
final class Transfer: CurlTransferDelegate {
    let number: Int
    let session: Int
    let request: Request
    let client: ClientSetup
    let responder: any ChallengeResponder
    let limits: TimeLimits
    private(set) lazy var deadlines = Deadlines(loop: shard.loop, limits: limits, left: job.earlier?.timeLeft) {
        [weak self] expiry in
        self?.timeIsUp(expiry)
    }
    var connection: Connection?
    /// The connection over which the same request was sent before.
    private weak var previousConnection: Connection?

    /// What follows the answers to each peer's challenges, for the outcome.
    private(set) var answers: [Hop: HopAnswers] = [:]
    private(set) var response: ResponseCollector
    /// The proxy's answer to CONNECT.
    var tunnel = ResponseCollector(keptBytes: 0)
    /// Whether the proxy gave the tunnel, or none is needed.
    var hasTunnel = false
    private var sentBytes = 0
    /// How often a password was asked for since the request was sent, which libcurl answers by itself where the question
    /// says that its nonce was stale.
    var questions = 0
    private var upload = ProgressPace()
    private var download = ProgressPace()
    private(set) var challengeCount: Int
    private var remarks: [Problem] = []
    private var lostHold: Problem?
    private var silence: Problem?
    private var isUnasked = false
    private var crash: Problem?
    private var expiry: Deadlines.Expiry?
    private(set) var stoppedBy: String?
    private var addresses: [String] = []
    private(set) var openSockets: [Int32] = []
    private var restsOnEarlier = false
    private(set) var isOver = false
    /// What was tried of the questions for a user and a password.
    var attempts: [Hop: PasswordAttempt] = [:]
    var cancelledPassword: AnswerEffect?
    /// How libcurl ended it, while a question that the response asks waits for its answer.
    private var ended: (code: Int, text: String, systemError: Int32)?

    unowned let shard: Shard
    unowned let pool: Pool
    private let exchange: Exchange
    let job: TransferJob
    let start: ContinuousClock.Instant
    private(set) var curl: CurlTransfer?

    init(job: TransferJob, shard: Shard, pool: Pool) {
        number = job.exchange.number
        session = job.session
        request = job.request
        client = job.client
        responder = job.responder
        limits = job.request.limits ?? job.configuration.limits
        response = ResponseCollector(keptBytes: job.keptBodyBytes)
        exchange = job.exchange
        self.job = job
        start = job.start
        challengeCount = job.earlier?.challenges ?? 0
        self.shard = shard
        self.pool = pool
        let added = Self.addedFields(job, now: shard.recorder.clock())
        let plan = TransferPlan(
            request,
            adding: added,
            userAgent: job.configuration.userAgent,
            answersKept: request.connectsAnew ? .fresh : client.profile.answersKept
        )
        curl = CurlTransfer(plan, sockets: pool.sockets)
        curl?.delegate = self
        hasTunnel = !needsTunnel
    }

    /// Whether it makes a connection for itself, which ends with it.
    var isAlone: Bool { request.connectsAnew || client.profile.answersKept == .fresh }

    // MARK: Events

    func context(connection: Int? = nil, challenge: Int? = nil) -> EventContext {
        EventContext(
            session: session,
            request: number,
            connection: connection ?? self.connection?.number,
            challenge: challenge,
            host: request.url.host,
            start: start
        )
    }

    func record(
        _ kind: EventKind,
        connection: Int? = nil,
        challenge: Int? = nil,
        certificates: [PresentedCertificate] = [],
        profile: ClientProfile? = nil
    ) {
        shard.recorder.record(
            kind,
            context(connection: connection, challenge: challenge),
            certificates: certificates,
            profile: profile
        )
    }

    /// Hands the transfer to libcurl.
    func begin() {
        if job.earlier == nil { for kind in request.preamble { record(kind) } }
        for header in request.oddHeaders {
            let problem = Problem.headerNameInvalid(header.name, value: header.value)
            record(.note(ProblemFacts(problem)))
            remark(problem)
        }
        request.responseFile?.restart()
        if let author = exchange.cancelledBy { return stop(by: author) }
        if request.url.scheme == .http {
            if let problem = Decider.cleartextRefusal(host: request.url.host, profile: client.profile) {
                return refuseCleartext(problem)
            }
            recordCleartext()
        }
        if answersFromCache() { return }
        deadlines.run()
        guard let curl, pool.multi.add(curl) else {
            return end(code: 27, text: "libcurl has no handle for this transfer")
        }
    }

    // MARK: What became of its challenges

    func countChallenge() { challengeCount += 1 }

    func answered(_ challenge: Challenge, _ answer: ClientAnswer, _ effect: AnswerEffect) {
        let hop: Hop = challenge.protectionSpace.isProxy ? .proxy : .origin
        switch challenge.question {
        case .serverTrust: answers[hop, default: .init()].trust = (challenge.decision, effect)
        case .clientCertificate: answers[hop, default: .init()].identity = (challenge.decision, effect)
        case .password: answers[hop, default: .init()].passwords.append((challenge.decision, effect))
        }
    }

    /// The server was refused, and nobody was asked.
    func refusedBeforeChallenge(_ decision: ClientDecision, _ effect: AnswerEffect) {
        isUnasked = true
        answers[.origin, default: .init()].trust = (decision, effect)
    }

    func neverAnswered(_ problem: Problem) { silence = problem }

    /// The app that answers would have crashed: it is gone, and its connection with it.
    func crashed(_ problem: Problem) {
        crash = problem
        shard.loop.schedule(after: .zero) { [weak self] in self?.end() }
    }

    func lost(_ problem: Problem) { lostHold = problem }
    func remark(_ problem: Problem) { remarks.append(problem) }
    func kick() { curl?.kick() }

    // MARK: What libcurl tells

    func didOpenSocket(_ socket: Int32, address: String, port: Int) {
        pool.sockets.add(socket, address: address, port: port)
        openSockets.append(socket)
        addresses.append(address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)")
        deadlines.enter(.tcp)
    }

    func didMakeTLSContext(_ context: OpaquePointer) -> Bool {
        guard let connection = makeConnection(isTLS: true, hop: nextTLSHop) else { return false }
        deadlines.enter(.tls)
        var settings = HandshakeHook.Settings(client.profile)
        connection.keyLog = job.configuration.keyLog
        settings.logsKeys = connection.keyLog != nil
        let gate = HandshakeHook.install(on: context, settings: settings, observer: connection)
        connection.gate = gate
        return gate != nil
    }

    func isAboutToSend(from localPort: Int) {
        if connection == nil {
            if let found = pool.sockets.connection(from: localPort) {
                connection = found
                found.transfer = self
                found.through?.transfer = self
                if found !== previousConnection {
                    restsOnEarlier = true
                    recordReuse(of: found)
                }
            } else {
                makeConnection(isTLS: false, hop: request.proxy == nil || needsTunnel ? .origin : .proxy)
            }
        }
        hasTunnel = true
        deadlines.enter(.wait)
    }

    func sessionResumed(on connection: Connection) {
        restsOnEarlier = true
        recordResumption(on: connection)
    }

    func handshakeFinished(at hop: Hop) {
        if deadlines.phase == .tls { deadlines.enter(hop == .proxy && !hasTunnel ? .tunnel : .wait) }
    }

    func didSendBody(bytes: Int) {
        guard bytes > sentBytes else { return }
        sentBytes = bytes
        if upload.isDue(bytes) || bytes == request.bodyBytes {
            record(.uploadProgress(ProgressFacts(bytes: bytes, total: request.bodyBytes)))
        }
    }

    func didReceiveHeaderLine(_ line: UnsafeRawBufferPointer) {
        if !hasTunnel { return didReceiveTunnelLine(line) }
        deadlines.enter(.body)
        guard response.add(line: line), let head = response.head else { return }
        record(.responseReceived(head))
        // The answer to what it asks goes over the same connection, also where each request makes its own.
        if head.status == 401 || head.status == 407, isAlone { curl?.keepConnection(true) }
        countQuestion(head.status)
    }

    func didReceiveBody(_ bytes: UnsafeRawBufferPointer) {
        response.add(body: bytes)
        saveBody(bytes)
        if response.isWholeBeforeUpload(of: request.bodyBytes ?? 0, sent: sentBytes) { endsSoon(isFinished: true) }
        if download.isDue(response.bodyBytes) || response.bodyBytes == response.contentLength {
            record(.dataProgress(ProgressFacts(bytes: response.bodyBytes, total: response.contentLength)))
        }
    }

    // MARK: The end

    /// libcurl is done with it.
    func finished(code: Int, text: String, systemError: Int32) {
        ended = (code, text, systemError)
        finishedAgain()
    }

    /// The same once more, after an answer.
    ///
    /// - Parameter asks: Whether what the response asks is put to the client.
    func finishedAgain(asks: Bool = true) {
        guard let ended, !isOver else { return }
        if asks, raisesPasswordChallenge(code: ended.code) { return }
        // A connection that was kept for an answer is of no more use where each request makes its own.
        let kept = isAlone ? connection : nil
        end(code: ended.code, text: ended.text, systemError: ended.systemError, isFinished: ended.code == 0)
        if let kept { pool.sockets.end(kept) }
    }

    /// Forgets the response that asked, before the request is sent again; its connection stays to be used again.
    func forgetResponse() {
        response = ResponseCollector(keptBytes: job.keptBodyBytes)
        tunnel = ResponseCollector(keptBytes: 0)
        hasTunnel = !needsTunnel
        request.responseFile?.restart()
        (sentBytes, questions, ended) = (0, 0, nil)
        previousConnection = connection
        connection = nil
        deadlines.enter(.tcp)
    }

    /// A person, a limit or the session's end stops it.
    func stop(by author: String) {
        stoppedBy = author
        end()
    }

    private func timeIsUp(_ expiry: Deadlines.Expiry) {
        self.expiry = expiry
        self.expiry?.phase = phase
        end()
    }

    /// Where it stands. libcurl does not say when a connection stands: to a proxy, it may wait for the tunnel by then.
    private var phase: Phase {
        deadlines.phase == .tcp && !hasTunnel && connectedSocket != nil ? .tunnel : deadlines.phase
    }

    /// Ends after one more turn of libcurl, which would wait for ever or go round and round until a deadline: a fatal alert
    /// came on a connection that was held, and its own last "try again" stands for the state of the socket; or the
    /// response is whole for us alone, because our body still goes up to an HTTP/2 stream that the server has closed
    /// (7.88), or because a question calls every answer stale.
    func endsSoon(isFinished: Bool = false) {
        shard.loop.schedule(after: .zero) { [weak self] in
            self?.shard.loop.schedule(after: .zero) { [weak self] in self?.end(isFinished: isFinished) }
        }
    }

    /// - Parameter isFinished: Whether libcurl has the whole response.
    func end(code: Int = 0, text: String = "", systemError: Int32 = 0, isFinished: Bool = false) {
        guard !isOver else { return }
        isOver = true
        deadlines.pause()
        connection?.updateTraffic()
        connection?.through?.updateTraffic()
        // 5 to 7: libcurl's words for a name that does not resolve and an address that does not answer.
        let hasFailed = !(5...7).contains(code) && code != 0 && !openSockets.isEmpty
        let (phase, hasConnected) = (phase, hasFailed || connectedSocket != nil)
        // Closes the connection of an unfinished transfer, which completes the record.
        if let curl { pool.multi.remove(curl) }
        if isFinished, stoppedBy == nil, crash == nil, expiry == nil {
            if takesNotModified() { return }
            keepResponse()
            if followsRedirect() { return }
        }
        let hop = connection?.hop ?? (request.proxy == nil ? .origin : .proxy)
        let ending = Ending(
            request: request,
            profile: client.profile,
            hop: hop,
            hasConnected: hasConnected,
            tunnel: hasTunnel ? nil : tunnel,
            transcript: connection.flatMap { $0.isTLS ? $0.transcript : nil },
            negotiated: connection?.negotiated,
            phase: phase,
            addresses: addresses,
            curlCode: code,
            curlText: text,
            systemError: systemError,
            isComplete: isFinished && response.isHeadComplete,
            response: response,
            stoppedBy: stoppedBy,
            expiry: expiry,
            lostHold: lostHold,
            silence: silence,
            crash: crash,
            answers: answers,
            asked: connection?.asked,
            presented: presentedIdentity,
            date: judgementDate(),
            cancelledPassword: cancelledPassword,
            restsOnEarlier: restsOnEarlier
        )
        let outcome = ending.outcome(remarks: remarks, earlier: job.earlier?.codes ?? [])
        if request.url.scheme == .https, challengeCount == 0, !isUnasked, connection?.transcript.isFinished != true,
            outcome.status == nil
        {
            let why =
                !hasTunnel && hasConnected
                ? "there was no tunnel" : connection == nil ? "no connection" : "the server had shown no certificate"
            recordNoChallenge(because: "ended before any challenge: \(why)")
        }
        let isComplete = ending.isComplete
        if presentedIdentity != nil, let code = outcome.code,
            [.serverRefusedIdentity, .serverRefusedByStatus].contains(outcome.refusal)
        {
            record(.identityRefused(ProblemFacts(Problem(code, outcome.reason, remedy: outcome.remedy))))
        }
        conclude(isComplete ? .requestFinished(outcome) : .requestFailed(outcome), outcome, isComplete: isComplete)
    }

    /// The identity that was put on the connection.
    private var presentedIdentity: Identity? {
        guard let summary = answers[.origin]?.identity?.effect.identity else { return nil }
        return connection?.presentedIdentity ?? client.identity(for: summary)
    }

    func conclude(_ kind: EventKind, _ outcome: OutcomeFacts, isComplete: Bool) {
        finish(
            kind,
            ExchangeResult(outcome: outcome, response: response.head, body: response.body, isComplete: isComplete)
        )
    }

    /// Ends with a result that need not be this transfer's own.
    func finish(_ kind: EventKind, _ result: ExchangeResult) {
        isOver = true
        record(kind)
        leave()
        exchange.finish(result)
    }

    /// Leaves its connection and its pool to others.
    func leave() {
        for used in [connection, connection?.through] where used?.transfer === self { used?.transfer = nil }
        curl?.delegate = nil
        shard.ended(self, in: pool)
    }
}
