import Diagnosis
import Trust

/// One challenge of a request, as far as a list row needs it.
public struct ChallengeDigest: Hashable, Sendable, Codable {
    /// Where a challenge stands.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// Raised, not answered yet.
        case open
        /// Waits for a person.
        case held
        /// Answered.
        case answered
        /// Its responder went away without an answer.
        case silent
        /// Kept away by the delegate's filter.
        case filtered
    }

    /// Its number within the request, from 1 on.
    public var number: Int
    /// Its kind.
    public var method: AuthenticationMethod
    /// Where it stands.
    public var state: State
    /// The first answer.
    public var answer: Disposition?
    /// Who gave it: `policy`, `you`, `time-out`, `script`.
    public var by: String?
    /// Whether the handshake went on after the answer; nil before it.
    public var proceeds: Bool?
    /// What the policy says, in a word (`use`, `ask`, `silent`); nil before it was asked.
    public var policySays: String?
    /// Server trust: how the checks went.
    public var tally: CheckTally?
    /// Server trust: the words and JSON ids of the checks that failed or were let by.
    public var faults: [String]
    /// The first cause, `date: ended 412 d ago`; nil where nothing fails.
    public var cause: String?
    /// Client certificate: the identity that was sent, by its subject.
    public var identity: String?
    /// Client certificate: how many identities were at hand.
    public var offers: Int
    /// Client certificate: how many of them fit.
    public var fitting: Int
    /// When the safe answer is given, microseconds since 1970; nil when it is not held or its clock is stopped.
    public var deadline: Int64?
    /// The answer at the time-out.
    public var safeAnswer: Disposition?
    /// Whether the answer's effect rests on an assumption.
    public var isAssumed: Bool

    init(number: Int, method: AuthenticationMethod) {
        self.number = number
        self.method = method
        state = .open
        faults = []
        offers = 0
        fitting = 0
        isAssumed = false
    }

    /// Whether the challenge still waits for an answer.
    public var isPending: Bool { state == .open || state == .held }

    /// The word in the answers column: `use`, `HELD`, `silent`; `short` where it is joined with others.
    public func word(short: Bool) -> String {
        switch state {
        case .open: "..."
        case .held: "HELD"
        case .answered: (short ? answer?.shortWord : answer?.word) ?? "..."
        case .silent: "silent"
        case .filtered: "-"
        }
    }

    mutating func evaluated(_ decision: ClientDecision) {
        policySays = decision.word
        offers = decision.offers.count
        fitting = decision.offers.count { $0.fits }
        guard let evaluation = decision.evaluation else { return }
        let lines = CheckLine.lines(of: evaluation)
        tally = CheckTally(lines)
        let broken = lines.filter { $0.result == .fail || $0.result == .letBy }
        faults = broken.flatMap { line in [line.word] + line.ids.map(\.rawValue).filter { $0 != line.word } }
        let first = lines.first { $0.result == .fail && $0.decides } ?? lines.first { $0.result == .fail }
        cause = (first ?? broken.first).map { Sanitizer.line("\($0.word): \($0.cause)") }
        if cause == nil, evaluation.verdict == .refuse {
            cause = evaluation.code.flatMap(ShortCause.phrase) ?? ShortCause.clause(evaluation.reason)
        }
    }

    mutating func held(_ facts: HoldFacts, at time: Int64) {
        state = .held
        safeAnswer = facts.safeAnswer
        deadline = facts.isClockStopped ? nil : time + Int64(min(facts.timeout, 1e9) * 1_000_000)
    }

    mutating func answered(_ facts: AnswerFacts) {
        state = .answered
        deadline = nil
        answer = facts.answer.disposition
        by = facts.by
        proceeds = facts.effect.proceeds
        isAssumed = facts.effect.isAssumed || facts.effect.error?.isAssumed == true
        if method == .clientCertificate, facts.effect.proceeds {
            identity = facts.effect.identity.map { Sanitizer.line($0.subject) }
        }
        if !facts.effect.proceeds, tally?.failed.isEmpty != false {
            cause = facts.effect.code.flatMap(ShortCause.phrase) ?? ShortCause.clause(facts.effect.reason)
        }
    }
}
