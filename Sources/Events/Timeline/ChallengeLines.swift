import Trust

/// The lines of one challenge.
struct ChallengeLines {
    /// The challenge as it stands after all events; nil where its start was not recorded.
    private let digest: ChallengeDigest?
    /// Whether the request has no other challenge, so that it needs no number.
    private let isOne: Bool
    private let now: Int64

    init(_ digest: ChallengeDigest?, isOne: Bool, now: Int64) {
        self.digest = digest
        self.isOne = isOne
        self.now = now
    }

    func lines(_ event: Event, isRunning: Bool) -> [TimelineLine] {
        switch event.kind {
        case .challengeReceived(let facts): received(facts, event)
        case .challengeEvaluated(let facts): evaluated(facts.decision, event)
        case .challengeHeld(let facts): held(facts, event, isRunning: isRunning)
        case .challengeAnswered(let facts): [answered(facts, event)]
        case .challengeNeverAnswered(let facts): [TimelineLine("silent", facts.sentence, event, role: .refuse)]
        case .challengeAnsweredTwice(let facts):
            [TimelineLine("ignored", "a second answer: \(facts.text)", event, role: .warn)]
        case .challengeAnsweredLate(let facts):
            [TimelineLine("ignored", "a late answer: \(facts.text)", event, role: .warn)]
        case .challengeFiltered(let facts): [TimelineLine("filtered", facts.sentence, event, role: .warn)]
        case .challengeNotRaised(let facts):
            [TimelineLine("unasked", "\(facts.method.words): \(facts.sentence)", event)]
        default: []
        }
    }

    private func received(_ facts: ChallengeFacts, _ event: Event) -> [TimelineLine] {
        let number = event.challenge ?? digest?.number ?? 1
        let attempt = facts.previousFailureCount == 0 ? "first try" : "try \(facts.previousFailureCount + 1)"
        let proxy = facts.isProxy ? "  of the proxy" : ""
        let text = "\(Self.explanation(facts.method))   \(facts.host):\(facts.port)\(proxy)  \(attempt)"
        var lines = [TimelineLine(isOne ? "CHALLENGE" : "CHALLENGE \(number)", text, event, role: .challenge)]
        if facts.method.asksForPassword {
            let realm = facts.realm.map { "realm \"\($0)\"" } ?? "no realm"
            let user = facts.proposedUser.map { "\($0) lies ready" } ?? "no credential lies ready"
            let level = facts.level.map { "   \($0.rawValue) level" } ?? ""
            lines.append(TimelineLine("asked for", "\(realm)   \(user)\(level)", event, isTimed: false))
        }
        if let asked = facts.asked { lines.append(TimelineLine("asked for", Self.words(asked), event, isTimed: false)) }
        return lines
    }

    private static func explanation(_ method: AuthenticationMethod) -> String {
        switch method {
        case .serverTrust: "server trust: you check the server"
        case .clientCertificate: "client certificate: the server asks who you are"
        case .httpBasic, .httpDigest, .ntlm, .negotiate: "\(method.words): a user and a password are asked for"
        }
    }

    private static func words(_ asked: ClientCertificateRequest) -> String {
        let count = asked.issuers.count
        let issuers: String
        switch count {
        case 0: issuers = "any issuer (none is named)"
        case 1: issuers = "1 issuer: \(asked.issuers[0].text)"
        default: issuers = "\(count) issuers: \(asked.issuers[0].text) and \(count - 1) more"
        }
        return asked.keyTypes.isEmpty ? issuers : "\(issuers)   keys: \(asked.keyTypes.joined(separator: ", "))"
    }

    private func evaluated(_ decision: ClientDecision, _ event: Event) -> [TimelineLine] {
        var lines: [TimelineLine] = []
        if let evaluation = decision.evaluation {
            let tally = CheckTally(evaluation)
            let role: TimelineLine.Role =
                !tally.failed.isEmpty ? .refuse : tally.letBy.isEmpty ? .accept : .warn
            let faults = Self.faults(evaluation)
            let text = tally.counts + (faults.isEmpty ? "" : "   \(faults)")
            lines.append(TimelineLine("checks", text, event, role: role, isTimed: false))
        }
        for offer in decision.offers.prefix(3) {
            let text = "\(offer.identity.file)  \(offer.identity.subject)  \(offer.shortWhy(now: event.time))"
            lines.append(TimelineLine("identity", text, event, role: offer.fits ? .plain : .warn, isTimed: false))
        }
        if decision.offers.count > 3 {
            lines.append(TimelineLine("identity", "and \(decision.offers.count - 3) more", event, isTimed: false))
        }
        // A policy that answers itself is told by its answer.
        if digest?.by != "policy" || decision.answers.isEmpty {
            let step = decision.answers.first?.step ?? decision.evaluation?.step ?? decision.steps.last?.step
            let text = decision.word + (step.map { "   \($0.place)" } ?? "")
            lines.append(TimelineLine("policy", text, event, isTimed: false))
        }
        return lines
    }

    /// `FAIL pin: not in set prod; let by: host`.
    private static func faults(_ evaluation: Evaluation) -> String {
        let lines = CheckLine.lines(of: evaluation)
        let failed = lines.filter { $0.result == .fail }.map { "FAIL \($0.word): \($0.cause)" }
        let letBy = lines.filter { $0.result == .letBy }.map(\.word)
        let parts = failed + (letBy.isEmpty ? [] : ["let by: \(letBy.joined(separator: ", "))"])
        return parts.joined(separator: "; ")
    }

    private func held(_ facts: HoldFacts, _ event: Event, isRunning: Bool) -> [TimelineLine] {
        guard let digest, digest.state == .held, isRunning else {
            return [TimelineLine("held", "for a person, who had \(Self.limit(facts))", event)]
        }
        let left = digest.deadline.map { "\(Tenths.countdown($0 - now)) left, then \(facts.safeAnswer.word)" }
        return [TimelineLine("HELD", "waiting for you, \(left ?? "clock stopped")", event, role: .held)]
    }

    private static func limit(_ facts: HoldFacts) -> String {
        facts.isClockStopped ? "no limit" : "\(Int(min(facts.timeout, 1e9).rounded())) s"
    }

    private func answered(_ facts: AnswerFacts, _ event: Event) -> TimelineLine {
        var parts = [facts.answer.disposition.word]
        if facts.by != "policy" {
            parts.append("by \(facts.by)" + (facts.timeHeld > 0 ? " after \(Tenths.seconds(facts.timeHeld))" : ""))
        }
        if digest?.method == .clientCertificate, facts.effect.proceeds {
            parts.append(Self.sent(facts.effect))
        } else if facts.effect.proceeds, let step = facts.answer.step {
            parts.append(step.place)
        } else {
            parts.append(facts.effect.reason)
        }
        if facts.effect.isAssumed { parts.append("~ assumed") }
        return TimelineLine("answer", parts.joined(separator: "   "), event, role: role(facts))
    }

    private func role(_ facts: AnswerFacts) -> TimelineLine.Role {
        guard facts.effect.proceeds else { return .refuse }
        if facts.answer.step?.defect != nil { return .warn }
        guard let tally = digest?.tally else { return .accept }
        return tally.failed.isEmpty && tally.letBy.isEmpty ? .accept : .warn
    }

    private static func sent(_ effect: AnswerEffect) -> String {
        guard let identity = effect.identity else { return "sent no certificate" }
        let count = identity.chain.count
        let intermediates = "\(count) intermediate\(count == 1 ? "" : "s")"
        guard count > 0 else { return "sent the leaf" }
        return effect.sends == .chain
            ? "sent the leaf and \(intermediates)" : "sent the leaf; \(intermediates) left in the file !"
    }
}
