import Diagnosis

/// What a client does with a challenge: its answers in order (none, one or more) and how it came to them.
public struct ClientDecision: Hashable, Sendable, Codable {
    /// The answers; empty when the client never answers.
    public var answers: [ClientAnswer]
    /// Whether a person is to be asked instead.
    public var asksPerson: Bool
    /// For server trust: the evaluation behind the answers (made even when the client makes none, so that what is let
    /// by is known).
    public var evaluation: Evaluation?
    /// The steps taken, in order, when a flow decided.
    public var steps: [StepTaken]
    /// The files that the client read.
    public var filesRead: [FileRead]
    /// For client certificates: each identity at hand, and whether it fits.
    public var offers: [IdentityOffer]
    /// Kinds of findings beside those of the evaluation (`identity.chain-dropped`, `challenge.no-credential`).
    public var codes: [DiagnosisCode]
    /// For client certificates: why one was chosen, or why none is sent, in one sentence.
    public var choice: String?
    /// What the delegate's filter (`canAuthenticateAgainstProtectionSpace:`) said; nil when it was not asked.
    public var filter: Bool?
    /// What crashes the app, when the flow ends in a crash; there are no answers then.
    public var crash: String?

    /// A decision of known parts.
    public init(
        answers: [ClientAnswer],
        asksPerson: Bool = false,
        evaluation: Evaluation? = nil,
        steps: [StepTaken] = [],
        filesRead: [FileRead] = [],
        offers: [IdentityOffer] = [],
        codes: [DiagnosisCode] = []
    ) {
        self.answers = answers
        self.asksPerson = asksPerson
        self.evaluation = evaluation
        self.steps = steps
        self.filesRead = filesRead
        self.offers = offers
        self.codes = codes
    }
}

/// One answer to a challenge.
public struct ClientAnswer: Hashable, Sendable, Codable {
    /// The disposition.
    public var disposition: Disposition
    /// For a client certificate with `useCredential`: the identity sent; nil is "use" with no credential.
    public var identity: IdentitySummary?
    /// What goes with the identity's leaf.
    public var sends: IdentityChainChoice
    /// For server trust with `useCredential`: whether a trust credential is given; false is "use" with nil.
    public var hasCredential: Bool
    /// The step that gave the answer.
    public var step: DecidingStep?
    /// For an identity: the persistence asked for and the effective one; nil where none is given.
    public var persistence: CredentialPersistence?

    /// An answer of known parts.
    public init(
        _ disposition: Disposition,
        identity: IdentitySummary? = nil,
        sends: IdentityChainChoice = .chain,
        hasCredential: Bool = true,
        step: DecidingStep? = nil
    ) {
        self.disposition = disposition
        self.identity = identity
        self.sends = sends
        self.hasCredential = hasCredential
        self.step = step
    }
}

/// A step of a flow as it went this time.
public struct StepTaken: Hashable, Sendable, Codable {
    /// The step.
    public var step: DecidingStep
    /// What came of it, in plain words.
    public var result: String

    /// A step and its result.
    public init(step: DecidingStep, result: String) {
        self.step = step
        self.result = result
    }
}

/// A file that the client read while it decided.
public struct FileRead: Hashable, Sendable, Codable {
    /// The file's name.
    public var name: String
    /// What reading it gave, in plain words.
    public var outcome: String
    /// The problem with it, if any.
    public var problem: Problem?

    /// A file and what it gave.
    public init(name: String, outcome: String, problem: Problem? = nil) {
        self.name = name
        self.outcome = outcome
        self.problem = problem
    }
}

/// An identity at hand, judged against what the server asked for.
public struct IdentityOffer: Hashable, Sendable, Codable {
    /// The identity.
    public var identity: IdentitySummary
    /// Whether it fits: issuer named or none asked for, key type taken, dates and usage right.
    public var fits: Bool
    /// Why, or why not, in plain words.
    public var why: String
    /// The kinds of findings behind a misfit.
    public var codes: [DiagnosisCode]

    /// An offer of known parts.
    public init(identity: IdentitySummary, fits: Bool, why: String, codes: [DiagnosisCode] = []) {
        self.identity = identity
        self.fits = fits
        self.why = why
        self.codes = codes
    }
}
