/// The evaluations of one presented chain, each made once, however many policies ask for it.
///
/// Confined to the call, or to the `DecisionMemory`, that made it.
final class OutcomeMemo {
    /// The request; its id, policy, flow and bundle play no part here.
    let request: EvaluationRequest
    /// The name to check, prepared once.
    let host: HostName?

    private struct Key: Equatable {
        var kind: TrustEvaluation.PolicyKind
        var anchors: Anchors
    }

    // Lists, because they have few entries, and comparing these is quicker than hashing them.
    private var outcomes: [(key: Key, outcome: PathOutcome)] = []
    private var paths: [(anchors: Anchors, paths: [CandidatePath])] = []
    private var worded: [(key: WordedKey, checks: [Check])] = []
    private var lists: [(path: CandidatePath, list: CertificateList)] = []

    /// How many entries a list has at most: policies set no end of different anchors.
    private static let limit = 32

    init(_ request: EvaluationRequest) {
        self.request = request
        host = request.host.map(HostName.init)
    }

    /// What the system's own evaluation says: SSL, the host if there is one, the request's anchors.
    private(set) lazy var system = outcome(.ssl(checksHost: request.host != nil), request.anchors)

    /// The certificates as presented, then what the system's path uses beside them.
    private(set) lazy var certificates = CertificateList(presented: request.chain, path: system.path)

    /// An evaluation under a policy and some anchors.
    func outcome(_ kind: TrustEvaluation.PolicyKind, _ anchors: Anchors) -> PathOutcome {
        let key = Key(kind: kind, anchors: anchors)
        if let known = outcomes.first(where: { $0.key == key }) { return known.outcome }
        let outcome = PathJudge(request: request, kind: kind, host: host).judge(paths(anchors))
        Self.keep((key, outcome), in: &outcomes)
        return outcome
    }

    private static func keep<Entry>(_ entry: Entry, in list: inout [Entry]) {
        if list.count >= limit { list.removeFirst() }
        list.append(entry)
    }

    private func paths(_ anchors: Anchors) -> [CandidatePath] {
        if let known = paths.first(where: { $0.anchors == anchors }) { return known.paths }
        let built = build(anchors)
        Self.keep((anchors, built), in: &paths)
        return built
    }

    private func build(_ anchors: Anchors) -> [CandidatePath] {
        guard let leaf = request.chain.first?.certificate else { return [] }
        let isOpenSSL = request.rules == .openssl
        let builder = PathBuilder(
            intermediates: request.chain.dropFirst().compactMap(\.certificate) + request.furtherIssuers,
            anchors: AnchorSet(anchors),
            ignoresParameters: request.rules == .apple,
            heedsIdentifiers: isOpenSSL,
            allowsPartialChain: !isOpenSSL || request.allowsPartialChain,
            choosesIssuerAt: isOpenSSL ? request.date : nil
        )
        return builder.paths(from: leaf)
    }

    private struct WordedKey: Equatable {
        var kind: TrustEvaluation.PolicyKind
        var path: CandidatePath?
    }

    /// The checks of an evaluation in words, one for each result, in the same order.
    func checks(_ outcome: PathOutcome) -> [Check] {
        let key = WordedKey(kind: outcome.kind, path: outcome.path)
        if let known = worded.first(where: { $0.key == key }) { return known.checks }
        let list = certificates(with: outcome.path)
        let words = outcome.path.map {
            PathWords(path: $0, numbers: $0.members.map(list.number), presented: request.chain.count)
        }
        let checks = outcome.results.map { $0.check(words, presented: request.chain.count) }
        Self.keep((key, checks), in: &worded)
        return checks
    }

    /// The certificates with a path's further members at the end, and the path's anchor marked.
    func certificates(with path: CandidatePath?) -> CertificateList {
        guard let path else { return certificates }
        if let known = lists.first(where: { $0.path == path }) { return known.list }
        let list = certificates.adding(path)
        Self.keep((path, list), in: &lists)
        return list
    }
}

extension RuleResult {
    /// The result in words; a failure stands as one that refuses until a policy lets it by.
    fileprivate func check(_ words: PathWords?, presented: Int) -> Check {
        let path =
            words ?? PathWords(path: CandidatePath(members: [], end: .missingIssuer), numbers: [], presented: presented)
        let text = self.words(path)
        return Check(
            check,
            result,
            certificate: member.map { words?.numbers[$0] ?? $0 },
            detail: text.detail,
            code: code,
            x509: x509 == 0 ? nil : X509ErrorName.name(of: x509)
        )
    }
}
