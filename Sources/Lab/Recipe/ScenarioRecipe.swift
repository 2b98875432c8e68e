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

    /// What it answers where a path says nothing else.
    enum Answer: String, Sendable, CaseIterable {
        /// What the server saw of the request, as JSON.
        case echo
        /// An HTML page with a script, a style sheet, images and a request of the script, some over other ports.
        case page
        /// A body that may be kept for ten minutes, with a validator.
        case cacheable
        /// A redirect to another host of the lab.
        case redirect
        /// The lab's root, issuers' certificates, revocation lists and OCSP answers.
        case files
    }

    /// How a finite-field Diffie-Hellman group is weak beside its size.
    enum FiniteField: String, Sendable, CaseIterable {
        /// A safe prime and a generator of its large subgroup.
        case sound
        /// A modulus that is no prime.
        case composite
        /// A generator of the subgroup of two.
        case smallSubgroup = "small-subgroup"
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
        /// The size of the finite-field Diffie-Hellman group that it uses, in bits; nil: none is used.
        var finiteFieldBits: Int?
        /// How that group is weak beside its size.
        var finiteField: FiniteField
        /// Whether it speaks HTTP/2 with a client that offers it.
        var speaksHTTP2: Bool
        /// Whether it sends the OCSP answer for its leaf to a client that asks for one.
        var staples: Bool
    }

    /// What it asks of clients.
    struct ClientCertificates: Hashable, Sendable {
        var mode: LabScenario.ClientCertificate
        /// The authorities it names, or certificates of clients; empty: none.
        var names: [EntryName]
        /// So many further names of authorities that do not exist.
        var furtherNames: Int
        /// The authorities it trusts, or certificates of clients.
        var anchors: [EntryName]
        /// The intermediates it has itself.
        var knows: [EntryName]
        /// Whether it refuses by an HTTP answer 400 in place of an alert.
        var refusesByStatus: Bool
        /// Whether it asks only after the request: TLS 1.3 post-handshake, TLS 1.2 by a second handshake.
        var isLate: Bool
    }

    /// A name and password that it wants.
    struct Login: Hashable, Sendable {
        /// How they are sent.
        enum Scheme: Sendable {
            /// As they are (RFC 7617).
            case basic
            /// As a digest with MD5 (RFC 7616).
            case digest
            /// As tokens, which nothing here takes: it is the question that counts.
            case ntlm
            /// As tokens of SPNEGO (RFC 4559), which nothing here takes either.
            case negotiate
        }

        var scheme: Scheme
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
    let login: Login?
    let body: Body
    let answer: Answer
    /// Whether it closes the connection after each response.
    let closesEach: Bool

    init(
        scenario: LabScenario,
        position: JSON5Position,
        certificate: CertificateRecipe,
        sends: [String],
        speaks: Speaks,
        tls: TLS,
        clients: ClientCertificates,
        login: Login?,
        body: Body,
        answer: Answer,
        closesEach: Bool
    ) {
        self.scenario = scenario
        self.position = position
        self.certificate = certificate
        self.sends = sends
        self.speaks = speaks
        self.tls = tls
        self.clients = clients
        self.login = login
        self.body = body
        self.answer = answer
        self.closesEach = closesEach
    }
}
