import Foundation

/// The client that is audited, with all that it reads, and the world it is audited in.
public struct AuditSubject: Sendable {
    /// An identity at hand, and what is known of the file it came in.
    public struct ShippedIdentity: Sendable {
        /// The identity; the key is used for nothing here.
        public var identity: Identity
        /// Whether the file is in the app's bundle, so that every copy of the app has it.
        public var isShipped: Bool
        /// How hard the file's pass phrase is to find; nil where it is not known.
        public var passPhrase: PassPhraseGuess?

        /// An identity of known parts.
        public init(_ identity: Identity, isShipped: Bool, passPhrase: PassPhraseGuess? = nil) {
            self.identity = identity
            self.isShipped = isShipped
            self.passPhrase = passPhrase
        }
    }

    /// What the client would send, as far as a reader of the connection sees it.
    public struct Sent: Hashable, Sendable, Codable {
        /// The names of the header fields.
        public var headers: [String]
        /// Size of the body in bytes.
        public var bodyBytes: Int

        /// A request of known parts.
        public init(headers: [String], bodyBytes: Int) {
            self.headers = headers
            self.bodyBytes = bodyBytes
        }

        /// In words: `Authorization, Cookie, 214 bytes of body`.
        public var words: String {
            let body = bodyBytes == 0 ? [] : ["\(bodyBytes) byte\(bodyBytes == 1 ? "" : "s") of body"]
            let all = headers + body
            return all.isEmpty ? "the request line" : all.joined(separator: ", ")
        }
    }

    /// The client.
    public var profile: ClientProfile
    /// What its anchors' files hold; its system anchors are those of the material.
    public var anchors: Anchors
    /// The files that it reads.
    public var bundle: BundleSnapshot
    /// The identities at hand; the profile's file first.
    public var identities: [ShippedIdentity]
    /// What it would send.
    public var sent: Sent
    /// The time of judgement, UTC.
    public var date: Date

    /// A subject of known parts.
    public init(
        profile: ClientProfile,
        anchors: Anchors = Anchors(),
        bundle: BundleSnapshot = BundleSnapshot(),
        identities: [ShippedIdentity] = [],
        sent: Sent = Sent(headers: ["Authorization", "Cookie"], bodyBytes: 0),
        date: Date
    ) {
        self.profile = profile
        self.anchors = anchors
        self.bundle = bundle
        self.identities = identities
        self.sent = sent
        self.date = date
    }

    /// The flow that answers; nil when policy and fixed answers do.
    var flow: Flow? { profile.flow.flatMap(Flow.named) }

    /// The identities of the file that the profile answers client-certificate challenges from.
    var ownIdentities: [ShippedIdentity] {
        guard case .file(let path) = profile.identity else { return [] }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return identities.filter { $0.identity.file == name }
    }
}
