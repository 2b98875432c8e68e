/// A client flow as data: its steps, the client that it brings, and the settings of its source.
public struct Flow: Hashable, Sendable {
    /// Its id and form.
    public var reference: FlowReference
    /// A few words: `pinned CA, as published`.
    public var title: String
    /// What the client does, in one or two sentences.
    public var summary: String
    /// The steps in the order of the source.
    public var steps: [FlowStep]
    /// Its policy before pins are read from the bundle.
    public var policy: Policy
    /// Files of the bundle that become pins.
    public var pinFiles: [String]
    /// Files of the bundle that become the only anchors.
    public var anchorFiles: [String]
    /// The file of identities that answers client-certificate challenges; nil where there is none.
    public var identityFile: String?
    /// Whether the app's Info.plist has an exception for the host.
    public var hasTransportException: Bool
    /// The request settings of its source.
    public var settings: FlowRequestSettings

    init(
        _ identifier: String,
        repaired: Bool = false,
        title: String,
        summary: String,
        policy: Policy = .system,
        pinFiles: [String] = [],
        anchorFiles: [String] = [],
        identityFile: String? = nil,
        hasTransportException: Bool = false,
        settings: FlowRequestSettings = FlowRequestSettings(),
        steps: [FlowStep]
    ) {
        reference = FlowReference(identifier, repaired: repaired)
        self.title = title
        self.summary = summary
        self.policy = policy
        self.pinFiles = pinFiles
        self.anchorFiles = anchorFiles
        self.identityFile = identityFile
        self.hasTransportException = hasTransportException
        self.settings = settings
        self.steps = steps
    }

    /// Every flow, published and repaired, in the order of the chooser.
    public static let all: [Flow] = PublishedFlows.all.flatMap { flow in
        [flow] + RepairedFlows.all.filter { $0.reference.identifier == flow.reference.identifier }
    }

    /// The flow that a reference names; nil when there is none.
    public static func named(_ reference: FlowReference) -> Flow? { all.first { $0.reference == reference } }

    /// The flow of an id as typed, in any case: `F6`, `f6r`, `F4t`.
    public static func named(_ text: String) -> Flow? {
        all.first { $0.reference.description.lowercased() == text.lowercased() }
    }

    /// Every file of the bundle that the flow reads.
    public var files: [String] {
        var names = pinFiles + anchorFiles + [identityFile].compactMap { $0 }
        for step in steps {
            for case .read(let name) in step.actions where !names.contains(name) { names.append(name) }
        }
        return names
    }
}

/// The request settings of a flow's source.
public struct FlowRequestSettings: Hashable, Sendable, Codable {
    /// The time-out of a request in seconds.
    public var timeout: Double
    /// The cache policy: `reloadIgnoringLocalCacheData` or `useProtocolCachePolicy`.
    public var cachePolicy: String

    /// Settings of known parts.
    public init(timeout: Double = 120, cachePolicy: String = "reloadIgnoringLocalCacheData") {
        self.timeout = timeout
        self.cachePolicy = cachePolicy
    }
}
