/// A client's way to decide about a server's chain.
///
/// A new policy is one file with a type of this protocol, and a line in `Policy.kinds`.
public protocol TrustPolicy: Hashable, Sendable, Codable {
    /// The value of `kind` in JSON.
    static var kind: String { get }

    /// The client's name and version on the policy line: `AF 4.0`.
    var title: String { get }

    /// The policy line's further words, in the client's own terms, those that loosen marked.
    var words: [PolicyWord] { get }

    /// The switches that a person can flip, in the client's own order and terms.
    var switches: [PolicySwitch] { get }

    /// Sets a switch to one of its values; false when there is no such switch or value.
    mutating func set(_ identifier: String, to value: String) -> Bool

    /// Decides, step by step, as the client does. Every evaluation that a step asks for is made by `trust`.
    func judge(_ trust: inout TrustEvaluation) -> PolicyJudgement

    /// How the client answers the challenge after a verdict.
    func disposition(for verdict: Verdict) -> Disposition

    /// Puts pins in the place of its own; nothing where the policy has none.
    mutating func take(pins: [Pin])

    /// What the client answers to a client-certificate challenge when it has no identity to show; nil for default handling.
    func answerToOthers(_ delegate: ClientDelegate) -> PolicyAnswer?

    /// What the client answers when a user and a password are asked for.
    func answer(to challenge: PasswordChallenge, _ delegate: ClientDelegate) -> ClientAnswer

    /// What a cancelled server trust shows in the client's other places, by what was judged.
    func errorsElsewhere(_ evaluation: Evaluation) -> [ErrorElsewhere]
}

extension TrustPolicy {
    /// Accept is *use*, refuse is *cancel*, not pinned is default handling.
    public func disposition(for verdict: Verdict) -> Disposition {
        switch verdict {
        case .accept: .useCredential
        case .refuse: .cancelAuthenticationChallenge
        case .notPinned: .performDefaultHandling
        }
    }

    /// A policy without pins.
    public mutating func take(pins: [Pin]) {}

    /// Default handling.
    public func answerToOthers(_ delegate: ClientDelegate) -> PolicyAnswer? { nil }

    /// Default handling, which uses the proposed credential where there is one.
    public func answer(to challenge: PasswordChallenge, _ delegate: ClientDelegate) -> ClientAnswer {
        ClientAnswer(.performDefaultHandling, hasCredential: false)
    }

    /// The same everywhere.
    public func errorsElsewhere(_ evaluation: Evaluation) -> [ErrorElsewhere] { [] }

    /// A policy without switches.
    public var switches: [PolicySwitch] { [] }

    /// A policy without switches.
    public mutating func set(_ identifier: String, to value: String) -> Bool { false }
}

/// A word of the policy line: `allowInvalid ON!`.
public struct PolicyWord: Hashable, Sendable, Codable {
    /// The text without the mark.
    public var text: String
    /// Whether it loosens what the system would do; then `!` follows on screen.
    public var loosens: Bool

    /// A word.
    public init(_ text: String, loosens: Bool = false) {
        self.text = text
        self.loosens = loosens
    }
}

/// A switch as the switchboard shows it.
public struct PolicySwitch: Hashable, Sendable, Codable {
    /// Its name in the client's own words (`allowInvalidCertificates`); also its identifier.
    public var identifier: String
    /// The value in force.
    public var value: String
    /// The values it can take, in order; empty where it is set otherwise (a list of pins).
    public var values: [String]
    /// What the value in force does, in a few words.
    public var effect: String
    /// Whether the value in force loosens what the system would do.
    public var loosens: Bool

    /// A switch of known parts.
    public init(_ identifier: String, value: String, values: [String], effect: String, loosens: Bool = false) {
        self.identifier = identifier
        self.value = value
        self.values = values
        self.effect = effect
        self.loosens = loosens
    }
}
