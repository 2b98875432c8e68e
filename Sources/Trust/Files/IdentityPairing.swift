import Diagnosis

/// Puts private keys and certificates together.
struct IdentityPairing {
    /// A private key and what a container says about it.
    struct Key {
        let key: PrivateKey
        var name: String?
        var localKeyID: [UInt8]?
    }

    /// A certificate and what a container says about it.
    struct Member {
        let certificate: Certificate
        var name: String?
        var localKeyID: [UInt8]?
    }

    /// The identities, in the order of the keys.
    private(set) var identities: [Identity] = []
    /// For each identity, the place of its leaf among the certificates.
    private(set) var places: [Int] = []
    /// Keys whose certificate is not there.
    private(set) var keysAlone: [Key] = []

    private let file: String
    private let members: [Member]

    /// Pairs by public key; where several certificates have the same one, by the container's key identifier.
    init(keys: [Key], members: [Member], file: String) {
        self.file = file
        self.members = members
        let byKey = Dictionary(grouping: members.indices) { members[$0].certificate.publicKeySHA256 }
        for key in keys {
            let matching = byKey[key.key.publicKeySHA256] ?? Self.sameKey(key.key, members)
            let tied = matching.filter { key.localKeyID != nil && members[$0].localKeyID == key.localKeyID }
            // The same certificate twice in a file is one identity.
            var seen: Set<SHA256Digest> = []
            for place in tied.isEmpty ? matching : tied where seen.insert(members[place].certificate.sha256).inserted {
                add(key, place: place)
            }
            if matching.isEmpty { keysAlone.append(key) }
        }
    }

    /// The same key in another encoding (a point that is compressed, parameters that are spelled out).
    private static func sameKey(_ key: PrivateKey, _ members: [Member]) -> [Int] {
        members.indices.prefix(100).filter { key.belongs(to: members[$0].certificate) }
    }

    private mutating func add(_ key: Key, place: Int) {
        let leaf = members[place].certificate
        let chain = Self.chain(from: leaf, among: members.map(\.certificate))
        identities.append(
            key.key.identity(file: file, name: key.name ?? members[place].name, leaf: leaf, chain: chain)
        )
        places.append(place)
    }

    /// The certificates that lead up from a leaf, its issuer first, as far as they are there.
    static func chain(from leaf: Certificate, among certificates: [Certificate]) -> [Certificate] {
        var chain: [Certificate] = []
        var current = leaf
        while !current.isSelfIssued || chain.isEmpty {
            let candidates = certificates.filter { $0 != leaf && !chain.contains($0) }
            guard let issuer = candidates.first(where: { OpenSSLChain.isIssued(current, by: $0) }) else { break }
            chain.append(issuer)
            current = issuer
        }
        return chain
    }
}
