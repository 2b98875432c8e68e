import Trust

/// The flow that answers.
public struct FlowFacts: Hashable, Sendable, Codable {
    /// The flow.
    public var flow: FlowReference
    /// Its title.
    public var title: String
    /// A flow and its title.
    public init(flow: FlowReference, title: String) {
        self.flow = flow
        self.title = title
    }
}
