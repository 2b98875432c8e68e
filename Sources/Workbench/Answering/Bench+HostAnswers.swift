import ChallengeLog
import Events
import RequestEngine
import Trust

extension Bench {
    /// The answers that stand for every challenge of a host, by host.
    public var hostAnswers: [HostAnswer] { state.withLock { $0.hostAnswers.all } }

    /// Gives the same answer to every further challenge of this kind from this host, until it is taken back.
    public func remember(_ disposition: Disposition, identity summary: IdentitySummary?, for item: HeldItem) {
        let answer = prepared(disposition, identity: summary, for: item)
        let key = Self.key(item.challenge)
        state.withLock { $0.hostAnswers[key] = answer }
    }

    /// Takes back what stands for a host, or for all of them; the number of answers taken back.
    @discardableResult
    public func forgetAnswers(of host: String?) -> Int { state.withLock { $0.hostAnswers.forget(host: host) } }

    /// The answer that stands for a challenge.
    func standingAnswer(_ challenge: Challenge) -> PreparedAnswer? {
        let key = Self.key(challenge)
        return state.withLock { $0.hostAnswers[key] }
    }

    private static func key(_ challenge: Challenge) -> HostAnswer.Key {
        HostAnswer.Key(
            host: challenge.protectionSpace.host,
            method: challenge.protectionSpace.authenticationMethod
        )
    }

    /// Which challenges are held for a person.
    public enum Holding: Hashable, Sendable {
        /// None but those that the policy hands to a person.
        case off
        /// Every one.
        case all
        /// Those whose request passes a filter, as far as it is known when the challenge comes.
        case matching(LogQuery)
    }

    /// Whether a challenge is held for a person beyond what the policy says.
    func holds(_ challenge: Challenge) -> Bool {
        switch state.withLock({ $0.holding }) {
        case .off: false
        case .all: true
        case .matching(let query): Self.digest(challenge).map { query.passes($0) } ?? true
        }
    }

    /// The request as a list would show it at this moment.
    private static func digest(_ challenge: Challenge) -> RequestDigest? {
        let space = challenge.protectionSpace
        let profile = challenge.setup.profile
        let url = "https://\(space.host):\(space.port)/"
        let kinds: [EventKind] = [
            .requestStarted(RequestFacts(method: "GET", url: url, client: profile.name)),
            .challengeReceived(ChallengeFacts(method: space.authenticationMethod, host: space.host, port: space.port)),
            .challengeEvaluated(DecisionFacts(decision: challenge.decision, duration: 0)),
        ]
        return RequestDigest.fold(
            kinds.map { kind in
                Event(
                    kind,
                    time: EventTime.now(),
                    request: challenge.request,
                    challenge: challenge.number,
                    host: space.host,
                    profile: profile
                )
            }
        )
    }
}
