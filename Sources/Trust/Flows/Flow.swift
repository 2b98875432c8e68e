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
    /// Through which delegate its challenges come.
    public var delegate: ClientDelegate
    /// Files of the bundle that become pins.
    public var pinFiles: [String]
    /// Files of the bundle that become the only anchors.
    public var anchorFiles: [String]
    /// The file of identities that answers client-certificate challenges; nil where there is none.
    public var identityFile: String?
    /// What the app's Info.plist says about transport security.
    public var transport: FlowTransport
    /// The request settings of its source.
    public var settings: FlowRequestSettings

    init(
        _ identifier: String,
        repaired: Bool = false,
        title: String,
        summary: String,
        policy: Policy = .system,
        delegate: ClientDelegate = .session,
        pinFiles: [String] = [],
        anchorFiles: [String] = [],
        identityFile: String? = nil,
        transport: FlowTransport = .noPart,
        settings: FlowRequestSettings = FlowRequestSettings(),
        steps: [FlowStep]
    ) {
        reference = FlowReference(identifier, repaired: repaired)
        self.title = title
        self.summary = summary
        self.policy = policy
        self.delegate = delegate
        self.pinFiles = pinFiles
        self.anchorFiles = anchorFiles
        self.identityFile = identityFile
        self.transport = transport
        self.settings = settings
        self.steps = steps
    }

    /// Every flow, published and repaired, in the order of the chooser.
    public static let all: [Flow] =
        SystemFlows.trust + PinnedFlows.policies + AnchorFlows.files + AnchorFlows.basicX509 + AddressFlows.all
        + [acceptAnything, acceptAnythingRepaired] + PageFlows.all + PinnedFlows.transportSecurity + SystemFlows.loading
        + AnchorFlows.ownPKI + SystemFlows.handshake + EvaluatorFlows.all + DelegateFlows.otherMethods
        + PinnedFlows.bundleFiles + DelegateFlows.connection + SystemFlows.keptAnswers + IdentityFlows.all

    /// The flow that a reference names; nil when there is none.
    public static func named(_ reference: FlowReference) -> Flow? { byReference[reference] }

    /// The flow of an id as typed, in any case: `F6`, `f6r`, `F4t`.
    public static func named(_ text: String) -> Flow? {
        all.first { $0.reference.description.lowercased() == text.lowercased() }
    }

    private static let byReference = Dictionary(all.map { ($0.reference, $0) }) { first, _ in first }

    /// Whether a host is written as four groups of digits: all that the published pattern takes for an address.
    public static func isDotted(_ host: String) -> Bool { FlowRun.isDotted(host) }

    /// Whether the app's Info.plist has an exception for the host.
    public var hasTransportException: Bool { transport == .exception }

    /// What popular articles claim about it, each with what is true.
    public var claims: [ArticleClaim] { ArticleClaim.all.filter { $0.flow == reference.identifier } }

    /// Every file of the bundle that the flow reads.
    public var files: [String] {
        var names = pinFiles + anchorFiles + [identityFile].compactMap { $0 }
        for step in steps {
            for case .read(let name) in step.actions where !names.contains(name) { names.append(name) }
        }
        return names
    }
}
