import Synchronization
import Trust

/// Finds the system's anchors that a path from a chain could reach, by name, without building paths.
struct AnchorIndex: Sendable {
    private let anchors: [Certificate]
    private let bySubject: [[UInt8]: [Certificate]]

    init(_ anchors: [Certificate]) {
        self.anchors = anchors
        bySubject = Dictionary(grouping: anchors) { $0.subject.der }
    }

    /// The index of a list; the lists that were asked for last are kept, because a machine's store is always the same.
    static func of(_ anchors: [Certificate]) -> AnchorIndex {
        kept.withLock { kept in
            // Equal lists are mostly the same storage, which makes the comparison a pointer's.
            if let known = kept.first(where: { $0.anchors == anchors }) { return known }
            let index = AnchorIndex(anchors)
            kept = [index] + kept.prefix(3)
            return index
        }
    }

    private static let kept = Mutex<[AnchorIndex]>([])

    /// The anchors that issued a member, or that a chain holds itself, and those that issued an anchor found so.
    func withinReach(of chain: [Certificate]) -> [Certificate] {
        var found: [Certificate] = []
        var seen: Set<SHA256Digest> = []
        var wanted = chain.map(\.issuer.der) + chain.map(\.subject.der)
        var asked: Set<[UInt8]> = []
        while let name = wanted.popLast() {
            guard asked.insert(name).inserted else { continue }
            for anchor in bySubject[name] ?? [] where seen.insert(anchor.sha256).inserted {
                found.append(anchor)
                wanted.append(anchor.issuer.der)
            }
        }
        return found
    }
}
