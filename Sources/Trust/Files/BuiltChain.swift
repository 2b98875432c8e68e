/// The chain that the certificates of a file make up, however they are ordered.
public struct BuiltChain: Hashable, Sendable, Codable {
    /// Places among the file's certificates, from 0: the leaf, its issuer, and so on.
    public var members: [Int]
    /// Places of certificates that are not part of it.
    public var unused: [Int]
    /// The issuer of its last member, where that is not self-issued: what the file lacks up to the root.
    public var missingIssuer: String?

    /// The chain from the leaf of some certificates; nil where no single leaf can be told, or for a list of anchors.
    init?(_ certificates: [Certificate]) {
        guard !certificates.isEmpty, certificates.count <= 16, let leaf = Self.leaf(of: certificates) else {
            return nil
        }
        let chain = [certificates[leaf]] + IdentityPairing.chain(from: certificates[leaf], among: certificates)
        let members = chain.compactMap { certificates.firstIndex(of: $0) }
        self.members = members
        unused = certificates.indices.filter { !members.contains($0) }
        missingIssuer = chain.last.flatMap { $0.isSelfIssued ? nil : $0.issuer.text }
    }

    /// The one that issued none of the others; of several the one that is no authority.
    private static func leaf(of certificates: [Certificate]) -> Int? {
        let leaves = certificates.indices.filter { place in
            let own = certificates[place]
            return !certificates.contains { $0 != own && $0.issuer.der == own.subject.der }
        }
        if leaves.count == 1 { return leaves[0] }
        let ends = leaves.filter { certificates[$0].basicConstraints?.isAuthority != true }
        return ends.count == 1 ? ends[0] : nil
    }
}
