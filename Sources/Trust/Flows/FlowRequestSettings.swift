/// The request settings of a flow's source.
public struct FlowRequestSettings: Hashable, Sendable, Codable {
    /// A header field as the source sets it.
    public struct Header: Hashable, Sendable, Codable {
        /// The field's name.
        public var name: String
        /// Its value.
        public var value: String

        /// A field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The time-out of a request in seconds.
    public var timeout: Double
    /// The cache policy: `reloadIgnoringLocalCacheData` or `useProtocolCachePolicy`.
    public var cachePolicy: String
    /// The session: `default` or `ephemeral`.
    public var session: String
    /// The method.
    public var method: String
    /// The form of the body: `json` or `form`; nil for none.
    public var body: String?
    /// Header fields.
    public var headers: [Header]
    /// The content types of a response that are taken; empty for any.
    public var acceptedTypes: [String]
    /// Whether answers outlive a request.
    public var answersKept: AnswersKept

    /// Settings of known parts.
    public init(
        timeout: Double = 120,
        cachePolicy: String = "reloadIgnoringLocalCacheData",
        session: String = "default",
        method: String = "GET",
        body: String? = nil,
        headers: [Header] = [],
        acceptedTypes: [String] = [],
        answersKept: AnswersKept = .fresh
    ) {
        self.timeout = timeout
        self.cachePolicy = cachePolicy
        self.session = session
        self.method = method
        self.body = body
        self.headers = headers
        self.acceptedTypes = acceptedTypes
        self.answersKept = answersKept
    }
}
