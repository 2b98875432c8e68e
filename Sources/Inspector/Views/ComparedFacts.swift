import Events
import Trust

/// Everything about one challenge as named facts, so that two of them can be laid side by side.
enum ComparedFacts {
    struct Fact: Hashable, Sendable {
        var name: String
        var value: String
    }

    static func facts(of side: Comparison.Side) -> [Fact] {
        var facts: [Fact] = []
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { facts.append(Fact(name: name, value: value)) }
        }
        for event in side.exchange.events {
            switch event.kind {
            case .requestStarted(let request):
                add("request", "\(request.method) \(request.url)")
                add("client", request.client)
                add("name checked", request.nameChecked ?? "none")
            case .secured(let connection):
                add("TLS", connection.version)
                add("cipher suite", connection.cipherSuite)
                add("group", connection.group)
            default: break
            }
        }
        guard let challenge = side.recorded else {
            add("challenge", "none")
            return facts + outcome(side.exchange)
        }
        add("challenge", challenge.facts.method.words)
        let failures = challenge.facts.previousFailureCount
        add("attempt", failures == 0 ? "first try" : "failed \(Words.count(failures, "time")) before")
        facts += chain(challenge, side.exchange)
        facts += asked(challenge)
        facts += decision(challenge)
        let profile = challenge.profile ?? side.exchange.events.first?.profile
        facts += (profile?.switches ?? []).map { Fact(name: $0.identifier, value: $0.value) }
        return facts + outcome(side.exchange)
    }

    /// The chain member by member; a rotation is seen as another serial, and perhaps the same key.
    private static func chain(_ challenge: RecordedChallenge, _ exchange: Exchange) -> [Fact] {
        guard challenge.isServerTrust else { return [] }
        var facts = [Fact(name: "chain", value: Words.count(challenge.facts.chain.count, "certificate"))]
        for (index, digest) in challenge.facts.chain.enumerated() {
            let name = index == 0 ? "leaf" : "cert \(index)"
            facts.append(Fact(name: "\(name) sha256", value: digest.hex))
            guard let certificate = exchange.certificates[digest]?.certificate else { continue }
            let valid = "\(Words.day(certificate.notBefore))..\(Words.day(certificate.notAfter))"
            let names = (certificate.alternativeNames ?? []).map(CertificateFullText.name).joined(separator: " ")
            facts += [
                Fact(name: "\(name) subject", value: certificate.subject.text),
                Fact(name: "\(name) issuer", value: certificate.issuer.text),
                Fact(name: "\(name) serial", value: certificate.serialNumber),
                Fact(name: "\(name) valid", value: valid),
                Fact(name: "\(name) key", value: certificate.key.description),
                Fact(name: "\(name) pin", value: certificate.publicKeySHA256.pin),
                Fact(name: "\(name) names", value: names.isEmpty ? "none" : names),
            ]
        }
        return facts
    }

    private static func asked(_ challenge: RecordedChallenge) -> [Fact] {
        guard let asked = challenge.facts.asked else { return [] }
        let issuers = asked.issuers.map(\.text).joined(separator: "; ")
        var facts = [
            Fact(name: "issuers", value: issuers.isEmpty ? "none named" : issuers),
            Fact(name: "keys", value: asked.signatureAlgorithms.joined(separator: " ")),
        ]
        for offer in challenge.decision?.decision.offers ?? [] {
            let words = "\(offer.fits ? "fits" : "does not fit"): \(offer.why)"
            facts.append(Fact(name: offer.identity.file, value: "\(offer.identity.subject)  \(words)"))
        }
        return facts
    }

    private static func decision(_ challenge: RecordedChallenge) -> [Fact] {
        guard let decision = challenge.decision?.decision else { return [Fact(name: "decision", value: "none yet")] }
        var facts: [Fact] = []
        if let evaluation = decision.evaluation {
            facts += CheckLine.lines(of: evaluation).map { check in
                Fact(name: "check \(check.word)", value: "\(check.result.word)  \(check.detail)")
            }
            facts.append(Fact(name: "trust result", value: evaluation.trustResult.name))
            facts.append(Fact(name: "reason", value: evaluation.reason))
        }
        facts.append(Fact(name: "decision", value: decision.word))
        if let step = decision.answers.first?.step ?? decision.evaluation?.step {
            facts.append(Fact(name: "step", value: "\(step.flow) \(step.number): \(step.text)"))
        }
        let codes = (decision.evaluation?.codes ?? decision.codes).map(\.rawValue).joined(separator: " ")
        if !codes.isEmpty { facts.append(Fact(name: "codes", value: codes)) }
        if let answer = challenge.answer {
            facts.append(Fact(name: "answer", value: "\(answer.answer.disposition.word) by \(answer.by)"))
        }
        return facts
    }

    private static func outcome(_ exchange: Exchange) -> [Fact] {
        exchange.events.flatMap { event -> [Fact] in
            switch event.kind {
            case .requestFinished(let facts), .requestFailed(let facts):
                [
                    Fact(name: "result", value: facts.status.map(String.init) ?? "failed"),
                    Fact(name: "who refused", value: facts.refusal?.words ?? "nobody"),
                    Fact(name: "client sees", value: facts.clientError?.text ?? "no error"),
                ]
            default: []
            }
        }
    }
}
