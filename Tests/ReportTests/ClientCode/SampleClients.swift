import Foundation
import Testing

@testable import Report
@testable import Trust

/// Clients of every kind, each with what makes its code differ.
struct SampleClients {
    let all: [ClientCode]

    init() throws {
        let leaf = try #require(SampleCertificates.leaf)
        let authority = try #require(SampleCertificates.authority)
        let bundle = try Self.bundle()
        var profiles = Presets.all.map { $0.profile(bundle: bundle) }
        profiles += Self.policies(leaf, authority).enumerated().map { ClientProfile(name: "policy \($0)", policy: $1) }
        profiles += Self.settings(leaf)
        var all = profiles.map { ClientCode(profile: $0, bundle: bundle, policyLine: "line of \($0.name)") }
        all.append(
            ClientCode(
                profile: ClientProfile(name: "anchored"),
                anchors: Anchors(app: [authority], appOnly: true),
                policyLine: "// */ --> \" \\",
                host: "leaf.test"
            )
        )
        all.append(ClientCode(profile: profiles[0], anchors: Anchors(app: [authority, leaf]), policyLine: "both\\"))
        self.all = all
    }

    static func bundle() throws -> BundleSnapshot {
        let leaf = try #require(SampleCertificates.leaf)
        let authority = try #require(SampleCertificates.authority)
        return BundleSnapshot(files: [
            "server.cer": .certificate(leaf), "lab-ca.cer": .certificate(authority),
            "custom.der": .certificate(authority),
        ])
    }

    static func policies(_ leaf: Certificate, _ authority: Certificate) -> [Policy] {
        let hash = Data(leaf.publicKeySHA256.bytes).base64EncodedString()
        let pins = PropertyValue.array([.dictionary(["SPKI-SHA256-BASE64": .string(hash)])])
        var policies: [Policy] = []
        for mode in AFSecurityPolicy.PinningMode.allCases {
            for invalid in [false, true] {
                for domain in [false, true] {
                    for pins in [[], [Pin.certificate(leaf)], [.publicKey(authority.publicKeySHA256), .unusable([1])]] {
                        policies.append(
                            Policy(
                                AFSecurityPolicy(
                                    pinningMode: mode,
                                    pins: pins,
                                    allowInvalidCertificates: invalid,
                                    validatesDomainName: domain
                                )
                            )
                        )
                    }
                }
            }
        }
        let evaluators: [AlamofireEvaluator] = [
            .default(validatesHost: false), .revocation(.init()), .disabled,
            .pinnedCertificates([leaf], acceptsSelfSigned: true, .init(performsDefault: false)),
        ]
        policies += [
            Policy(AFSecurityPolicy(version: "2.5.1")),
            Policy(SecTrustPolicy(policy: .ssl, host: false)),
            Policy(AlamofirePolicy(evaluator: .composite(evaluators))),
            Policy(AlamofirePolicy(evaluator: .publicKeys([leaf.publicKeySHA256], .init()))),
            Policy(AlamofirePolicy(hosts: ["a.test": evaluators[3], "b.test": evaluators[0]])),
            Policy(AlamofirePolicy(hosts: [:], allHostsMustBeEvaluated: false)),
            Policy(
                TrustKitPolicy(domains: [
                    "a.test": .init(publicKeyHashes: [hash], includesSubdomains: true, expirationDate: "2030-01-01"),
                    "b.a.test": .init(isExcluded: true),
                    "c.test": .init(publicKeyHashes: [hash], enforcesPinning: false),
                ])
            ),
            Policy(
                PinnedDomains(domains: [
                    "a.test": .dictionary([
                        "NSIncludesSubdomains": .bool(true), "NSPinnedLeafIdentities": pins,
                        "NSPinnedCAIdentities": pins,
                    ])
                ])
            ),
            Policy(
                AndroidNetworkPolicy(
                    base: .init(anchors: [.init(.user)]),
                    domains: [
                        .init(
                            names: [.init(name: "a.test", includesSubdomains: true)],
                            configuration: .init(
                                anchors: [.init(.system), .init(.resource, certificates: [authority.pem])],
                                pins: [leaf.publicKeySHA256]
                            )
                        )
                    ]
                )
            ),
        ]
        return policies
    }

    static func settings(_ leaf: Certificate) -> [ClientProfile] {
        var all: [ClientProfile] = []
        for answer in FixedAnswer.allCases {
            var profile = ClientProfile(name: "answers \(answer.rawValue)", policy: Policy(SecTrustPolicy()))
            profile.whenTrusted = answer
            profile.whenRefused = answer
            profile.whenIdentityFits = answer
            profile.whenNoIdentity = answer
            profile.identity = .file("dir/my \"client\\.p12")
            profile.sends = .leafOnly
            all.append(profile)
        }
        var profile = ClientProfile(name: "line\nbreak \u{1} \\")
        profile.nameChecked = .off
        profile.identity = .ask
        profile.minimumTLS = "1.0"
        profile.maximumTLS = "1.1"
        profile.rules = .openssl
        profile.answersKept = .asIOS
        profile.transportSecurity = TransportSecurity(minimumVersion: "1.0", requiresForwardSecrecy: false)
        all.append(profile)
        var keys = TransportSecurityKeys()
        keys.allowsArbitraryLoads = true
        keys.exceptionDomains = ["a.test": .init()]
        profile.transportSecurity = TransportSecurity(keys: keys)
        profile.nameChecked = .other("other.test")
        all.append(profile)
        return all
    }
}
