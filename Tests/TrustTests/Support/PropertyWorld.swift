import Foundation

@testable import Trust

/// Chains, right and wrong, and the clients that are asked about them.
struct PropertyWorld {
    private let chain: TestChain
    private let alone: TestIdentity
    private let chains: [[PresentedCertificate]]
    /// Pairs of clients, the second of which asks for more.
    let pairs: [Tightening]
    /// Clients, with the verdict that follows from what their tables declare.
    let declarations: [Declaration]

    init() throws {
        let chain = try TestChain()
        let alone = try TestIdentity.selfSigned(Recipe())
        self.chain = chain
        self.alone = alone
        policies = Self.policies(chain, alone)
        pairs = Self.libraryTightenings(chain)
        declarations = Self.declarations(chain)
        func leaf(_ change: (inout Recipe) -> Void, key: TestKey? = nil) throws -> PresentedCertificate {
            try chain.intermediate.issue(Recipe().with(change), key: key).presented
        }
        let above = [chain.intermediate.presented]
        let stranger = try TestChain()
        chains = try [
            chain.presented(), chain.presented(withRoot: true), [chain.leaf.presented], [alone.presented],
            stranger.presented(withRoot: true), [chain.leaf.presented, alone.presented] + above,
            [leaf { $0.to = Date(timeIntervalSince1970: 1_755_000_000) }] + above,
            [leaf { $0.from = Date(timeIntervalSince1970: 1_770_000_000) }] + above,
            [leaf { $0.alternativeNames = "DNS:other.test" }] + above, [leaf { $0.alternativeNames = nil }] + above,
            [leaf { $0.extendedKeyUsage = "clientAuth" }] + above,
            [leaf { $0.from = Date(timeIntervalSince1970: 1_650_000_000) }] + above,
            [leaf({ _ in }, key: TestKey(.rsa(1024)))] + above,
            [leaf { $0.critical = "1.2.3.4" }] + above,
        ]
    }

    /// Every chain with a right name, a wrong one and none, under system, user, app and no anchors.
    func requests(_ rules: RuleSet) -> [EvaluationRequest] {
        let root = chain.root.certificate
        let anchors = [
            Anchors(system: [root, alone.certificate]),
            Anchors(app: [chain.intermediate.certificate, root], appOnly: true),
            Anchors(user: [alone.certificate]),
        ]
        return chains.flatMap { chain in
            ["leaf.test", "wrong.test", nil].flatMap { host in
                anchors.map { anchors in
                    var request = EvaluationRequest(chain: chain, host: host, date: TestChain.now)
                    request.anchors = anchors
                    request.rules = rules
                    return request
                }
            }
        }
    }

    /// Every client: those with switches, and those whose rules stand in tables.
    var clients: [Policy] { policies + declarations.map(\.policy) }

    /// Each policy at each setting of its switches.
    let policies: [Policy]

    private static func policies(_ chain: TestChain, _ alone: TestIdentity) -> [Policy] {
        let pins: [[Pin]] = [[], [chain.leaf.pin], [chain.root.pin, alone.pin]]
        var all: [Policy] = [.system, .acceptAny]
        for kind in SecTrustPolicy.Kind.allCases {
            for host in [false, true] { all.append(Policy(SecTrustPolicy(policy: kind, host: host))) }
        }
        for version in ["4.0", "2.7", "2.5.4", "2.2.0", "2.1.0", "2.0.0"] {
            for mode in AFSecurityPolicy.PinningMode.allCases {
                for pins in pins {
                    for switches in 0..<4 {
                        all.append(
                            Policy(
                                AFSecurityPolicy(
                                    version: version,
                                    pinningMode: mode,
                                    pins: pins,
                                    allowInvalidCertificates: switches & 1 != 0,
                                    validatesDomainName: switches & 2 != 0
                                )
                            )
                        )
                    }
                }
            }
        }
        for validatesHost in [false, true] {
            for performsDefault in [false, true] {
                let validation = AlamofireEvaluator.Validation(
                    performsDefault: performsDefault,
                    validatesHost: validatesHost
                )
                let pinned = [chain.root.certificate]
                all += [
                    .pinnedCertificates(pinned, acceptsSelfSigned: false, validation),
                    .pinnedCertificates(pinned, acceptsSelfSigned: true, validation),
                    .publicKeys([chain.leaf.certificate.publicKeySHA256], validation), .revocation(validation),
                ].map { Policy(AlamofirePolicy(evaluator: $0)) }
            }
        }
        all.append(Policy(AlamofirePolicy(hosts: ["leaf.test": .default(validatesHost: true)])))
        all.append(
            Policy(AFSessionManager(policy: AFSecurityPolicy(pinningMode: .certificate, pins: [chain.root.pin])))
        )
        return all
    }

    /// Switches and, for each, a looser and a tighter value.
    static let tightenings = [
        ("allowInvalidCertificates", "ON", "OFF"), ("validatesDomainName", "OFF", "ON"),
        ("validatesCertificateChain", "OFF", "ON"), ("pinningMode", "none", "certificate"),
        ("pinningMode", "none", "publicKey"), ("policy", "basicX509", "ssl"), ("host", "OFF", "ON"),
    ]

    /// Checks that a policy declares it does not ask for.
    static func unasked(by policy: Policy) -> [CheckID] {
        switch policy.base {
        case let sec as SecTrustPolicy where sec.policy == .basicX509: [.host, .lifetime]
        case let sec as SecTrustPolicy where !sec.host: [.host]
        case let policy as AFSecurityPolicy where !policy.validatesDomainName && policy.family == .from30:
            [.host, .lifetime]
        case is AcceptAny: CheckID.allCases
        default: []
        }
    }

    /// Runs something under another time zone and language.
    static func abroad<Result>(_ body: () -> Result) -> Result {
        let zone = getenv("TZ").map { String(cString: $0) }
        let locale = setlocale(LC_ALL, nil).map { String(cString: $0) }
        setenv("TZ", "Pacific/Kiritimati", 1)
        tzset()
        setlocale(LC_ALL, "C")
        defer {
            if let zone { setenv("TZ", zone, 1) } else { unsetenv("TZ") }
            tzset()
            setlocale(LC_ALL, locale)
        }
        return body()
    }
}
