/// What an evaluation came to.
public enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
    /// The client goes on.
    case accept
    /// The client stops.
    case refuse
    /// The policy has nothing to say about this host: default handling applies.
    case notPinned = "not-pinned"
}
