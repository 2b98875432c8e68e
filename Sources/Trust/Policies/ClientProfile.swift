import Diagnosis

/// The client whose decisions are reproduced: its policy or flow, its anchors, its answers to either challenge.
///
/// It is what the policy line shows, what a switch changes, what the log stores with each decision, and what a pool of
/// connections belongs to. It holds no secret: identities are named by file, never contained.
public struct ClientProfile: Hashable, Sendable, Codable {
    /// The preset it started from: a preset's name or a flow's id (`system`, `F2c`).
    public var name: String
    /// The flow that answers the challenges; nil when policy and answers below do.
    public var flow: FlowReference?
    /// Through which delegate the challenges come and the answers go.
    public var delegate: ClientDelegate
    /// What judges a server's chain.
    public var policy: Policy
    /// Whose rules apply.
    public var rules: RuleSet
    /// Where the anchors come from.
    public var anchors: AnchorChoice
    /// The name that is checked.
    public var nameChecked: NameChoice
    /// App Transport Security; nil when it is off.
    public var transportSecurity: TransportSecurity?
    /// The range of TLS versions offered: `1.0` … `1.3`.
    public var minimumTLS: String
    /// The highest version offered.
    public var maximumTLS: String
    /// OpenSSL's security level for the `openssl` rules and for loading our own identity.
    public var securityLevel: Int
    /// Whether a path may end at an anchor that is not self-signed (`openssl` rules).
    public var allowsPartialChain: Bool
    /// What is answered when trust holds.
    public var whenTrusted: FixedAnswer
    /// What is answered when trust fails.
    public var whenRefused: FixedAnswer
    /// The identity for client-certificate challenges.
    public var identity: IdentityChoice
    /// Which server gets which identity; empty where `identity` is for all of them.
    public var identityRules: [IdentityRule]
    /// What is answered when an identity fits.
    public var whenIdentityFits: FixedAnswer
    /// What is answered when none fits or the file is missing.
    public var whenNoIdentity: FixedAnswer
    /// What is sent with the leaf.
    public var sends: IdentityChainChoice
    /// Whether connections and TLS sessions outlive a request.
    public var answersKept: AnswersKept

    /// The system's own behaviour: policy `system`, rules `apple`, ATS off, TLS 1.2 and later, no identity.
    public init(name: String = "system", policy: Policy = .system) {
        self.name = name
        self.policy = policy
        flow = nil
        delegate = .session
        rules = .apple
        anchors = AnchorChoice()
        nameChecked = .urlHost
        transportSecurity = nil
        minimumTLS = "1.2"
        maximumTLS = "1.3"
        securityLevel = 2
        allowsPartialChain = true
        whenTrusted = .policy
        whenRefused = .policy
        identity = .none
        identityRules = []
        whenIdentityFits = .use
        whenNoIdentity = .default
        sends = .chain
        answersKept = .fresh
    }
}

/// Where anchors come from.
public struct AnchorChoice: Hashable, Sendable, Codable {
    /// Whether the system's and the user's anchors count beside the program's; when not, `files` alone do.
    public var includesSystem: Bool
    /// Files (in the bundle or by path) whose certificates are set as the program's anchors.
    public var files: [String]
    /// Files whose certificates count as installed by the user.
    public var userFiles: [String]
    /// Files that stand for the system's anchors; empty for those of the lab or of this machine.
    public var systemFiles: [String]

    /// The system's anchors alone, unless told otherwise.
    public init(
        includesSystem: Bool = true,
        files: [String] = [],
        userFiles: [String] = [],
        systemFiles: [String] = []
    ) {
        self.includesSystem = includesSystem
        self.files = files
        self.userFiles = userFiles
        self.systemFiles = systemFiles
    }
}

/// The name that a chain is checked against.
public enum NameChoice: Hashable, Sendable, Codable {
    /// The URL's host.
    case urlHost
    /// Another name.
    case other(String)
    /// None.
    case off
}

/// An answer set by hand for a kind of challenge.
public enum FixedAnswer: String, Hashable, Sendable, Codable, CaseIterable {
    /// What the policy says.
    case policy
    /// useCredential.
    case use
    /// performDefaultHandling.
    case `default`
    /// cancelAuthenticationChallenge.
    case cancel
    /// rejectProtectionSpace.
    case reject
    /// useCredential with none.
    case none
    /// continueWithoutCredential (NSURLConnection alone; in a session the same as `none`).
    case `continue`
    /// No answer, ever.
    case silent
    /// A person is asked.
    case hold
}

/// Which identity answers a client-certificate challenge.
public enum IdentityChoice: Hashable, Sendable, Codable {
    /// None.
    case none
    /// The one that fits best in a file of the bundle or by path.
    case file(String)
    /// A person is asked each time.
    case ask
}

/// What goes with the leaf of a client identity.
public enum IdentityChainChoice: String, Hashable, Sendable, Codable, CaseIterable {
    /// The leaf alone; the file's intermediates stay in the file.
    case leafOnly
    /// The intermediates that the file holds.
    case chain
}

/// Whether an answer outlives its request.
public enum AnswersKept: String, Hashable, Sendable, Codable, CaseIterable {
    /// A new connection and a full handshake each time.
    case fresh
    /// Connections and TLS sessions are reused until a switch flips.
    case reuse
    /// As on iOS: they outlive a flipped switch for ten minutes.
    case asIOS = "as-ios"
}
