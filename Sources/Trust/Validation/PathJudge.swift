import Diagnosis

/// Judges the candidate paths and chooses the one that is reported.
struct PathJudge {
    let request: EvaluationRequest
    let kind: TrustEvaluation.PolicyKind
    let host: HostName?

    /// The outcome: the best path that is accepted, else the best one that is rejected.
    func judge(_ paths: [CandidatePath]) -> PathOutcome {
        if let malformed = malformed() { return malformed }
        var best: (outcome: PathOutcome, score: Int)?
        for path in paths {
            let context = RuleContext(request: request, kind: kind, path: path, host: host)
            let outcome = PathOutcome(kind: kind, path: path, results: results(context))
            let score = score(outcome, context)
            if best.map({ score > $0.score }) ?? true { best = (outcome, score) }
            if outcome.holds, request.rules != .apple { break }
        }
        return best?.outcome ?? PathOutcome(kind: kind, path: nil, results: [])
    }

    private func results(_ context: RuleContext) -> [RuleResult] {
        switch request.rules {
        case .apple: AppleRules.judge(context)
        case .openssl: OpenSSLRules.judge(context)
        case .strict: StrictRules.judge(context)
        }
    }

    private func score(_ outcome: PathOutcome, _ context: RuleContext) -> Int {
        let accepted = outcome.holds ? 10_000_000 : 0
        if request.rules == .apple { return accepted + ApplePathScore.score(context) }
        let anchored = outcome.path?.anchorKind == nil ? 0 : 100_000
        return accepted + anchored - 100 * outcome.failures.count
    }

    /// A chain with a certificate that does not decode is refused whatever else is true of it: no TLS stack gets past it.
    private func malformed() -> PathOutcome? {
        if request.chain.isEmpty {
            return PathOutcome(
                kind: kind,
                path: nil,
                results: [.fail(.issuer, .chainMalformed, x509: 2) { _ in .nothingPresented() }]
            )
        }
        guard let index = request.chain.firstIndex(where: { $0.certificate == nil }) else { return nil }
        let bytes = request.chain[index].encoded
        let result = RuleResult.fail(.issuer, .chainMalformed, member: index, x509: 1) { _ in
            .presentedMalformed(
                number: index,
                bytes: bytes.count,
                firstBytes: bytes.isEmpty ? "with nothing" : HexText.colons(Array(bytes.prefix(8)))
            )
        }
        return PathOutcome(kind: kind, path: nil, results: [result])
    }
}
