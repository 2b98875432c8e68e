import Events
import Trust

/// The selected request with everything that is known of it.
///
/// What its events come to is worked out once, when it is loaded: each key draws it anew.
struct Exchange: Hashable, Sendable {
    let key: RequestKey
    let events: [Event]
    /// The certificates that its challenges name, by SHA-256.
    var certificates: [SHA256Digest: PresentedCertificate] = [:]
    /// The challenges in the order raised.
    let challenges: [RecordedChallenge]
    /// Its row; nil where the events are no request's.
    let digest: RequestDigest?
    /// The timeline; nil while it runs, when it goes on with the clock.
    private let ended: [TimelineLine]?

    init(key: RequestKey, events: [Event]) {
        self.key = key
        self.events = events
        challenges = RecordedChallenge.all(in: events)
        digest = RequestDigest.fold(events)
        ended = digest?.isRunning == true ? nil : TimelineLine.lines(of: events, now: 0)
    }

    /// What happened, line by line.
    ///
    /// - Parameter now: microseconds since 1970, UTC, for what is still under way.
    func timeline(now: Int64) -> [TimelineLine] { ended ?? TimelineLine.lines(of: events, now: now) }
}

/// A challenge put together from its events.
struct RecordedChallenge: Hashable, Sendable {
    var number: Int
    var received: Event
    var facts: ChallengeFacts
    var decision: DecisionFacts?
    /// The client that decided.
    var profile: ClientProfile?
    var hold: HoldFacts?
    var answers: [AnswerFacts] = []
    /// Why it was never answered.
    var silence: ProblemFacts?

    static func all(in events: [Event]) -> [RecordedChallenge] {
        var challenges: [RecordedChallenge] = []
        for event in events {
            if case .challengeReceived(let facts) = event.kind {
                let number = event.challenge ?? challenges.count + 1
                challenges.append(RecordedChallenge(number: number, received: event, facts: facts))
                continue
            }
            guard let number = event.challenge, let index = challenges.lastIndex(where: { $0.number == number })
            else { continue }
            switch event.kind {
            case .challengeEvaluated(let facts):
                challenges[index].decision = facts
                challenges[index].profile = event.profile
            case .challengeHeld(let facts): challenges[index].hold = facts
            case .challengeAnswered(let facts): challenges[index].answers.append(facts)
            case .challengeNeverAnswered(let facts): challenges[index].silence = facts
            default: break
            }
        }
        return challenges
    }

    /// The answer that counted.
    var answer: AnswerFacts? { answers.first }
    var isServerTrust: Bool { facts.method == .serverTrust }
}
