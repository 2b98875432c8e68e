/// A client as the lab's server saw it.
public struct LabClientFacts: Hashable, Sendable, Codable {
    /// What the client did with the server's certificate.
    public enum Conduct: String, Hashable, Sendable, Codable, CaseIterable {
        /// It sent an alert and left.
        case leftWithAlert
        /// It left without a word.
        case leftSilently
        /// It went on and sent a request.
        case talked
        /// We refused it before it could send a request: its certificate, or what it spoke.
        case refused
        /// Connected; not decided yet.
        case undecided
    }

    /// The scenario's name.
    public var scenario: String
    /// Number of the connection within the lab.
    public var connection: Int
    /// The client's address and port.
    public var peer: String
    /// Its User-Agent, sanitised; nil before it sent one.
    public var userAgent: String?
    /// A hash of its ClientHello's ciphers and extensions.
    public var fingerprint: String?
    /// What it did.
    public var conduct: Conduct
    /// The alert it sent or was sent, where there was one.
    public var alert: AlertFacts?
    /// The request line it sent, without secrets.
    public var requestLine: String?
    /// The names of the header fields it sent; nil before it sent a request.
    public var headerNames: [String]?
    /// The scheme of its Authorization field, such as `Bearer`, never what follows it; nil without one of the known ones.
    public var authorizationScheme: String?
    /// Size of the body it sent in bytes; nil before it sent a request.
    public var bodyBytes: Int?
    /// The client certificate's subject, where it sent one.
    public var clientCertificate: String?
    /// Our own verdict on that certificate: `X509_V_OK` or the error's name.
    public var clientVerdict: String?
    /// The status we answered with.
    public var status: Int?

    /// A client of which nothing is known yet but where it connected.
    public init(scenario: String, connection: Int, peer: String) {
        self.scenario = scenario
        self.connection = connection
        self.peer = peer
        conduct = .undecided
    }
}
