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

    /// What the client does outside of its answers: before the challenge, or when the answer was given.
    static func around(_ number: Int, _ text: String, source: String, defect: String? = nil) -> FlowStep {
        FlowStep(number, text, source: source, defect: defect, when: .outsideOfTheAnswer)
    }

    /// The same under another number.
    func numbered(_ number: Int) -> FlowStep {
        var step = self
        step.number = number
        return step
    }
}

/// When a step applies.
public indirect enum FlowCondition: Hashable, Sendable {
    /// Always.
    case always
    /// Never while a challenge is answered: the step says what the client does before or afterwards.
    case outsideOfTheAnswer
    /// The challenge is about the server's trust.
    case isServerTrust
    /// The challenge is of one of these kinds.
    case isMethod([AuthenticationMethod])
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
    /// Sets another policy on the trust in place of the loader's, which is SSL with the name.
    case setPolicy(FlowTrustPolicy)
    /// Makes the certificates of the files the only anchors.
    case setAnchors([String])
    /// Evaluates the trust with the policy that is set.
    case evaluate
    /// Asks the client's policy.
    case askPolicy
    /// `canAuthenticateAgainstProtectionSpace:` answers; NO keeps the challenge away and ends the flow.
    case filter(Bool)
    /// Gives an answer and ends, unless it is followed by more.
    case answer(FlowAnswer)
    /// Answers *use* once for each member of the built chain whose bytes are those of the file.
    case useForEachMember(equalTo: String)
    /// Returns without an answer.
    case leave
    /// The app crashes.
    case crash(String)
}

/// A policy that a flow sets on the trust.
public enum FlowTrustPolicy: String, Hashable, Sendable {
    /// SecPolicyCreateSSL(true, name).
    case ssl = "SSL with the name"
    /// SecPolicyCreateBasicX509().
    case basicX509 = "basic X.509"
}

/// An answer that a step gives.
public enum FlowAnswer: Hashable, Sendable {
    /// useCredential with the credential for the trust.
    case use
    /// useCredential with none.
    case useNothing
    /// cancelAuthenticationChallenge.
    case cancel
    /// performDefaultHandling without a credential.
    case performDefault
    /// continueWithoutCredentialForAuthenticationChallenge: (NSURLConnection only).
    case continueWithout
    /// useCredential with the first identity of a file, its leaf alone.
    case firstIdentity(String)
    /// useCredential with the identity of a file that fits best, and the chain of the file.
    case fittingIdentity(String)
}
