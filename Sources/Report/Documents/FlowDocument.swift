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
    /// What is wrong with it; absent where it was not audited.
    public let findings: [FindingDocument]?

    /// The document of a flow.
    ///
    /// - Parameter findings: nil where it was not audited.
    public init(_ flow: Flow, findings: [Finding]? = nil) {
        self.findings = findings?.map { FindingDocument($0) }
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
        /// What is wrong with it; absent where it was not audited.
        public let findings: [FindingDocument]?
    }

    private let schema = "countersign.flows/1"
    private let policies: [Policy]
    private let flows: [FlowDocument]

    private enum CodingKeys: String, CodingKey { case schema, policies, flows }

    /// The document of some presets.
    ///
    /// - Parameter findings: what is wrong with each, by name; a name that is missing was not audited.
    public init(_ presets: [Preset], findings: [String: [Finding]] = [:]) {
        policies = presets.filter { $0.flow == nil }.map { preset in
            Policy(
                id: preset.name,
                title: preset.title,
                findings: findings[preset.name]?.map { FindingDocument($0) }
            )
        }
        flows = presets.compactMap { preset in preset.flow.map { FlowDocument($0, findings: findings[preset.name]) } }
    }
}
