import Foundation

@testable import Trust

/// Clients whose tables say in so many words what they ask for.
extension PropertyWorld {
    /// A client, and what it declares: whose anchors count, and the lists of keys of which each has to hold one of the
    /// chain's.
    struct Declaration {
        /// Which certificates of the chain a list of keys is about.
        enum Members {
            case all
            case leaf
            case authorities
        }

        var policy: Policy
        /// The anchors that count for the host it names.
        var anchors: @Sendable (Anchors) -> Anchors = { $0 }
        /// The anchors that count for every other host.
        var anchorsElsewhere: @Sendable (Anchors) -> Anchors = { $0 }
        /// The lists for the host it names.
        var keys: [(members: Members, keys: [SHA256Digest])] = []
        /// What it says of hosts that it does not name, and without a host; nil for what the chain comes to there.
        var elsewhere: (named: Verdict?, unnamed: Verdict?) = (nil, nil)

        /// The host that it names.
        static let host = "leaf.test"

        /// The verdict that follows from the declaration.
        func verdict(_ memo: OutcomeMemo) -> Verdict {
            let request = memo.request
            let isNamed = request.host == Self.host
            if request.host == nil, let verdict = elsewhere.unnamed { return verdict }
            if request.host != nil, !isNamed, let verdict = elsewhere.named { return verdict }
            let counting = (isNamed ? anchors : anchorsElsewhere)(request.anchors)
            let outcome = memo.outcome(.ssl(checksHost: request.host != nil), counting)
            let members = outcome.path?.members ?? []
            let isPinned = keys.allSatisfy { list in
                let candidates: ArraySlice<Certificate> =
                    switch list.members {
                    case .all: members[...]
                    case .leaf: members.prefix(1)
                    case .authorities: members.dropFirst()
                    }
                return candidates.contains { list.keys.contains($0.publicKeySHA256) }
            }
            return outcome.holds && (isPinned || !isNamed) ? .accept : .refuse
        }
    }

    /// TrustKit, NSPinnedDomains and Android's configuration at each of their settings.
    static func declarations(_ chain: TestChain) -> [Declaration] {
        let leaf = chain.leaf.certificate.publicKeySHA256
        let root = chain.root.certificate.publicKeySHA256
        let strangers = [SHA256Digest(of: [1]), SHA256Digest(of: [2])]
        let lists = [[leaf, strangers[0]], [strangers[0], root], strangers]
        return lists.flatMap { trustKit($0) + pinnedDomains($0) + android($0) }
    }

    private static func trustKit(_ keys: [SHA256Digest]) -> [Declaration] {
        func policy(_ enforces: Bool, until day: String? = nil) -> Policy {
            let texts = keys.map { Data($0.bytes).base64EncodedString() }
            return Policy(
                TrustKitPolicy(
                    domains: [
                        Declaration.host: .init(publicKeyHashes: texts, enforcesPinning: enforces, expirationDate: day)
                    ]
                )
            )
        }
        let aside: (Verdict?, Verdict?) = (.notPinned, .refuse)
        return [
            Declaration(policy: policy(true), keys: [(.all, keys)], elsewhere: aside),
            Declaration(policy: policy(true, until: "2100-01-01"), keys: [(.all, keys)], elsewhere: aside),
            Declaration(policy: policy(false), elsewhere: aside),
        ]
    }

    private static func pinnedDomains(_ keys: [SHA256Digest]) -> [Declaration] {
        let list = PropertyValue.array(keys.map { .dictionary(["SPKI-SHA256-BASE64": .string($0.base64)]) })
        let lists: [(key: String, members: Declaration.Members)] = [
            ("NSPinnedLeafIdentities", .leaf), ("NSPinnedCAIdentities", .authorities),
        ]
        return [[lists[0]], [lists[1]], lists, []].map { chosen in
            let entry = Dictionary(uniqueKeysWithValues: chosen.map { ($0.key, list) })
            return Declaration(
                policy: Policy(PinnedDomains(domains: [Declaration.host: .dictionary(entry)])),
                keys: chosen.map { ($0.members, keys) }
            )
        }
    }

    private static func android(_ keys: [SHA256Digest]) -> [Declaration] {
        let systemOnly: @Sendable (Anchors) -> Anchors = { Anchors(system: $0.system) }
        let both: @Sendable (Anchors) -> Anchors = { Anchors(user: $0.user, system: $0.system) }
        func policy(_ anchors: [AndroidNetworkPolicy.AnchorSource.Kind], pins: [SHA256Digest]?) -> Policy {
            let configuration = AndroidNetworkPolicy.Configuration(anchors: anchors.map { .init($0) }, pins: pins)
            let name = AndroidNetworkPolicy.DomainConfiguration.Name(name: Declaration.host, includesSubdomains: false)
            return Policy(
                AndroidNetworkPolicy(
                    base: .init(anchors: [.init(.system)]),
                    domains: [.init(names: [name], configuration: configuration)]
                )
            )
        }
        return [
            Declaration(
                policy: policy([.system], pins: keys),
                anchors: systemOnly,
                anchorsElsewhere: systemOnly,
                keys: [(.all, keys)]
            ),
            Declaration(
                policy: policy([.system, .user], pins: keys),
                anchors: both,
                anchorsElsewhere: systemOnly,
                keys: [(.all, keys)]
            ),
            Declaration(policy: policy([.system, .user], pins: nil), anchors: both, anchorsElsewhere: systemOnly),
        ]
    }
}

extension SHA256Digest {
    fileprivate var base64: String { Data(bytes).base64EncodedString() }
}
