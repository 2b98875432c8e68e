/// One step of a flow: when it applies, what it does, and the source line it stands for.
public struct FlowStep: Hashable, Sendable {
    /// The number in its source's order.
    public var number: Int
    /// The step in plain words.
    public var text: String
    /// What stands in the source, as one line of code or a description of it.
    public var source: String
    /// What is wrong with it (`inverted`); nil when it is sound.
    public var defect: String?
    /// When it applies.
    public var condition: FlowCondition
    /// What it does, in order; an answer or a return ends the flow.
    public var actions: [FlowAction]

    init(
        _ number: Int,
        _ text: String,
        source: String,
        defect: String? = nil,
        when condition: FlowCondition = .always,
        _ actions: FlowAction...
    ) {
        self.number = number
        self.text = text
        self.source = source
        self.defect = defect
        self.condition = condition
        self.actions = actions
    }
}

/// When a step applies.
public indirect enum FlowCondition: Hashable, Sendable {
    /// Always.
    case always
    /// The challenge is about the server's trust.
    case isServerTrust
    /// The host is written as four groups of digits, which is all that the published pattern knows.
    case hostIsDotted
    /// The file is not there.
    case fileIsMissing(String)
    /// The file is there and no DER certificate.
    case fileIsNoCertificate(String)
    /// The anchors that the files hold could not be set.
    case settingAnchorsFailed
    /// The last evaluation is valid: proceed or unspecified.
    case isValid
    /// The last evaluation ended in one of these.
    case resultIs([TrustResult])
    /// The client's policy accepted.
    case policyAccepted
    /// An identity is in the file, and it opens.
    case hasIdentity(String)
    /// An identity of the file fits what the server asked for.
    case identityFits(String)
    /// The opposite.
    case not(FlowCondition)
    /// Both.
    case both(FlowCondition, FlowCondition)
}

/// What a step does.
public enum FlowAction: Hashable, Sendable {
    /// Reads a file of the bundle.
    case read(String)
    /// Makes the certificates of the files the only anchors.
    case setAnchors([String])
    /// Evaluates the trust with the policy that the loader has set: SSL with the name.
    case evaluate
    /// Asks the client's policy.
    case askPolicy
    /// Gives an answer and ends, unless it is followed by more.
    case answer(FlowAnswer)
    /// Answers *use* once for each member of the built chain whose bytes are those of the file.
    case useForEachMember(equalTo: String)
    /// Returns without an answer.
    case leave
    /// The app crashes.
    case crash(String)
}

/// An answer that a step gives.
public enum FlowAnswer: Hashable, Sendable {
    /// useCredential with the credential for the trust.
    case use
    /// cancelAuthenticationChallenge.
    case cancel
    /// performDefaultHandling without a credential.
    case performDefault
    /// useCredential with the first identity of a file, its leaf alone.
    case firstIdentity(String)
    /// useCredential with the identity of a file that fits best, and the chain of the file.
    case fittingIdentity(String)
    /// The delegate's filter keeps the challenge away; the loader goes on by itself.
    case filtered
}
