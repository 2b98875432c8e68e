import Diagnosis

/// A scenario as the recipe describes it; one object, that all its connections share.
final class ScenarioRecipe: Sendable {
    /// What it speaks on its port.
    enum Speaks: String, Sendable, CaseIterable {
        /// TLS, then HTTP.
        case tls
        /// HTTP without TLS.
        case http
        /// Bytes that are no TLS record, after the client's first ones.
        case garbage
        /// Nothing at all.
        case nothing
        /// It closes the connection after the ClientHello.
        case close
        /// The alert `protocol_version` to every ClientHello.
        case refusal
    }

    /// How it sends its responses' bodies.
    enum Body: String, Sendable, CaseIterable {
        /// As quickly as the client takes them.
        case whole
        /// One byte a second.
        case trickle
        /// Without end.
        case endless
        /// Half of what was announced; then it closes the connection.
        case half
    }

    /// The TLS side.
    struct TLS: Hashable, Sendable {
        /// The lowest and the highest version: `1.0` to `1.3`.
        var minimum: TLSVersion
        var maximum: TLSVersion
        /// OpenSSL's list of suites up to TLS 1.2; nil leaves the default.
        var ciphers: String?
        /// OpenSSL's security level; 0 allows old versions, short keys and weak digests.
        var securityLevel: Int
        /// Whether a client that offers ALPN has to offer `http/1.1`.
        var needsHTTP1: Bool
        /// Whether a client has to send the scenario's own name (alert 112).
        var needsServerName: Bool
        /// Whether it resumes sessions.
        var resumes: Bool
    }

    /// What it asks of clients.
    struct ClientCertificates: Hashable, Sendable {
        var mode: LabScenario.ClientCertificate
        /// The authorities it names; empty: none.
        var names: [String]
        /// So many further names of authorities that do not exist.
        var furtherNames: Int
        /// The authorities it trusts.
        var anchors: [String]
        /// The intermediates it has itself.
        var knows: [String]
        /// Whether it refuses by an HTTP answer 400 in place of an alert.
        var refusesByStatus: Bool
    }

    /// A name and password that it wants (RFC 7617).
    struct Basic: Hashable, Sendable {
        var realm: String
        var user: String
        var password: String
    }

    let scenario: LabScenario
    let position: JSON5Position
    let certificate: CertificateRecipe
    /// The authorities whose certificates follow the leaf, in the order sent.
    let sends: [String]
    let speaks: Speaks
    let tls: TLS
    let clients: ClientCertificates
    let basic: Basic?
    let body: Body

    init(
        scenario: LabScenario,
        position: JSON5Position,
        certificate: CertificateRecipe,
        sends: [String],
        speaks: Speaks,
        tls: TLS,
        clients: ClientCertificates,
        basic: Basic?,
        body: Body
    ) {
        self.scenario = scenario
        self.position = position
        self.certificate = certificate
        self.sends = sends
        self.speaks = speaks
        self.tls = tls
        self.clients = clients
        self.basic = basic
        self.body = body
    }
}
