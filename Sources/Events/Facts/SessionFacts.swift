/// A session as the client developer knows it.
public struct SessionFacts: Hashable, Sendable, Codable {
    /// Why it was opened or invalidated.
    public var reason: String
    /// What it keeps beyond its end: `default` in files, `ephemeral` nothing; nil where that is not said.
    public var configuration: String?
    /// How it was invalidated: `finish` when what ran had ended, `cancel` at once; nil where that is not said.
    public var ending: String?

    /// What is said about it.
    public init(reason: String, configuration: String? = nil, ending: String? = nil) {
        self.reason = reason
        self.configuration = configuration
        self.ending = ending
    }
}
