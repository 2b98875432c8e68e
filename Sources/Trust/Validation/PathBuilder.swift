import Foundation

/// Finds the ways from a leaf up to an anchor.
///
/// Every way is listed, shorter ones first, and the rules judge each; only where OpenSSL is followed, which takes one
/// presented issuer and never turns back, so does this. A path ends at the first anchor. Meshes made to be hostile are
/// bounded by the limits below.
struct PathBuilder {
    /// What may be between leaf and anchor: the presented certificates and further issuers.
    let intermediates: [Certificate]
    /// Where paths end.
    let anchors: AnchorSet
    /// Whether a difference in algorithm parameters alone counts as a good signature.
    let ignoresParameters: Bool
    /// Whether contradicting key identifiers rule an issuer out.
    let heedsIdentifiers: Bool
    /// Whether an anchor that is not self-signed ends a path.
    let allowsPartialChain: Bool
    /// The time for which, among presented issuers, one is chosen that no signature can unseat, as OpenSSL does; nil where
    /// every way is tried.
    var choosesIssuerAt: Date?
    var limits = Limits()

    /// Bounds against hostile meshes, far above any honest chain.
    struct Limits {
        /// Signature checks for one leaf.
        var signatureChecks = 512
        /// Paths to an anchor.
        var paths = 128
        /// Paths without an anchor, listed only when there is none with one.
        var deadEnds = 16
        /// Certificates on one path.
        var length = 128
        /// Steps of the search.
        var steps = 20_000
    }

    /// Every path to an anchor within the limits, shorter ones first; without any, the dead ends. Never empty.
    func paths(from leaf: Certificate) -> [CandidatePath] {
        var search = Search(builder: self)
        return search.run(from: leaf)
    }
}

extension PathBuilder {
    /// One search: the certificates at hand, numbered, and who can have issued whom.
    private struct Search {
        let builder: PathBuilder
        var nodes: [Certificate] = []
        var kinds: [AnchorKind?] = []
        var parents: [[Int]?] = []
        var namesakes: [[Int]] = []
        var reaches: [Bool] = []
        var checksLeft: Int
        var stepsLeft: Int
        var found: [CandidatePath] = []

        init(builder: PathBuilder) {
            self.builder = builder
            checksLeft = builder.limits.signatureChecks
            stepsLeft = builder.limits.steps
        }

        mutating func run(from leaf: Certificate) -> [CandidatePath] {
            if let kind = endKind(leaf) { return [CandidatePath(members: [leaf], end: .anchor(kind))] }
            collect(leaf)
            expandAll()
            markReaching()
            if reaches[0] { climb([0]) { search, path in search.extendToAnchor(path) } }
            if found.isEmpty {
                stepsLeft = builder.limits.steps
                climb([0]) { search, path in search.extendToDeadEnd(path) }
            }
            if found.isEmpty { found = [CandidatePath(members: [leaf], end: .missingIssuer)] }
            return found.enumerated().sorted {
                ($0.element.members.count, $0.offset) < ($1.element.members.count, $1.offset)
            }.map(\.element)
        }

        private func endKind(_ certificate: Certificate) -> AnchorKind? {
            guard let kind = builder.anchors.kind(of: certificate) else { return nil }
            if builder.allowsPartialChain || certificate.isSelfIssued { return kind }
            return nil
        }

        /// Numbers the leaf, then the anchors, then what else is at hand, each certificate once.
        private mutating func collect(_ leaf: Certificate) {
            var seen: Set<SHA256Digest> = []
            for certificate in [leaf] + builder.anchors.certificates + builder.intermediates
            where seen.insert(certificate.sha256).inserted {
                nodes.append(certificate)
            }
            kinds = nodes.map { endKind($0) }
            parents = Array(repeating: nil, count: nodes.count)
            namesakes = Array(repeating: [], count: nodes.count)
            reaches = kinds.map { $0 != nil }
        }

        /// Finds the issuers of all that can be reached from the leaf.
        private mutating func expandAll() {
            var waiting = [0]
            while let node = waiting.popLast() {
                guard parents[node] == nil else { continue }
                guard kinds[node] == nil || node == 0 else {
                    parents[node] = []
                    continue
                }
                findParents(of: node)
                waiting += parents[node] ?? []
            }
        }

        private mutating func findParents(of node: Int) {
            let certificate = nodes[node]
            var fitting: [Int] = []
            var others: [Int] = []
            for candidate in nodes.indices where OpenSSLIssuance.namesMatch(certificate, nodes[candidate]) {
                let contradicts = OpenSSLIssuance.identifiersContradict(certificate, nodes[candidate])
                if contradicts && builder.heedsIdentifiers { continue }
                if contradicts { others.append(candidate) } else { fitting.append(candidate) }
            }
            let candidates = fitting + others
            namesakes[node] = candidates
            if let date = builder.choosesIssuerAt { return parents[node] = chosen(candidates, for: node, at: date) }
            parents[node] = candidates.filter { candidate in
                candidate != node && verifies(node, by: candidate)
            }
        }

        /// The issuers that OpenSSL would go on with: anchors where there are any, else the first presented one that is
        /// valid, else the one that ended last. What its key does not verify is not made good by another one.
        private mutating func chosen(_ candidates: [Int], for node: Int, at date: Date) -> [Int] {
            let others = candidates.filter { $0 != node }
            let anchors = others.filter { kinds[$0] != nil }
            let isSelfSigned = candidates.contains(node) && isSigned(nodes[node], by: nodes[node])
            guard anchors.isEmpty, !isSelfSigned else { return anchors.filter { verifies(node, by: $0) } }
            let valid = others.first { nodes[$0].isValid(at: date) }
            let latest = others.reduce(nil as Int?) { best, next in
                best.map { nodes[next].notAfter > nodes[$0].notAfter ? next : $0 } ?? next
            }
            guard let choice = valid ?? latest else { return [] }
            namesakes[node].removeAll { $0 == choice }
            namesakes[node].insert(choice, at: 0)
            return verifies(node, by: choice) ? [choice] : []
        }

        private mutating func verifies(_ node: Int, by candidate: Int) -> Bool {
            guard checksLeft > 0 else { return false }
            checksLeft -= 1
            return isSigned(nodes[node], by: nodes[candidate])
        }

        private func isSigned(_ certificate: Certificate, by issuer: Certificate) -> Bool {
            switch SignatureMemo.shared.check(certificate, by: issuer) {
            case .valid: true
            case .validButForParameters: builder.ignoresParameters
            case .invalid: false
            }
        }

        /// Marks what an anchor can be reached from, so that the climb never goes into a blind alley.
        private mutating func markReaching() {
            var children: [[Int]] = Array(repeating: [], count: nodes.count)
            for node in nodes.indices {
                for parent in parents[node] ?? [] { children[parent].append(node) }
            }
            var waiting = nodes.indices.filter { reaches[$0] }
            while let node = waiting.popLast() {
                for child in children[node] where !reaches[child] {
                    reaches[child] = true
                    waiting.append(child)
                }
            }
        }

        /// Depth-first without recursion, so that a long chain cannot exhaust the stack.
        private mutating func climb(_ start: [Int], _ extend: (inout Search, [Int]) -> [[Int]]) {
            var waiting = [start]
            while let path = waiting.popLast(), stepsLeft > 0 {
                stepsLeft -= 1
                waiting += extend(&self, path).reversed()
            }
        }

        private mutating func extendToAnchor(_ path: [Int]) -> [[Int]] {
            guard found.count < builder.limits.paths, let last = path.last else { return [] }
            if path.count > 1, let kind = kinds[last] {
                found.append(CandidatePath(members: path.map { nodes[$0] }, end: .anchor(kind)))
                return []
            }
            return next(path).filter { reaches[$0] }.map { path + [$0] }
        }

        private mutating func extendToDeadEnd(_ path: [Int]) -> [[Int]] {
            guard found.count < builder.limits.deadEnds, let last = path.last else { return [] }
            let onward = next(path)
            if !onward.isEmpty { return onward.map { path + [$0] } }
            found.append(CandidatePath(members: path.map { nodes[$0] }, end: deadEnd(at: last)))
            return []
        }

        private func deadEnd(at node: Int) -> CandidatePath.End {
            let certificate = nodes[node]
            let known = namesakes[node]
            if known.contains(node), isSigned(certificate, by: certificate) { return .selfSigned }
            if parents[node]?.isEmpty == false { return .cycle }
            if let namesake = known.first(where: { $0 != node }) { return .wrongKey(nodes[namesake]) }
            return known.contains(node) ? .wrongKey(certificate) : .missingIssuer
        }

        /// The issuers of the last one that are not on the path yet, neither themselves nor under another certificate of
        /// the same name and key.
        private func next(_ path: [Int]) -> [Int] {
            guard let last = path.last, path.count < builder.limits.length else { return [] }
            return (parents[last] ?? []).filter { candidate in
                let certificate = nodes[candidate]
                return !path.contains { member in
                    member == candidate
                        || nodes[member].publicKeySHA256 == certificate.publicKeySHA256
                            && nodes[member].subject.der == certificate.subject.der
                }
            }
        }
    }
}
