import Diagnosis
import Trust

/// A session as the client developer knows it.
public struct SessionFacts: Hashable, Sendable, Codable {
    /// Why it was opened or invalidated.
    public var reason: String
    /// What is said about it.
    public init(reason: String) { self.reason = reason }
}

/// A flipped switch, or a client chosen.
public struct PolicyChange: Hashable, Sendable, Codable {
    /// The switch's identifier; `client` when another client was chosen.
    public var name: String
    /// The value before.
    public var from: String
    /// The value now.
    public var to: String
    /// Who did it: `you`, `script`, `undo`.
    public var by: String

    /// A change of known parts.
    public init(name: String, from: String, to: String, by: String) {
        self.name = name
        self.from = from
        self.to = to
        self.by = by
    }
}

/// A request as it was fired.
public struct RequestFacts: Hashable, Sendable, Codable {
    /// The method.
    public var method: String
    /// The URL as typed or completed, without user and password.
    public var url: String
    /// Header names and values, secrets redacted.
    public var headers: [HeaderField]
    /// Size of the body in bytes.
    public var bodyBytes: Int
    /// The address connected to, where it is not the URL's (`127.0.0.1:9443`).
    public var connectTo: String?
    /// The name sent as SNI; nil when none is sent.
    public var serverName: String?
    /// The name that is checked; nil when none is.
    public var nameChecked: String?
    /// The client, in one word (`F2c+1`).
    public var client: String
    /// The policy line, whole.
    public var policyLine: String
    /// The lab scenario, where it is one.
    public var scenario: String?
    /// The number of the request that it repeats.
    public var repeats: Int?

    /// A request of known parts.
    public init(
        method: String,
        url: String,
        headers: [HeaderField] = [],
        bodyBytes: Int = 0,
        connectTo: String? = nil,
        serverName: String? = nil,
        nameChecked: String? = nil,
        client: String = "",
        policyLine: String = "",
        scenario: String? = nil,
        repeats: Int? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.bodyBytes = bodyBytes
        self.connectTo = connectTo
        self.serverName = serverName
        self.nameChecked = nameChecked
        self.client = client
        self.policyLine = policyLine
        self.scenario = scenario
        self.repeats = repeats
    }
}

/// A header field.
public struct HeaderField: Hashable, Sendable, Codable {
    /// The field's name as sent.
    public var name: String
    /// Its value, or `(redacted)`.
    public var value: String
    /// A field of known parts.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// A redirect.
public struct RedirectFacts: Hashable, Sendable, Codable {
    /// The status that redirected.
    public var status: Int
    /// Where to.
    public var location: String
    /// A redirect of known parts.
    public init(status: Int, location: String) {
        self.status = status
        self.location = location
    }
}

/// Bytes of a body on their way.
public struct ProgressFacts: Hashable, Sendable, Codable {
    /// Bytes so far.
    public var bytes: Int
    /// Bytes in all, where known.
    public var total: Int?
    /// Progress of known parts.
    public init(bytes: Int, total: Int? = nil) {
        self.bytes = bytes
        self.total = total
    }
}

/// A response's head.
public struct ResponseFacts: Hashable, Sendable, Codable {
    /// The status.
    public var status: Int
    /// `1.1` or `2`.
    public var httpVersion: String
    /// Header fields, secrets redacted.
    public var headers: [HeaderField]
    /// A response of known parts.
    public init(status: Int, httpVersion: String, headers: [HeaderField]) {
        self.status = status
        self.httpVersion = httpVersion
        self.headers = headers
    }
}

/// How a request ended.
public struct OutcomeFacts: Hashable, Sendable, Codable {
    /// The HTTP status; nil when none came.
    public var status: Int?
    /// The response's content type.
    public var contentType: String?
    /// Size of the body in bytes.
    public var bodyBytes: Int
    /// The first part of the body, sanitised, where it is text.
    public var bodyText: String?
    /// Who refused whom, from the record of messages and alerts.
    public var refusal: Refusal?
    /// The kind of finding that decided; nil when all is well.
    public var code: DiagnosisCode?
    /// All kinds of findings.
    public var codes: [DiagnosisCode]
    /// The sentence that says what decided.
    public var reason: String
    /// What helps.
    public var remedy: String?
    /// The error as the client's code sees it.
    public var clientError: ClientError?
    /// libcurl's code and its text.
    public var curlCode: Int?
    /// libcurl's own words.
    public var curlText: String?
    /// X509_V_ERR_… as a number, where there is one.
    public var x509Error: Int32?
    /// The phase in which it ended: `name`, `tcp`, `tls`, `wait`, `body`.
    public var phase: String?

    /// An outcome with nothing but its sentence; the rest is set afterwards.
    public init(reason: String) {
        self.reason = reason
        bodyBytes = 0
        codes = []
    }
}

/// Who refused whom.
public enum Refusal: String, Hashable, Sendable, Codable, CaseIterable {
    /// We refused the server's trust.
    case weRefusedServer
    /// We cancelled the client-certificate challenge.
    case weCancelledIdentity
    /// The server refused our certificate, or that there was none, by an alert.
    case serverRefusedIdentity
    /// The server refused our certificate, or that there was none, by an HTTP answer.
    case serverRefusedByStatus
    /// The peer refused for another reason, by an alert.
    case peerAlert
    /// The connection failed before anybody decided.
    case undecided
    /// The user or a limit stopped it.
    case stopped
}

/// A connection.
public struct ConnectionFacts: Hashable, Sendable, Codable {
    /// The peer's address.
    public var address: String
    /// The peer's port.
    public var port: Int
    /// Why it is new, or what it rests on.
    public var reason: String
    /// The request whose answer stands behind a reused or resumed one.
    public var restsOnRequest: Int?
    /// A connection of known parts.
    public init(address: String, port: Int, reason: String, restsOnRequest: Int? = nil) {
        self.address = address
        self.port = port
        self.reason = reason
        self.restsOnRequest = restsOnRequest
    }
}

/// Which way a message or an alert went.
public enum Direction: String, Hashable, Sendable, Codable, CaseIterable {
    /// From us.
    case sent
    /// From the peer.
    case received
}

/// A handshake message.
public struct HandshakeMessageFacts: Hashable, Sendable, Codable {
    /// Which way it went.
    public var direction: Direction
    /// Its name (RFC 8446 §4, RFC 5246 §7.4): `ClientHello`.
    public var name: String
    /// Its type number.
    public var type: Int
    /// The protocol version in force: `1.2`.
    public var version: String
    /// Its size in bytes, header included.
    public var bytes: Int
    /// What is in it, in short: `SNI good.lab.test, ALPN h2`.
    public var detail: String
    /// A message of known parts.
    public init(direction: Direction, name: String, type: Int, version: String, bytes: Int, detail: String = "") {
        self.direction = direction
        self.name = name
        self.type = type
        self.version = version
        self.bytes = bytes
        self.detail = detail
    }
}

/// An alert.
public struct AlertFacts: Hashable, Sendable, Codable {
    /// Which way it went.
    public var direction: Direction
    /// Whether its level is fatal.
    public var isFatal: Bool
    /// Its number (RFC 8446 §6).
    public var number: Int
    /// Its name: `certificate_expired`.
    public var name: String
    /// When it passed: `handshake` or `after handshake`.
    public var stage: String
    /// An alert of known parts.
    public init(direction: Direction, isFatal: Bool, number: Int, name: String, stage: String) {
        self.direction = direction
        self.isFatal = isFatal
        self.number = number
        self.name = name
        self.stage = stage
    }
}

/// The kind of a challenge (NSURLAuthenticationMethod…).
public enum AuthenticationMethod: String, Hashable, Sendable, Codable, CaseIterable {
    /// The client checks the server.
    case serverTrust
    /// The server asks who the client is.
    case clientCertificate
    /// HTTP Basic.
    case httpBasic
    /// HTTP Digest.
    case httpDigest
    /// NTLM.
    case ntlm
    /// Negotiate.
    case negotiate
}

/// A challenge.
public struct ChallengeFacts: Hashable, Sendable, Codable {
    /// Its kind.
    public var method: AuthenticationMethod
    /// The protection space's host.
    public var host: String
    /// The protection space's port.
    public var port: Int
    /// Whether it comes from a proxy.
    public var isProxy: Bool
    /// How often it failed before.
    public var previousFailureCount: Int
    /// Server trust: the presented chain by SHA-256, leaf first.
    public var chain: [SHA256Digest]
    /// Client certificate: what the server asked for.
    public var asked: ClientCertificateRequest?
    /// Server trust: the request as it was judged, for judging again; certificates by SHA-256.
    public var question: RecordedQuestion?

    /// A challenge of known parts.
    public init(
        method: AuthenticationMethod,
        host: String,
        port: Int,
        isProxy: Bool = false,
        previousFailureCount: Int = 0,
        chain: [SHA256Digest] = [],
        asked: ClientCertificateRequest? = nil,
        question: RecordedQuestion? = nil
    ) {
        self.method = method
        self.host = host
        self.port = port
        self.isProxy = isProxy
        self.previousFailureCount = previousFailureCount
        self.chain = chain
        self.asked = asked
        self.question = question
    }
}

/// What a server-trust challenge was judged on, with certificates by SHA-256: enough to judge it again.
public struct RecordedQuestion: Hashable, Sendable, Codable {
    /// The URL's host.
    public var urlHost: String
    /// The name that was checked; nil for none.
    public var host: String?
    /// The time of judgement, microseconds since 1970, UTC.
    public var date: Int64
    /// The system's anchors that were within reach of the chain, by SHA-256.
    public var systemAnchors: [SHA256Digest]
    /// The program's anchors, by SHA-256.
    public var appAnchors: [SHA256Digest]
    /// Whether only the program's anchors count.
    public var appOnly: Bool
    /// The user's anchors, by SHA-256.
    public var userAnchors: [SHA256Digest]
    /// What the connection had negotiated by then.
    public var connection: NegotiatedConnection?
    /// The files that a flow would read.
    public var bundle: BundleSnapshot?

    /// A question of known parts.
    public init(
        urlHost: String,
        host: String?,
        date: Int64,
        systemAnchors: [SHA256Digest],
        appAnchors: [SHA256Digest] = [],
        appOnly: Bool = false,
        userAnchors: [SHA256Digest] = [],
        connection: NegotiatedConnection? = nil,
        bundle: BundleSnapshot? = nil
    ) {
        self.urlHost = urlHost
        self.host = host
        self.date = date
        self.systemAnchors = systemAnchors
        self.appAnchors = appAnchors
        self.appOnly = appOnly
        self.userAnchors = userAnchors
        self.connection = connection
        self.bundle = bundle
    }
}

/// What the client's policy or flow decided about a challenge.
public struct DecisionFacts: Hashable, Sendable, Codable {
    /// The decision, with the evaluation and every check.
    public var decision: ClientDecision
    /// How long it took, in microseconds.
    public var duration: Int64
    /// A decision and how long it took.
    public init(decision: ClientDecision, duration: Int64) {
        self.decision = decision
        self.duration = duration
    }
}

/// A held challenge.
public struct HoldFacts: Hashable, Sendable, Codable {
    /// Seconds until the safe answer is given.
    public var timeout: Double
    /// The safe answer.
    public var safeAnswer: Disposition
    /// A hold of known parts.
    public init(timeout: Double, safeAnswer: Disposition) {
        self.timeout = timeout
        self.safeAnswer = safeAnswer
    }
}

/// An answer to a challenge.
public struct AnswerFacts: Hashable, Sendable, Codable {
    /// The answer.
    public var answer: ClientAnswer
    /// What follows from it.
    public var effect: AnswerEffect
    /// Who gave it: `policy`, `you`, `time-out`, `script`.
    public var by: String
    /// How long the challenge was held, in microseconds; 0 when it was not.
    public var timeHeld: Int64
    /// An answer of known parts.
    public init(answer: ClientAnswer, effect: AnswerEffect, by: String, timeHeld: Int64 = 0) {
        self.answer = answer
        self.effect = effect
        self.by = by
        self.timeHeld = timeHeld
    }
}

/// Something with a code and a sentence.
public struct ProblemFacts: Hashable, Sendable, Codable {
    /// The kind of finding; nil for a plain note.
    public var code: DiagnosisCode?
    /// The sentence.
    public var sentence: String
    /// What helps.
    public var remedy: String?

    /// A plain note.
    public init(note: String) { sentence = Sanitizer.line(note) }

    /// A problem.
    public init(_ problem: Problem) {
        code = problem.code
        sentence = problem.sentence
        remedy = problem.remedy
    }
}

/// Why a challenge did not come.
public struct NoChallengeFacts: Hashable, Sendable, Codable {
    /// The five reasons, and the one where there is nothing to check.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// A connection was reused.
        case reusedConnection
        /// A TLS session was resumed.
        case resumedSession
        /// The answer came from the cache.
        case cache
        /// The delegate's filter kept it away.
        case filtered
        /// The request was refused, or failed, before any challenge.
        case refusedBefore
        /// The request went in the clear, without TLS.
        case cleartext
    }

    /// Which of them it was.
    public var reason: Reason
    /// The challenge that did not come.
    public var method: AuthenticationMethod
    /// The request whose answer stands behind it.
    public var restsOnRequest: Int?
    /// The sentence: `resumed session, answer of no. 1`.
    public var sentence: String

    /// Facts of known parts.
    public init(reason: Reason, method: AuthenticationMethod, restsOnRequest: Int?, sentence: String) {
        self.reason = reason
        self.method = method
        self.restsOnRequest = restsOnRequest
        self.sentence = sentence
    }
}

/// The flow that answers.
public struct FlowFacts: Hashable, Sendable, Codable {
    /// The flow.
    public var flow: FlowReference
    /// Its title.
    public var title: String
    /// A flow and its title.
    public init(flow: FlowReference, title: String) {
        self.flow = flow
        self.title = title
    }
}

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
