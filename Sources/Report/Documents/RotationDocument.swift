import Trust

/// What `evaluate --rotate --json` prints.
public struct RotationDocument: Encodable, Sendable {
    /// One client.
    public struct Client: Encodable, Sendable {
        /// Its name.
        public let name: String
        /// Its policy line.
        public let policyLine: String
        /// What becomes of its trust.
        public let rotation: Rotation

        /// A client and what becomes of its trust.
        public init(_ name: String, line: String, _ rotation: Rotation) {
            self.name = name
            policyLine = line
            self.rotation = rotation
        }
    }

    private let schema = "countersign.rotation/1"
    private let host: String?
    private let clients: [Client]

    private enum CodingKeys: String, CodingKey { case schema, host, clients }

    /// The document of some clients.
    public init(host: String?, _ clients: [Client]) {
        self.host = host
        self.clients = clients
    }
}
