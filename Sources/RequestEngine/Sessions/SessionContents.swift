import Foundation

/// What a session keeps between its requests, and so what the next one will meet.
public struct SessionContents: Hashable, Sendable {
    /// An idle connection, or a TLS session that can be resumed, with the answers that stand behind it.
    public struct Kept: Hashable, Sendable {
        /// The host of the URL that it was made for.
        public var host: String
        /// The port of that URL.
        public var port: Int
        /// The number of the connection, or of the one whose handshake made the TLS session.
        public var connection: Int
        /// The request whose answer to server trust stands behind it; nil in the clear.
        public var serverTrustFrom: Int?
        /// The request whose client certificate stands behind it; nil where none was asked for.
        public var clientCertificateFrom: Int?
        /// Whether the next request may use it: it is the present client's, or answers are kept as on iOS.
        public var isUsable: Bool
    }

    /// A response in the cache.
    public struct Response: Hashable, Sendable {
        /// Its address.
        public var address: String
        /// How long it stays fresh, in seconds; negative for what is stale and has to be asked for again.
        public var freshFor: Double
    }

    /// The session's number.
    public var session: Int
    /// Connections that are open and idle.
    public var connections: [Kept] = []
    /// TLS sessions that can be resumed.
    public var tlsSessions: [Kept] = []
    /// Responses in the cache.
    public var responses: [Response] = []
    /// Cookies: `name for host/path`, never a value.
    public var cookies: [String] = []
    /// Users at protection spaces, never a password.
    public var credentials: [String] = []

    /// What would happen to a request that is fired now.
    public enum Outlook: Hashable, Sendable {
        /// The cache answers; nobody is asked.
        case cached(Response)
        /// An open connection is used; no challenge.
        case reused(Kept)
        /// A new connection resumes a TLS session; no challenge.
        case resumed(Kept)
        /// A new connection and a full handshake: every challenge comes.
        case asked
    }

    /// What a request to an address would meet.
    ///
    /// - Parameter usesCache: Whether it lets the cache answer.
    public func outlook(for url: RequestURL, usesCache: Bool) -> Outlook {
        if usesCache, let response = responses.first(where: { $0.address == url.description && $0.freshFor >= 0 }) {
            return .cached(response)
        }
        func fits(_ kept: Kept) -> Bool { kept.isUsable && kept.port == url.port && kept.host == url.host.lowercased() }
        if let connection = connections.first(where: fits) { return .reused(connection) }
        if url.scheme == .https, let session = tlsSessions.last(where: fits) { return .resumed(session) }
        return .asked
    }
}
