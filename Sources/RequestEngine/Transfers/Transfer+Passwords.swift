import Diagnosis
import Events
import Trust

/// What a request has tried of a server's or proxy's question for a user and a password.
struct PasswordAttempt {
    /// How often it failed.
    var failures = 0
    /// What was sent last.
    var last: (challenge: PasswordChallenge, credential: PasswordCredential)?
    /// The ways that the client did not want (rejectProtectionSpace).
    var rejected: Set<AuthenticationMethod> = []
}

/// Questions for a user and a password: raised when the response has come, answered by sending the request again.
extension Transfer {
    /// How many tries a person or a script gets.
    static let mostTries = 10

    /// Raises the challenge that a response asks; false where it asks none, and the response is taken as it is.
    func raisesPasswordChallenge(code: Int) -> Bool {
        guard stoppedBy == nil, let (hop, offers) = passwordOffers(code: code) else {
            if code == 0, response.status != 401, response.status != 407 { keepWhatWorked() }
            return false
        }
        guard let connection, let asked = nextPasswordChallenge(hop, offers) else { return false }
        let challenge = passwordChallenge(asked, connection: connection)
        shard.raise(challenge, of: self, on: connection)
        return true
    }

    /// Ends what would go round and round.
    func countQuestion(_ status: Int) {
        guard status == 401 || status == 407 else { return }
        questions += 1
        guard questions == Self.mostTries else { return }
        remark(.challengeRepeated(failures: questions))
        endsSoon(isFinished: true)
    }

    /// Who asks, and how it may be answered.
    private func passwordOffers(code: Int) -> (Hop, [AuthenticateHeader.Offer])? {
        let isTunnel = !hasTunnel && tunnel.isHeadComplete && tunnel.status == 407
        let isWhole = code == 0 && response.isHeadComplete
        let hop: Hop
        if isTunnel || (isWhole && request.proxy != nil && response.status == 407) {
            hop = .proxy
        } else if isWhole, response.status == 401 {
            hop = .origin
        } else {
            return nil
        }
        let name = hop == .proxy ? "proxy-authenticate" : "www-authenticate"
        let fields = (isTunnel ? tunnel : response).headers.filter { $0.name.lowercased() == name }
        let offers = AuthenticateHeader(fields.map(\.value)).offers
        return offers.isEmpty ? nil : (hop, offers)
    }

    private func nextPasswordChallenge(_ hop: Hop, _ offers: [AuthenticateHeader.Offer]) -> PasswordChallenge? {
        var attempt = attempts[hop] ?? PasswordAttempt()
        if attempt.last != nil { attempt.failures += 1 }
        attempts[hop] = attempt
        guard attempt.failures < Self.mostTries else {
            remark(.challengeRepeated(failures: attempt.failures))
            return nil
        }
        guard let offer = offers.first(where: { !attempt.rejected.contains($0.method) }) else { return nil }
        let url = url(of: hop)
        var asked = PasswordChallenge(
            method: offer.method,
            host: url.host,
            port: url.port,
            realm: offer.realm.map(Sanitizer.line),
            isProxy: hop == .proxy,
            previousFailureCount: attempt.failures
        )
        asked.hasProposedCredential = proposedCredential(asked) != nil
        return asked
    }

    /// The credential that lies ready: at first that of the session or of the request, after a failure what failed.
    func proposedCredential(_ asked: PasswordChallenge) -> PasswordCredential? {
        let hop: Hop = asked.isProxy ? .proxy : .origin
        if let last = attempts[hop]?.last { return last.credential }
        return job.configuration.credentials[CredentialStore.Space(asked)]
            ?? (asked.isProxy ? request.proxyCredential : request.credential)
    }

    private func passwordChallenge(_ asked: PasswordChallenge, connection: Connection) -> Challenge {
        countChallenge()
        let space = ProtectionSpace(
            host: asked.host,
            port: asked.port,
            isProxy: asked.isProxy,
            authenticationMethod: asked.method,
            distinguishedNames: [],
            serverTrust: []
        )
        var facts = ChallengeFacts(
            method: asked.method,
            host: asked.host,
            port: asked.port,
            isProxy: asked.isProxy,
            previousFailureCount: asked.previousFailureCount
        )
        facts.realm = asked.realm
        facts.proposedUser = proposedCredential(asked).map { Sanitizer.line($0.user) }
        facts.level = asked.method.arrivesAtSession ? .session : .task
        record(
            .challengeReceived(facts),
            connection: connection.number,
            challenge: challengeCount,
            profile: client.profile
        )
        let began = ContinuousClock.now
        let decision = shard.decisions.password(asked, client)
        recordDecision(decision, on: asked.method, of: client, took: ContinuousClock.now - began, connection)
        return challenge(
            space,
            .password(asked),
            decision,
            connection,
            client,
            failures: asked.previousFailureCount
        )
    }

    /// Does what follows from an answer: sends the request again, or takes the response as it is.
    func obey(_ answer: ClientAnswer, _ effect: AnswerEffect, given: PasswordCredential?, to asked: PasswordChallenge) {
        let hop: Hop = asked.isProxy ? .proxy : .origin
        // Not now: the answer may come from within the end of the transfer.
        shard.loop.schedule(after: .zero) { [weak self] in
            guard let self, !self.isOver else { return }
            self.deadlines.run()
            guard effect.proceeds else {
                self.cancelledPassword = effect
                return self.end()
            }
            if answer.disposition == .rejectProtectionSpace {
                self.attempts[hop, default: .init()].rejected.insert(asked.method)
                self.attempts[hop]?.last = nil
                return self.finishedAgain()
            }
            guard let credential = self.credential(answer, given, asked) else { return self.finishedAgain(asks: false) }
            self.attempts[hop, default: .init()].last = (asked, credential)
            self.sendAgain(with: credential, asked)
        }
    }

    private func credential(_ answer: ClientAnswer, _ given: PasswordCredential?, _ asked: PasswordChallenge)
        -> PasswordCredential?
    {
        switch answer.disposition {
        case .useCredential where answer.hasCredential && answer.identity == nil: given ?? proposedCredential(asked)
        case .performDefaultHandling where asked.previousFailureCount == 0: proposedCredential(asked)
        default: nil
        }
    }

    private func sendAgain(with credential: PasswordCredential, _ asked: PasswordChallenge) {
        guard let curl else { return }
        pool.multi.remove(curl)
        curl.authenticate(credential, asked.method, isProxy: asked.isProxy)
        forgetResponse()
        guard pool.multi.add(curl) else { return end(code: 27, text: "libcurl has no handle for this transfer") }
    }

    /// A credential that was taken is kept for the session.
    private func keepWhatWorked() {
        for attempt in attempts.values {
            guard let last = attempt.last else { continue }
            job.configuration.credentials[CredentialStore.Space(last.challenge)] = last.credential
        }
    }
}
