import Diagnosis

/// The trust object that a policy works on: the presented chain, and every evaluation that a step asks for.
public struct TrustEvaluation {
    /// The request it stands for.
    public let request: EvaluationRequest
    /// The anchors that are set now; a policy may set others (`SecTrustSetAnchorCertificates`).
    private(set) var anchors: Anchors
    /// The evaluations made so far, in order.
    private(set) var outcomes: [PathOutcome] = []
    /// What was evaluated before, for this request.
    let memo: OutcomeMemo

    /// What is set on the trust before it is evaluated.
    public enum PolicyKind: Hashable, Sendable {
        /// SecPolicyCreateSSL, with the host or without.
        case ssl(checksHost: Bool)
        /// SecPolicyCreateBasicX509.
        case basicX509
    }

    init(_ request: EvaluationRequest, memo: OutcomeMemo) {
        self.request = request
        self.memo = memo
        anchors = request.anchors
    }

    /// Whether a name is to be checked at all.
    public var hasHost: Bool { request.host != nil }

    /// The SSL policy, with the host if there is one.
    var sslKind: PolicyKind { .ssl(checksHost: hasHost) }

    /// What the system says about the chain, whatever the policy asks.
    var system: PathOutcome { memo.system }

    /// Sets anchors; by this alone the system's no longer count.
    mutating func setAnchors(_ certificates: [Certificate]) { anchors = Anchors(app: certificates, appOnly: true) }

    /// Sets anchors of several kinds, as a system that is not Apple's does.
    mutating func setAnchors(_ anchors: Anchors) { self.anchors = anchors }

    /// Evaluates the trust as it is set.
    mutating func evaluate(_ kind: PolicyKind) -> PathOutcome {
        let outcome = memo.outcome(kind, anchors)
        outcomes.append(outcome)
        return outcome
    }

    /// Reads the chain of the trust without asking for a verdict, which evaluates it all the same.
    func built(_ kind: PolicyKind) -> PathOutcome { memo.outcome(kind, anchors) }
}
