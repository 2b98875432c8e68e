/// A session as the client developer knows it.
public struct SessionFacts: Hashable, Sendable, Codable {
    /// Why it was opened or invalidated.
    public var reason: String
    /// What is said about it.
    public init(reason: String) { self.reason = reason }
}
