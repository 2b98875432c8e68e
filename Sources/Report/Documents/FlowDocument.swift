import Trust

/// A client flow as `flow --json` prints it.
public struct FlowDocument: Encodable, Sendable {
    /// One step.
    public struct Step: Encodable, Sendable {
        /// Its number in the source's order.
        public let number: Int
        /// The step in plain words.
        public let text: String
        /// What stands in the source.
        public let source: String
        /// What is wrong with it; absent when it is sound.
        public let defect: String?
    }

    /// As typed: `F6r`.
    public let id: String
    /// Whether it is the repaired form.
    public let repaired: Bool
    /// A few words.
    public let title: String
    /// What the client does.
    public let summary: String
    /// Its steps.
    public let steps: [Step]
    /// Every file of the bundle that it reads.
    public let files: [String]
    /// The settings of its source.
    public let settings: FlowRequestSettings
    /// Whether its app has a transport exception for the host.
    public let transportException: Bool
    /// The lines of its app's Info.plist that matter.
    public let infoPlist: [String]
    /// `session` or `connection`.
    public let delegate: ClientDelegate
    /// What articles claim about it, and what is true.
    public let claims: [ArticleClaim]

    /// The document of a flow.
    public init(_ flow: Flow) {
        id = flow.reference.description
        repaired = flow.reference.repaired
        title = flow.title
        summary = flow.summary
        steps = flow.steps.map { Step(number: $0.number, text: $0.text, source: $0.source, defect: $0.defect) }
        files = flow.files
        settings = flow.settings
        transportException = flow.hasTransportException
        infoPlist = flow.transport.infoPlist
        delegate = flow.delegate
        claims = flow.claims
    }
}

/// What `flow --json` prints.
public struct FlowsDocument: Encodable, Sendable {
    /// A policy that can be chosen by name.
    public struct Policy: Encodable, Sendable {
        /// As typed.
        public let id: String
        /// A few words.
        public let title: String
    }

    private let schema = "countersign.flows/1"
    private let policies: [Policy]
    private let flows: [FlowDocument]

    private enum CodingKeys: String, CodingKey { case schema, policies, flows }

    /// The document of some presets.
    public init(_ presets: [Preset]) {
        policies = presets.filter { $0.flow == nil }.map { Policy(id: $0.name, title: $0.title) }
        flows = presets.compactMap(\.flow).map { FlowDocument($0) }
    }
}
