import Diagnosis
import Events
import RequestEngine
import Trust

extension Bench {
    /// The challenges that wait for a person, the oldest request first; one whose server hung up is among them.
    public var heldChallenges: [HeldItem] { held.all }

    /// A challenge that waits for a person.
    public func heldChallenge(_ key: HeldItem.Key) -> HeldItem? { held.item(key) }

    /// Which challenges are held for a person.
    public var holding: Holding { state.withLock { $0.holding } }

    /// Whether there is somebody to ask; without, what a person is to answer gets its safe answer.
    public var hasPerson: Bool { state.withLock { $0.hasPerson } }

    /// Says whether there is a person, and which challenges are held for them.
    public func hold(_ holding: Holding, hasPerson: Bool = true) {
        state.withLock { state in
            state.holding = holding
            state.hasPerson = hasPerson
        }
    }

    /// What the client in force would answer to a held challenge: judged again when the client has changed.
    public func decision(for item: HeldItem) -> ClientDecision {
        let challenge = item.challenge
        // A proxy is judged by the system's verdict, whatever the client is.
        guard challenge.setup.profile != profile, !challenge.protectionSpace.isProxy else { return challenge.decision }
        let place: Target.Place = isLab(challenge) ? .lab : .outside
        guard let client = try? prepare(profile, at: place) else { return challenge.decision }
        switch challenge.question {
        case .serverTrust(let request):
            return reevaluation.decision(request, urlHost: challenge.protectionSpace.host, as: setup(client))
        case .clientCertificate(let request):
            return reevaluation.decision(request, as: setup(client))
        case .password(let asked):
            let setup = setup(client)
            return Decider.password(asked, profile: setup.profile, bundle: setup.bundle, identities: setup.identities)
        }
    }

    /// Answers a held challenge as the client in force would; every answer it has, in order.
    public func answerAsPolicy(_ item: HeldItem, by author: String) {
        let decision = decision(for: item)
        for answer in decision.answers {
            item.held.answer(answer, identity: identity(for: answer.identity), by: author)
        }
        held.drop(item.key)
    }

    /// Answers a held challenge as a person does.
    ///
    /// - Parameters:
    ///   - identity: for a client certificate, which of the identities at hand goes with `useCredential`.
    ///   - password: for a user and a password, what goes with `useCredential`; nil gives those that lie ready.
    /// - Returns: nil when the answer counted, else why it did not.
    public func answer(
        _ item: HeldItem,
        _ disposition: Disposition,
        identity summary: IdentitySummary? = nil,
        password: PasswordCredential? = nil,
        by author: String
    ) -> Problem? {
        if let ending = item.held.ending { return Self.tooLate(ending) }
        switch item.challenge.question {
        case .serverTrust:
            item.held.answer(disposition, credential: disposition == .useCredential ? .serverTrust : nil, by: author)
        case .clientCertificate:
            let chosen = identity(for: summary)
            let credential = chosen.map { Credential.identity($0, sends: profile.sends) }
            item.held.answer(disposition, credential: disposition == .useCredential ? credential : nil, by: author)
        case .password:
            if disposition == .useCredential, password == nil {
                item.held.answer(ClientAnswer(.useCredential), by: author)
            } else {
                item.held.answer(disposition, credential: password.map { .password($0) }, by: author)
            }
        }
        held.drop(item.key)
        return nil
    }

    /// Answers a held question for a user and a password with those typed.
    ///
    /// - Returns: nil when the answer counted, else why it did not.
    public func answer(_ item: HeldItem, user: String, password: PassPhrase, by author: String) -> Problem? {
        answer(item, .useCredential, password: PasswordCredential(user: user, password: password), by: author)
    }

    /// The answer that a person chose, for connecting again where the server had hung up.
    public func prepared(
        _ disposition: Disposition,
        identity summary: IdentitySummary?,
        for item: HeldItem
    ) -> PreparedAnswer {
        let chosen = identity(for: summary)
        var answer = ClientAnswer(disposition, hasCredential: disposition == .useCredential)
        if case .clientCertificate = item.challenge.question {
            answer.identity = chosen?.summary
            answer.sends = profile.sends
            answer.hasCredential = chosen != nil
        }
        return PreparedAnswer(challenge: item.key.challenge, answer: answer, identity: chosen)
    }

    /// Takes a held challenge that is over off the list.
    public func forget(_ key: HeldItem.Key) {
        guard let item = held.item(key), item.held.ending != nil else { return }
        held.drop(key)
    }

    /// The identities at hand: those of the profile's file, of the bundle, and those opened by hand.
    public var identities: [Identity] {
        let client = try? preparer.prepare(profile, at: .outsideWithoutStore)
        return preparer.openedByHand(beside: client?.identities ?? preparer.bundleNow().identities)
    }

    /// Opens a file of identities, so that they are at hand.
    ///
    /// - Throws: `file.…`, `p12.…` and `identity.…` codes; the pass phrase appears in none.
    public func openIdentity(path: String, passPhrase: PassPhrase?) throws(Problem) -> [IdentitySummary] {
        let options = IdentityFile.Options(passPhrase: passPhrase)
        let file = IdentityFile(FileReader.read(preparer.resolve(path)), options: options)
        let identities = try file.usableIdentities()
        preparer.keep(identities)
        return identities.map(\.summary)
    }

    private func identity(for summary: IdentitySummary?) -> Identity? {
        guard let summary else { return nil }
        let all = identities
        return all.first { $0.leaf.sha256 == summary.leaf && $0.file == summary.file }
            ?? all.first { $0.leaf.sha256 == summary.leaf }
    }

    private func isLab(_ challenge: Challenge) -> Bool {
        lab?.scenario(host: challenge.protectionSpace.host, port: challenge.protectionSpace.port) != nil
    }

    private static func tooLate(_ ending: HeldChallenge.Ending) -> Problem {
        let what =
            switch ending {
            case .answered(let author): "\(author) had answered before"
            case .timedOut: "the time was up, and the safe answer was given"
            case .serverLeft: "the server had hung up"
            case .requestEnded: "the request had ended"
            }
        return Problem(.challengeLateAnswer, "The answer came too late: \(what).")
    }
}
