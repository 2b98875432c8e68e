import Diagnosis

/// Where decisions are made: the front ends and the engine only ask.
public enum Decider {
    /// What the client of `profile` answers to a server-trust challenge.
    ///
    /// `request` is complete: its policy, flow, rules and anchors are those of the profile (`EvaluationRequest.apply`).
    public static func serverTrust(_ request: EvaluationRequest, profile: ClientProfile) -> ClientDecision {
        FlowRunner.serverTrust(request, profile: profile)
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
        decision: ClientDecision
    ) -> AnswerEffect {
        AnswerEffects.serverTrust(answer, request: request, decision: decision)
    }

    /// What follows from an answer to a client-certificate challenge.
    public static func effect(
        of answer: ClientAnswer,
        clientCertificate request: ClientCertificateRequest,
        decision: ClientDecision
    ) -> AnswerEffect {
        AnswerEffects.clientCertificate(answer, request: request, decision: decision)
    }
}
