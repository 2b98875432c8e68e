import Foundation

/// What a server presents in one attack, as values: enough to judge it without a connection.
public struct AttackPresentation: Hashable, Sendable {
    /// The chain as sent, leaf first; empty where nothing is presented.
    public var chain: [PresentedCertificate]
    /// The host that the client asks for.
    public var host: String
    /// Whether the attacker has the leaf's private key: without, no handshake ends.
    public var hasKey: Bool
    /// Anchors that the device's user has installed for it.
    public var userAnchors: [Certificate]
    /// The TLS version it insists on; nil for whatever the client likes best.
    public var version: String?
    /// Whether it asks for a client certificate, and which authorities it names.
    public var asksFor: [DistinguishedName]?

    /// A presentation by somebody who has the key and asks for nothing.
    public init(
        chain: [PresentedCertificate],
        host: String,
        hasKey: Bool = true,
        userAnchors: [Certificate] = [],
        version: String? = nil,
        asksFor: [DistinguishedName]? = nil
    ) {
        self.chain = chain
        self.host = host
        self.hasKey = hasKey
        self.userAnchors = userAnchors
        self.version = version
        self.asksFor = asksFor
    }
}

/// What a server presents as time goes by, honest all along: the rows above the attacker's.
public enum HonestRow: String, Hashable, Sendable, Codable, CaseIterable {
    /// As it is today.
    case good
    /// A new leaf with the key of the old one.
    case newLeafSameKey = "new-leaf-same-key"
    /// A new leaf with a key of its own.
    case newLeafNewKey = "new-leaf-new-key"
    /// A new intermediate below the same root.
    case newIntermediate = "new-intermediate"
    /// Another private root, which the system knows as it knew the old one.
    case newRoot = "new-root"

    /// A few words, for a row.
    public var title: String {
        switch self {
        case .good: "good"
        case .newLeafSameKey: "new leaf, same key"
        case .newLeafNewKey: "new leaf, new key"
        case .newIntermediate: "new intermediate"
        case .newRoot: "new root"
        }
    }
}

/// Everything that is presented to one victim, issued by whoever plays both sides.
public struct AttackMaterial: Sendable {
    /// The victim's host.
    public var host: String
    /// The honest server, today and later.
    public var honest: [HonestRow: AttackPresentation]
    /// The attacker's presentations; an attack that is missing needs no chain of its own.
    public var attacks: [Attack.ID: AttackPresentation]
    /// The roots that stand for the system's anchors.
    public var systemAnchors: [Certificate]
    /// The self-signed root of the honest chain; nil where there is none.
    public var authority: Certificate?

    /// Material of known parts.
    public init(
        host: String,
        honest: [HonestRow: AttackPresentation],
        attacks: [Attack.ID: AttackPresentation],
        systemAnchors: [Certificate],
        authority: Certificate? = nil
    ) {
        self.host = host
        self.honest = honest
        self.attacks = attacks
        self.systemAnchors = systemAnchors
        self.authority = authority
    }

    /// The honest server of today.
    public var good: AttackPresentation { honest[.good] ?? AttackPresentation(chain: [], host: host) }

    /// The certificates of today's chain that decode, leaf first.
    public var goodChain: [Certificate] { good.chain.compactMap(\.certificate) }

    /// A root that vouches for nothing honest.
    var stranger: Certificate? { attacks[.otherAuthority]?.chain.last?.certificate }

    /// A moment at which everything honest is valid.
    func date(near wanted: Date) -> Date {
        guard let leaf = goodChain.first, !leaf.isValid(at: wanted) else { return wanted }
        return leaf.notBefore.addingTimeInterval(86_400)
    }
}
