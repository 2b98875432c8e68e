import Foundation

@testable import Trust

/// Clients whose rules stand in tables: Alamofire's evaluators, TrustKit, NSPinnedDomains, Android's configuration.
extension PropertyWorld {
    /// Two settings of one client, the second of which asks for more.
    struct Tightening {
        var name: String
        var loose: Policy
        var tight: Policy

        init(_ name: String, _ loose: some TrustPolicy, _ tight: some TrustPolicy) {
            self.name = name
            self.loose = Policy(loose)
            self.tight = Policy(tight)
        }
    }

    /// Every such pair.
    static func libraryTightenings(_ chain: TestChain) -> [Tightening] {
        var all: [Tightening] = [
            Tightening("evaluate at all", AcceptAny(), SystemPolicy()),
            Tightening(
                "disabled",
                AlamofirePolicy(evaluator: .disabled),
                AlamofirePolicy(evaluator: .default(validatesHost: false))
            ),
            Tightening(
                "composite",
                AlamofirePolicy(evaluator: .default(validatesHost: true)),
                AlamofirePolicy(
                    evaluator: .composite([
                        .default(validatesHost: true), .publicKeys([chain.leaf.certificate.publicKeySHA256], .init()),
                    ])
                )
            ),
            Tightening(
                "all hosts",
                AlamofirePolicy(hosts: ["leaf.test": .default(validatesHost: true)], allHostsMustBeEvaluated: false),
                AlamofirePolicy(hosts: ["leaf.test": .default(validatesHost: true)], allHostsMustBeEvaluated: true)
            ),
        ]
        let looser: [(name: String, validation: AlamofireEvaluator.Validation)] = [
            ("name", .init(performsDefault: true, validatesHost: false)),
            ("default", .init(performsDefault: false, validatesHost: true)),
            ("both", .init(performsDefault: false, validatesHost: false)),
        ]
        for (name, loose) in looser {
            for evaluator in evaluators(chain) {
                let pair = (
                    AlamofirePolicy(evaluator: evaluator(loose)), AlamofirePolicy(evaluator: evaluator(.init()))
                )
                all.append(Tightening("Alamofire's \(name)", pair.0, pair.1))
            }
        }
        return all + tables(chain)
    }

    private static func evaluators(_ chain: TestChain) -> [(AlamofireEvaluator.Validation) -> AlamofireEvaluator] {
        let pinned = [chain.root.certificate]
        let key = chain.leaf.certificate.publicKeySHA256
        return [
            { .pinnedCertificates(pinned, acceptsSelfSigned: false, $0) },
            { .pinnedCertificates(pinned, acceptsSelfSigned: true, $0) }, { .publicKeys([key], $0) },
            { .revocation($0) },
        ]
    }

    private static func tables(_ chain: TestChain) -> [Tightening] {
        var all: [Tightening] = []
        let right = chain.leaf.certificate.publicKeySHA256
        let other = SHA256Digest(of: [1])
        for pins in [[right, other], [other, SHA256Digest(of: [2])]] {
            let texts = pins.map { Data($0.bytes).base64EncodedString() }
            func trustKit(_ enforces: Bool, until day: String? = nil) -> TrustKitPolicy {
                TrustKitPolicy(
                    domains: [
                        "leaf.test": .init(publicKeyHashes: texts, enforcesPinning: enforces, expirationDate: day)
                    ]
                )
            }
            all.append(Tightening("TSKEnforcePinning", trustKit(false), trustKit(true)))
            all.append(Tightening("TSKExpirationDate", trustKit(true, until: "2020-01-01"), trustKit(true)))
            let list = PropertyValue.array(texts.map { .dictionary(["SPKI-SHA256-BASE64": .string($0)]) })
            let leaves = ["NSPinnedLeafIdentities": list]
            let both = leaves.merging(["NSPinnedCAIdentities": list]) { first, _ in first }
            all += [
                Tightening(
                    "pins",
                    PinnedDomains(domains: [:]),
                    PinnedDomains(domains: ["leaf.test": .dictionary(leaves)])
                ),
                Tightening(
                    "a second list",
                    PinnedDomains(domains: ["leaf.test": .dictionary(leaves)]),
                    PinnedDomains(domains: ["leaf.test": .dictionary(both)])
                ),
                Tightening("pin-set", android([.system, .user], pins: nil), android([.system, .user], pins: pins)),
                Tightening("user's anchors", android([.system, .user], pins: pins), android([.system], pins: pins)),
                Tightening(
                    "overridePins",
                    android([.system, .user], pins: pins, overrides: true),
                    android([.system, .user], pins: pins)
                ),
            ]
        }
        return all
    }

    private static func android(
        _ anchors: [AndroidNetworkPolicy.AnchorSource.Kind],
        pins: [SHA256Digest]?,
        overrides: Bool = false
    ) -> AndroidNetworkPolicy {
        let configuration = AndroidNetworkPolicy.Configuration(
            anchors: anchors.map { .init($0, overridesPins: overrides && $0 == .user) },
            pins: pins
        )
        let name = AndroidNetworkPolicy.DomainConfiguration.Name(name: "leaf.test", includesSubdomains: true)
        return AndroidNetworkPolicy(
            base: .init(anchors: anchors.map { .init($0) }),
            domains: [.init(names: [name], configuration: configuration)]
        )
    }
}
