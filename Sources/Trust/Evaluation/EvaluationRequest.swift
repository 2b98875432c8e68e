import Diagnosis
import Foundation

/// Everything that a judgement about a chain depends on, as one value: same request, same answer, anywhere, any time.
///
/// Its JSON form is one line of `evaluate --batch`: certificates as PEM, `at` in RFC 3339.
public struct EvaluationRequest: Hashable, Sendable {
    /// Echoed in the result.
    public var id: String?
    /// The chain as presented, leaf first; order and extras as the server sent them.
    public var chain: [PresentedCertificate]
    /// Issuers from elsewhere (fetched, remembered), which may complete a path.
    public var furtherIssuers: [Certificate]
    /// A stapled OCSP response, DER.
    public var staple: [UInt8]?
    /// Whether a staple was asked for, so that a missing one means that the server sent none.
    public var asksForStaple: Bool
    /// CRLs, DER; when there are any, every member but the anchor is checked.
    public var crls: [[UInt8]]
    /// The name or address to check, as typed; nil for no name check. Empty text is refused.
    public var host: String?
    /// The leaf's role.
    public var purpose: Purpose
    /// The largest number of intermediates, self-issued ones not counted; nil for no limit.
    public var maximumDepth: Int?
    /// Inputs of RFC 5280 §6.1 about certificate policies; nil where none are wanted.
    public var certificatePolicies: CertificatePolicyInputs?
    /// The anchors by kind.
    public var anchors: Anchors
    /// Whose rules apply.
    public var rules: RuleSet
    /// OpenSSL's security level, for the `openssl` rules.
    public var securityLevel: Int
    /// Whether a path may end at an anchor that is not self-signed (`openssl` rules).
    public var allowsPartialChain: Bool
    /// What decides.
    public var policy: Policy
    /// The flow that decides instead; it may use `policy`.
    public var flow: FlowReference?
    /// The files that the flow reads.
    public var bundle: BundleSnapshot?
    /// App Transport Security; nil when it is off.
    public var transportSecurity: TransportSecurity?
    /// The URL's host, to which the exceptions of transport security belong; nil when it is `host`.
    public var urlHost: String?
    /// The time of judgement, UTC.
    public var date: Date
    /// What the connection negotiated; nil offline.
    public var connection: NegotiatedConnection?

    /// A request with nothing but the chain, the host and the date; everything else is set afterwards.
    public init(chain: [PresentedCertificate], host: String?, date: Date) {
        id = nil
        self.chain = chain
        furtherIssuers = []
        staple = nil
        asksForStaple = false
        crls = []
        self.host = host
        purpose = .serverAuth
        maximumDepth = nil
        certificatePolicies = nil
        anchors = Anchors()
        rules = .apple
        securityLevel = 2
        allowsPartialChain = true
        policy = .system
        flow = nil
        bundle = nil
        transportSecurity = nil
        urlHost = nil
        self.date = date
        connection = nil
    }
}

extension EvaluationRequest {
    /// The host whose exceptions of transport security apply.
    var transportHost: String? { urlHost ?? host }
}

/// The inputs of RFC 5280 §6.1.1 (c)–(g) about certificate policies.
public struct CertificatePolicyInputs: Hashable, Sendable, Codable {
    /// Dotted object identifiers; `2.5.29.32.0` is any policy.
    public var initialPolicySet: [String]
    /// initial-explicit-policy.
    public var requireExplicitPolicy: Bool
    /// initial-policy-mapping-inhibit.
    public var inhibitPolicyMapping: Bool
    /// initial-any-policy-inhibit.
    public var inhibitAnyPolicy: Bool
}
