/// The evaluations of one presented chain, each made once, however many policies ask for it.
///
/// Confined to the call that made it.
final class OutcomeMemo {
    /// The request; its policy and flow play no part here.
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
        outcomes.append((key, outcome))
        return outcome
    }

    private func paths(_ anchors: Anchors) -> [CandidatePath] {
        if let known = paths.first(where: { $0.anchors == anchors }) { return known.paths }
        let built = build(anchors)
        paths.append((anchors, built))
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
            allowsPartialChain: !isOpenSSL || request.allowsPartialChain
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
        let list = certificates.adding(outcome.path)
        let words = outcome.path.map {
            PathWords(path: $0, numbers: $0.members.map(list.number), presented: request.chain.count)
        }
        let checks = outcome.results.map { $0.check(words, presented: request.chain.count) }
        worded.append((key, checks))
        return checks
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
