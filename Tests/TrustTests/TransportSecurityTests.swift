import Diagnosis
import Foundation
import Testing

@testable import Trust

@Suite struct TransportSecurityTests {
    private let chain: TestChain
    private let stranger: TestIdentity

    init() throws {
        chain = try TestChain()
        stranger = try TestIdentity.selfSigned(Recipe())
    }

    private static func keys(_ change: (inout TransportSecurityKeys) -> Void) -> TransportSecurity {
        var keys = TransportSecurityKeys()
        change(&keys)
        return TransportSecurity(keys: keys)
    }

    private static func domain(_ change: (inout TransportSecurityKeys.Domain) -> Void = { _ in })
        -> TransportSecurityKeys.Domain
    {
        var domain = TransportSecurityKeys.Domain()
        change(&domain)
        return domain
    }

    // MARK: Which key decides

    @Test func arbitraryLoadsAndWhatDisablesThem() {
        #expect(Self.keys { _ in }.applied(to: "a.test").isInForce)
        let open = Self.keys { $0.allowsArbitraryLoads = true }.applied(to: "a.test")
        #expect(!open.isInForce && open.allowsInsecure && open.deciding == "NSAllowsArbitraryLoads")
        let disabling: [(inout TransportSecurityKeys) -> Void] = [
            { $0.allowsArbitraryLoadsForMedia = false }, { $0.allowsArbitraryLoadsInWebContent = true },
            { $0.allowsLocalNetworking = false },
        ]
        for disable in disabling {
            let security = Self.keys {
                $0.allowsArbitraryLoads = true
                disable(&$0)
            }
            #expect(security.applied(to: "a.test").isInForce)
            #expect(security.keys?.remarks.map(\.code) == [.atsKeyIgnored])
        }
    }

    @Test func aListedDomainIgnoresTheKeysForAll() {
        let security = Self.keys {
            $0.allowsArbitraryLoads = true
            $0.requiresPackage = .recommended
            $0.exceptionDomains = ["a.test": Self.domain { $0.minimumVersion = .tls13 }]
        }
        let applied = security.applied(to: "A.test.")
        #expect(applied.isInForce && !applied.allowsInsecure)
        #expect(applied.minimumVersion == "1.3" && applied.requiresForwardSecrecy && applied.package == .none)
        #expect(applied.deciding == "NSExceptionDomains > a.test")
        #expect(!security.applied(to: "b.test").isInForce)
    }

    @Test func subdomainsReachOneLabel() {
        let security = Self.keys {
            $0.exceptionDomains = [
                "a.test": Self.domain {
                    $0.includesSubdomains = true
                    $0.allowsInsecureLoads = true
                }, "b.test": Self.domain { $0.allowsInsecureLoads = true },
            ]
        }
        let cases = [
            ("a.test", true), ("x.a.test", true), ("y.x.a.test", false), ("b.test", true), ("x.b.test", false),
            ("xa.test", false),
        ]
        for (host, isOpen) in cases { #expect(security.applied(to: host).allowsInsecure == isOpen, "\(host)") }
    }

    @Test func localNamesAndAddresses() {
        let plain = Self.keys { _ in }
        for host in ["printer", "printer.local"] { #expect(!plain.applied(to: host).isInForce, "\(host)") }
        for host in ["127.0.0.1", "::1", "a.test", "printer.local.test"] {
            #expect(plain.applied(to: host).isInForce, "\(host)")
        }
        let local = Self.keys { $0.allowsLocalNetworking = true }
        for host in ["printer", "printer.local", "127.0.0.1", "[::1]"] {
            #expect(local.applied(to: host).deciding == "NSAllowsLocalNetworking", "\(host)")
        }
        let listed = Self.keys {
            $0.exceptionDomains = [
                "10.0.0.0/9": Self.domain { $0.allowsInsecureLoads = true },
                "fd00::/8": Self.domain { $0.allowsInsecureLoads = true },
            ]
        }
        let cases = [("10.127.0.1", true), ("10.128.0.1", false), ("fd12::1", true), ("fe80::1", false)]
        for (host, isOpen) in cases { #expect(listed.applied(to: host).allowsInsecure == isOpen, "\(host)") }
    }

    // MARK: What is refused, and when

    private func decide(
        _ security: TransportSecurity,
        _ policy: Policy,
        trusted: Bool,
        connection: (String, String) = ("1.3", "TLS_AES_128_GCM_SHA256"),
        rules: RuleSet = .apple,
        chain presented: [PresentedCertificate]? = nil,
        anchors: Anchors? = nil
    ) -> (before: AnswerEffect?, after: AnswerEffect) {
        let known = anchors ?? Anchors(system: [trusted ? chain.root.certificate : stranger.certificate])
        let request = chain.request(anchors: known, policy: policy, rules: rules).with {
            if let presented { $0.chain = presented }
            $0.transportSecurity = security
            $0.connection = NegotiatedConnection(version: connection.0, cipherSuite: connection.1)
        }
        let decision = Decider.serverTrust(request, profile: ClientProfile(policy: policy))
        let answer = decision.answers.first ?? ClientAnswer(.cancelAuthenticationChallenge)
        return (
            Decider.refusalBeforeChallenge(request, decision: decision),
            Decider.effect(of: answer, serverTrust: request, decision: decision)
        )
    }

    @Test func bothOrdersForAnUntrustedChain() {
        let before = decide(TransportSecurity(), .acceptAny, trusted: false)
        #expect(before.before?.code == .atsBeforeChallenge)
        #expect(before.before?.proceeds == false && before.before?.error?.code == -1200)
        #expect(before.before?.isAssumed == true)
        #expect(before.before?.reason.contains("it would have said use") == true)
        let after = decide(TransportSecurity(order: .afterUse), .acceptAny, trusted: false)
        #expect(after.before == nil)
        #expect(after.after.code == .atsAfterUse && after.after.error?.code == -1200)
        for order in TransportSecurity.Order.allCases {
            #expect(decide(TransportSecurity(order: order), .acceptAny, trusted: true).before == nil)
            let exception = decide(TransportSecurity(hasException: true, order: order), .acceptAny, trusted: false)
            #expect(exception.before == nil && exception.after.proceeds)
            // Without code of the app there is nobody to be asked: the system's own verdict and error.
            let system = decide(TransportSecurity(order: order), .system, trusted: false)
            #expect(system.before == nil && system.after.error?.code == -1203)
        }
        let openssl = decide(TransportSecurity(), .acceptAny, trusted: false, rules: .openssl)
        #expect(openssl.before == nil && openssl.after.proceeds)
    }

    @Test func theConnectionIsLookedAtBeforeAnyChallenge() {
        let cases: [(String, String, TransportSecurity, DiagnosisCode?)] = [
            ("1.1", "ECDHE-RSA-AES128-SHA", TransportSecurity(), .atsMinTls),
            ("1.2", "AES128-GCM-SHA256", TransportSecurity(), .atsForwardSecrecy),
            ("1.2", "DHE-RSA-AES128-GCM-SHA256", TransportSecurity(), .atsForwardSecrecy),
            ("1.2", "DHE-RSA-AES128-GCM-SHA256", TransportSecurity(requiresForwardSecrecy: false), .atsCipher),
            ("1.2", "ECDHE-RSA-CHACHA20-POLY1305", TransportSecurity(), .atsCipher),
            ("1.2", "ECDHE-RSA-AES256-SHA", TransportSecurity(), .atsCipher),
            ("1.2", "AES128-GCM-SHA256", TransportSecurity(requiresForwardSecrecy: false), nil),
            ("1.2", "DES-CBC3-SHA", TransportSecurity(requiresForwardSecrecy: false), .atsCipher),
            ("1.2", "ECDHE-RSA-AES128-SHA256", Self.keys { $0.requiresPackage = .recommended }, .atsCipher),
            ("1.2", "ECDHE-RSA-AES128-GCM-SHA256", Self.keys { $0.requiresPackage = .recommended }, nil),
            ("1.0", "RC4-SHA", Self.keys { $0.allowsArbitraryLoads = true }, nil),
            ("1.3", "TLS_CHACHA20_POLY1305_SHA256", TransportSecurity(), nil),
        ]
        for rules in RuleSet.allCases {
            for order in TransportSecurity.Order.allCases {
                for (version, suite, security, code) in cases {
                    var security = security
                    security.order = order
                    let found = decide(
                        security,
                        .acceptAny,
                        trusted: true,
                        connection: (version, suite),
                        rules: rules
                    )
                    #expect(found.before?.code == code, "\(version) \(suite) \(rules)")
                    #expect(found.after.proceeds == (code == nil))
                }
            }
        }
    }

    @Test func theLeafHasToBeStrong() throws {
        // A leaf that the user installed is exempt from the system's rules, not from these.
        let weak = try TestIdentity.selfSigned(Recipe(), key: TestKey(.rsa(1024)))
        let anchors = Anchors(user: [weak.certificate])
        func code(_ security: TransportSecurity, _ rules: RuleSet = .apple) -> DiagnosisCode? {
            decide(security, .system, trusted: true, rules: rules, chain: [weak.presented], anchors: anchors).before?
                .code
        }
        #expect(code(TransportSecurity()) == .atsCertificate)
        #expect(code(TransportSecurity(requiresForwardSecrecy: false)) == nil)
        #expect(code(TransportSecurity(hasException: true)) == nil)
        #expect(code(TransportSecurity(order: .afterUse)) == nil)
        #expect(code(TransportSecurity(), .openssl) == nil)
        let late = decide(
            TransportSecurity(order: .afterUse),
            .acceptAny,
            trusted: true,
            chain: [weak.presented],
            anchors: anchors
        )
        #expect(late.after.code == .atsCertificate)
    }

    @Test func pinnedDomainsRefuseAfterTheAnswer() {
        func pinned(_ certificate: Certificate) -> TransportSecurity {
            Self.keys {
                let hash = Data(certificate.publicKeySHA256.bytes).base64EncodedString()
                $0.pinnedDomains = [
                    TestChain.host: .dictionary([
                        "NSPinnedLeafIdentities": .array([.dictionary(["SPKI-SHA256-BASE64": .string(hash)])])
                    ])
                ]
            }
        }
        for policy in [Policy.acceptAny, .system] {
            let wrong = decide(pinned(stranger.certificate), policy, trusted: true)
            #expect(wrong.before == nil)
            #expect(!wrong.after.proceeds && wrong.after.code == .pinNoMatch && wrong.after.error?.code == -1200)
            #expect(decide(pinned(chain.leaf.certificate), policy, trusted: true).after.proceeds)
        }
    }

    @Test func theCheckNamesTheKey() {
        let security = Self.keys {
            $0.exceptionDomains = [TestChain.host: Self.domain { $0.minimumVersion = .tls13 }]
        }
        func detail(_ version: String, _ security: TransportSecurity?) -> Check? {
            let request = chain.request().with {
                $0.transportSecurity = security
                $0.connection = NegotiatedConnection(version: version, cipherSuite: "ECDHE-RSA-AES128-GCM-SHA256")
            }
            return Evaluator.evaluate(request).checks.first { $0.id == .transportSecurity }
        }
        let low = detail("1.2", security)
        #expect(low?.result == .fail && low?.code == .atsMinTls)
        #expect(low?.detail.contains("NSExceptionDomains > leaf.test > NSExceptionMinimumTLSVersion") == true)
        let high = detail("1.3", security)
        #expect(high?.result == .pass && high?.detail.contains("NSExceptionDomains > leaf.test") == true)
        let off = detail("1.0", Self.keys { $0.allowsArbitraryLoads = true })
        #expect(off?.result == .skipped && off?.detail.contains("NSAllowsArbitraryLoads") == true)
        #expect(detail("1.0", nil)?.detail == "ATS is off")
    }

    @Test func theExceptionBelongsToTheURLsHost() {
        var profile = ClientProfile(policy: .acceptAny)
        profile.nameChecked = .off
        profile.transportSecurity = Self.keys {
            $0.exceptionDomains = ["leaf.test": Self.domain { $0.allowsInsecureLoads = true }]
        }
        var request = chain.request(anchors: Anchors(system: [stranger.certificate]))
        request.apply(profile, anchors: request.anchors, bundle: BundleSnapshot())
        #expect(request.host == nil)
        let decision = Decider.serverTrust(request, profile: profile)
        #expect(Decider.refusalBeforeChallenge(request, decision: decision) == nil)
        request.urlHost = "other.test"
        #expect(Decider.refusalBeforeChallenge(request, decision: decision)?.code == .atsBeforeChallenge)
    }

    @Test func cleartext() {
        func code(_ security: TransportSecurity?, _ host: String = "a.test") -> DiagnosisCode? {
            var profile = ClientProfile()
            profile.transportSecurity = security
            return Decider.cleartextRefusal(host: host, profile: profile)?.code
        }
        #expect(code(nil) == nil)
        #expect(code(TransportSecurity()) == .atsCleartext)
        #expect(code(TransportSecurity(hasException: true)) == nil)
        #expect(code(Self.keys { _ in }) == .atsCleartext)
        #expect(code(Self.keys { $0.allowsArbitraryLoads = true }) == nil)
        let listed = Self.keys { $0.exceptionDomains = ["a.test": Self.domain { $0.allowsInsecureLoads = true }] }
        #expect(code(listed) == nil && code(listed, "b.test") == .atsCleartext)
    }
}
