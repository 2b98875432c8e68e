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
    private(set) var deadlines: Deadlines
    private(set) var connection: Connection?

    /// What follows a challenge's answer, for the outcome.
    private(set) var trust: (decision: ClientDecision, effect: AnswerEffect)?
    private(set) var identity: (decision: ClientDecision, effect: AnswerEffect)?
    private(set) var response: ResponseCollector
    private var challengeCount = 0
    private var remarks: [Problem] = []
    private var lostHold: Problem?
    private var silence: Problem?
    private var crash: Problem?
    private var expiry: Deadlines.Expiry?
    private var stoppedBy: String?
    private var addresses: [String] = []
    private var openSockets: [Int32] = []
    private var restsOnEarlier = false
    private var isOver = false

    private unowned let shard: Shard
    private unowned let pool: Pool
    private let exchange: Exchange
    private let start = ContinuousClock.now
    private(set) var curl: CurlTransfer?

    init(job: TransferJob, shard: Shard, pool: Pool) {
        number = job.exchange.number
        session = job.session
        request = job.exchange.request
        client = job.client
        responder = job.responder
        limits = job.exchange.request.limits ?? job.configuration.limits
        response = ResponseCollector(keptBytes: job.configuration.keptBodyBytes)
        exchange = job.exchange
        self.shard = shard
        self.pool = pool
        deadlines = Deadlines(loop: shard.loop, limits: limits) { _ in }
        let plan = TransferPlan(
            request,
            userAgent: job.configuration.userAgent,
            answersKept: client.profile.answersKept
        )
        curl = CurlTransfer(plan, sockets: pool.sockets)
        deadlines = Deadlines(loop: shard.loop, limits: limits) { [weak self] expiry in self?.timeIsUp(expiry) }
        curl?.delegate = self
    }

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

    /// Records the start and hands the transfer to libcurl.
    func begin() {
        record(.requestStarted(requestFacts), profile: client.profile)
        for kind in request.preamble { record(kind) }
        if request.url.scheme == .http {
            if let rules = client.profile.transportSecurity, !rules.hasException { return refuseCleartext() }
            record(
                .challengeNotRaised(
                    NoChallengeFacts(
                        reason: .cleartext,
                        method: .serverTrust,
                        restsOnRequest: nil,
                        sentence: "no TLS: there is no server to check and nobody asks who we are"
                    )
                )
            )
        }
        deadlines.run()
        guard let curl, pool.multi.add(curl) else {
            return end(code: 27, text: "libcurl has no handle for this transfer")
        }
    }

    private var requestFacts: RequestFacts {
        RequestFacts(
            method: request.method,
            url: Sanitizer.line(request.url.description),
            headers: request.headers.map(Redaction.recorded),
            bodyBytes: request.body?.count ?? 0,
            connectTo: request.connectTo.map { "\($0.bracketedHost):\($0.port)" },
            serverName: request.sentServerName,
            nameChecked: request.url.scheme == .https ? request.nameChecked(under: client.profile) : nil,
            client: request.label.client,
            policyLine: request.label.policyLine,
            scenario: request.label.scenario,
            repeats: request.label.repeats
        )
    }

    // MARK: Challenges

    func judgementDate() -> Date { client.judgedAt ?? shard.recorder.clock() }

    /// Records a server-trust challenge, has it decided, and records the decision.
    func serverTrustChallenge(
        chain: [PresentedCertificate],
        negotiated: NegotiatedConnection,
        connection: Connection
    ) -> Challenge {
        challengeCount += 1
        let question = ChallengeRecord.question(
            chain: chain,
            host: request.url.host,
            name: request.validateAs,
            client: client,
            date: judgementDate(),
            connection: negotiated
        )
        let space = ProtectionSpace(
            host: request.url.host,
            port: request.url.port,
            isProxy: false,
            authenticationMethod: .serverTrust,
            distinguishedNames: [],
            serverTrust: chain
        )
        let (facts, certificates) = ChallengeRecord.facts(question, space: space)
        // Before the verdict is known: a chain is never lost because of it.
        record(
            .challengeReceived(facts),
            connection: connection.number,
            challenge: challengeCount,
            certificates: certificates,
            profile: client.profile
        )
        let began = ContinuousClock.now
        let decision = shard.decisions.serverTrust(question, client)
        recordDecision(decision, took: ContinuousClock.now - began, connection)
        return challenge(space, .serverTrust(question), decision, connection)
    }

    /// Records a client-certificate challenge, has it decided, and records the decision.
    func clientCertificateChallenge(_ asked: ClientCertificateRequest, connection: Connection) -> Challenge {
        challengeCount += 1
        let space = ProtectionSpace(
            host: request.url.host,
            port: request.url.port,
            isProxy: false,
            authenticationMethod: .clientCertificate,
            distinguishedNames: asked.issuers,
            serverTrust: []
        )
        record(
            .challengeReceived(
                ChallengeFacts(method: .clientCertificate, host: space.host, port: space.port, asked: asked)
            ),
            connection: connection.number,
            challenge: challengeCount,
            profile: client.profile
        )
        let began = ContinuousClock.now
        let decision = shard.decisions.clientCertificate(asked, client)
        recordDecision(decision, took: ContinuousClock.now - began, connection)
        return challenge(space, .clientCertificate(asked), decision, connection)
    }

    private func recordDecision(_ decision: ClientDecision, took: Duration, _ connection: Connection) {
        let number = challengeCount
        for file in decision.filesRead { record(.fileRead(file), connection: connection.number, challenge: number) }
        for step in decision.steps { record(.flowStep(step), connection: connection.number, challenge: number) }
        record(
            .challengeEvaluated(DecisionFacts(decision: decision, duration: took.microseconds)),
            connection: connection.number,
            challenge: number,
            profile: client.profile
        )
    }

    private func challenge(
        _ space: ProtectionSpace,
        _ question: Challenge.Question,
        _ decision: ClientDecision,
        _ connection: Connection
    ) -> Challenge {
        Challenge(
            request: number,
            number: challengeCount,
            connection: connection.number,
            session: session,
            protectionSpace: space,
            previousFailureCount: 0,
            setup: client,
            question: question,
            decision: decision
        )
    }

    func answered(_ challenge: Challenge, _ answer: ClientAnswer, _ effect: AnswerEffect) {
        switch challenge.question {
        case .serverTrust: trust = (challenge.decision, effect)
        case .clientCertificate: identity = (challenge.decision, effect)
        }
    }

    func neverAnswered(_ problem: Problem) { silence = problem }

    /// The app that answers would have crashed: it is gone, and its connection with it.
    func crashed(_ problem: Problem) {
        crash = problem
        shard.loop.schedule(after: .zero) { [weak self] in self?.end(code: 0, text: "") }
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
        guard let connection = makeConnection(isTLS: true) else { return false }
        deadlines.enter(.tls)
        let gate = HandshakeHook.install(on: context, settings: .init(client.profile), observer: connection)
        connection.gate = gate
        return gate != nil
    }

    /// The connection on the socket that stands; of several that were tried, only one does.
    private func makeConnection(isTLS: Bool) -> Connection? {
        guard let socket = openSockets.last(where: { pool.sockets[$0] != nil && SocketTable.isConnected($0) }),
            let entry = pool.sockets[socket]
        else { return nil }
        let connection = shard.makeConnection(isTLS: isTLS, address: entry.address, port: entry.port, pool: pool)
        pool.sockets.attach(connection, to: socket)
        connection.transfer = self
        self.connection = connection
        var facts = connection.facts(reason: newConnectionReason)
        facts.localPort = pool.sockets[socket].map(\.localPort)
        record(.connectionOpened(facts))
        return connection
    }

    private var newConnectionReason: String {
        switch client.profile.answersKept {
        case .fresh: "answers kept: fresh, so each request connects anew"
        case .reuse, .asIOS: "no idle connection of this client leads there"
        }
    }

    func isAboutToSend(from localPort: Int) {
        if connection == nil {
            if let found = pool.sockets.connection(from: localPort) {
                reuse(found)
            } else {
                _ = makeConnection(isTLS: false)
            }
        }
        deadlines.enter(.wait)
        if let body = request.body, !body.isEmpty {
            record(.uploadProgress(ProgressFacts(bytes: body.count, total: body.count)))
        }
    }

    private func reuse(_ connection: Connection) {
        self.connection = connection
        connection.transfer = self
        restsOnEarlier = true
        let origin = connection.origin.serverTrust
        record(
            .connectionReused(
                connection.facts(
                    reason: origin.map { "connection \(connection.number), opened by no. \($0)" }
                        ?? "connection \(connection.number)",
                    restsOn: origin
                )
            )
        )
        if connection.isTLS { recordNotRaised(.reusedConnection, connection, "reused connection") }
    }

    func sessionResumed(on connection: Connection) {
        restsOnEarlier = true
        let origin = connection.origin.serverTrust
        record(
            .sessionResumed(connection.facts(reason: "the TLS session of an earlier handshake", restsOn: origin)),
            connection: connection.number
        )
        recordNotRaised(.resumedSession, connection, "resumed session")
    }

    private func recordNotRaised(_ reason: NoChallengeFacts.Reason, _ connection: Connection, _ words: String) {
        func record(_ method: AuthenticationMethod, _ origin: Int?) {
            self.record(
                .challengeNotRaised(
                    NoChallengeFacts(
                        reason: reason,
                        method: method,
                        restsOnRequest: origin,
                        sentence: words + (origin.map { ", answer of no. \($0)" } ?? "")
                    )
                ),
                connection: connection.number
            )
        }
        record(.serverTrust, connection.origin.serverTrust)
        if let origin = connection.origin.clientCertificate { record(.clientCertificate, origin) }
    }

    func handshakeFinished() { if deadlines.phase == .tls { deadlines.enter(.wait) } }

    func didReceiveHeaderLine(_ line: UnsafeRawBufferPointer) {
        deadlines.enter(.body)
        if response.add(line: line), let head = response.head { record(.responseReceived(head)) }
    }

    func didReceiveBody(_ bytes: UnsafeRawBufferPointer) {
        response.add(body: bytes)
        record(.dataProgress(ProgressFacts(bytes: response.bodyBytes, total: response.contentLength)))
    }

    // MARK: The end

    /// libcurl is done with it.
    func finished(code: Int, text: String, systemError: Int32) {
        end(code: code, text: text, systemError: systemError)
    }

    /// A person, a limit or the session's end stops it.
    func stop(by author: String) {
        stoppedBy = author
        end(code: 0, text: "")
    }

    private func timeIsUp(_ expiry: Deadlines.Expiry) {
        self.expiry = expiry
        end(code: 0, text: "")
    }

    /// A fatal alert came on a connection that was held. libcurl may take its own last "try again" for the state of the
    /// socket and wait for ever, so it gets one more turn and then the transfer ends here.
    func endsSoon() {
        shard.loop.schedule(after: .zero) { [weak self] in
            self?.shard.loop.schedule(after: .zero) { [weak self] in self?.end(code: 0, text: "") }
        }
    }

    private func refuseCleartext() {
        let problem = Problem.cleartextRefused(host: request.url.host)
        record(
            .challengeNotRaised(
                NoChallengeFacts(
                    reason: .refusedBefore,
                    method: .serverTrust,
                    restsOnRequest: nil,
                    sentence: "refused before any challenge: App Transport Security"
                )
            )
        )
        var outcome = OutcomeFacts(reason: problem.sentence)
        outcome.code = problem.code
        outcome.codes = [problem.code]
        outcome.remedy = problem.remedy
        outcome.clientError = ClientError.cleartextRefused
        conclude(.requestFailed(outcome), outcome, isComplete: false)
    }

    private func end(code: Int, text: String, systemError: Int32 = 0) {
        guard !isOver else { return }
        isOver = true
        deadlines.pause()
        connection?.updateTraffic()
        let phase = deadlines.phase
        // Closes the connection of an unfinished transfer, which completes the record.
        if let curl { pool.multi.remove(curl) }
        let ending = Ending(
            request: request,
            profile: client.profile,
            transcript: connection.flatMap { $0.isTLS ? $0.transcript : nil },
            negotiated: connection?.negotiated,
            phase: phase,
            addresses: addresses,
            curlCode: code,
            curlText: text,
            systemError: systemError,
            isComplete: code == 0 && stoppedBy == nil && expiry == nil && crash == nil && response.isHeadComplete,
            response: response,
            stoppedBy: stoppedBy,
            expiry: expiry,
            lostHold: lostHold,
            silence: silence,
            crash: crash,
            trust: trust,
            identity: identity,
            asked: connection?.asked,
            presented: presentedIdentity,
            date: judgementDate(),
            restsOnEarlier: restsOnEarlier
        )
        let outcome = ending.outcome(remarks: remarks)
        if request.url.scheme == .https, challengeCount == 0, connection?.transcript.isFinished != true,
            outcome.status == nil
        {
            record(
                .challengeNotRaised(
                    NoChallengeFacts(
                        reason: .refusedBefore,
                        method: .serverTrust,
                        restsOnRequest: nil,
                        sentence: "ended before any challenge: "
                            + (connection == nil ? "no connection" : "the server had shown no certificate")
                    )
                )
            )
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
        guard let summary = identity?.effect.identity else { return nil }
        return connection?.presentedIdentity ?? client.identity(for: summary)
    }

    private func conclude(_ kind: EventKind, _ outcome: OutcomeFacts, isComplete: Bool) {
        isOver = true
        record(kind)
        connection?.transfer = nil
        curl?.delegate = nil
        shard.ended(self, in: pool)
        exchange.finish(
            ExchangeResult(outcome: outcome, response: response.head, body: response.body, isComplete: isComplete)
        )
    }
}
