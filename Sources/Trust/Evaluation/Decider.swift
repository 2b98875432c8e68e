import Diagnosis

/// Where decisions are made: the front ends and the engine only ask.
public enum Decider {
    /// What the client of `profile` answers to a server-trust challenge.
    ///
    /// `request` is complete: its policy, flow, rules and anchors are those of the profile (`EvaluationRequest.apply`).
    ///
    /// - Parameter memory: what was worked out for earlier requests; it changes no answer, only the time it takes.
    public static func serverTrust(
        _ request: EvaluationRequest,
        profile: ClientProfile,
        memory: DecisionMemory? = nil
    ) -> ClientDecision {
        FlowRunner.serverTrust(request, profile: profile, memo: memory?.memo(for: request))
    }

    /// What the client of `profile` answers to a client-certificate challenge, with the identities at hand.
    public static func clientCertificate(
        _ request: ClientCertificateRequest,
        profile: ClientProfile,
        bundle: BundleSnapshot,
        identities: [Identity]
    ) -> ClientDecision {
        FlowRunner.clientCertificate(request, profile: profile, bundle: bundle, identities: identities)
    }

    /// What follows from an answer to a server-trust challenge, a person's or the policy's.
    ///
    /// `useCredential` is obeyed as far as transport security lets it; default and reject mean the system's verdict.
    public static func effect(
        of answer: ClientAnswer,
        serverTrust request: EvaluationRequest,
        decision: ClientDecision,
        delegate: ClientDelegate = .session
    ) -> AnswerEffect {
        AnswerEffects.serverTrust(answer, request: request, decision: decision, delegate: delegate)
    }

    /// What refuses a server so early that no challenge is raised: App Transport Security, on a host without exception.
    ///
    /// - Parameter decision: what the client would have answered.
    /// - Returns: nil when the challenge is raised.
    public static func refusalBeforeChallenge(_ request: EvaluationRequest, decision: ClientDecision)
        -> AnswerEffect?
    {
        AnswerEffects.beforeChallenge(request, decision: decision)
    }

    /// Why a request in the clear is not sent; nil when it is.
    public static func cleartextRefusal(host: String, profile: ClientProfile) -> Problem? {
        guard let applied = profile.transportSecurity?.applied(to: host), !applied.allowsInsecure else { return nil }
        return .cleartextRefused(
            host: host,
            looked: applied.place(of: "NSExceptionAllowsInsecureHTTPLoads", host: host)
        )
    }

    /// What follows from an answer to a client-certificate challenge.
    public static func effect(
        of answer: ClientAnswer,
        clientCertificate request: ClientCertificateRequest,
        decision: ClientDecision,
        delegate: ClientDelegate = .session
    ) -> AnswerEffect {
        AnswerEffects.clientCertificate(answer, request: request, decision: decision, delegate: delegate)
    }

    /// What the client of `profile` answers when a user and a password are asked for, with the identities at hand.
    public static func password(
        _ challenge: PasswordChallenge,
        profile: ClientProfile,
        bundle: BundleSnapshot,
        identities: [Identity]
    ) -> ClientDecision {
        FlowRunner.password(challenge, profile: profile, bundle: bundle, identities: identities)
    }

    /// What follows from an answer to a question for a user and a password.
    public static func effect(
        of answer: ClientAnswer,
        password challenge: PasswordChallenge,
        delegate: ClientDelegate = .session
    ) -> AnswerEffect {
        AnswerEffects.password(answer, challenge, delegate: delegate)
    }
}
