/// The trust object that a policy works on: the presented chain, and every evaluation that a step asks for.
public struct TrustEvaluation {
    /// The request it stands for.
    public let request: EvaluationRequest

    /// What is set on the trust before it is evaluated.
    public enum PolicyKind: Hashable, Sendable {
        /// SecPolicyCreateSSL, with the host or without.
        case ssl(checksHost: Bool)
        /// SecPolicyCreateBasicX509.
        case basicX509
    }

    /// Whether a name is to be checked at all.
    public var hasHost: Bool { request.host != nil }
}
