import Events
import Terminal
import Trust

/// The detail of a client-certificate challenge: what the server asked for, the identities, what was sent.
enum IdentityDetail {
    static func lines(_ challenge: RecordedChallenge, _ exchange: Exchange, _ state: State) -> [Line] {
        var lines = asked(challenge)
        lines.append(Line())
        lines += offers(challenge)
        lines.append(Line())
        lines += sent(challenge)
        lines += DetailView.now(challenge, exchange, state)
        lines += serverSays(exchange)
        if let decision = challenge.decision?.decision { lines += steps(decision) }
        return lines
    }

    private static func asked(_ challenge: RecordedChallenge) -> [Line] {
        var header = Line("THE SERVER ASKED FOR", .header)
        header.role = .header
        guard let asked = challenge.facts.asked else { return [header, Line("not recorded", .dim, target: .remark)] }
        let issuers = asked.issuers.map(\.text)
        let names = issuers.isEmpty ? "none named: any will do" : issuers.prefix(3).joined(separator: "; ")
        let more = issuers.count > 3 ? " and \(issuers.count - 3) more" : ""
        var algorithms = asked.signatureAlgorithms.prefix(2).joined(separator: "  ")
        if asked.signatureAlgorithms.count > 2 { algorithms += "  and \(asked.signatureAlgorithms.count - 2) more" }
        let keys = algorithms.isEmpty ? asked.keyTypes.joined(separator: ", ") : algorithms
        return [
            header, DetailView.row("issuers", "\(issuers.count)   \(names)\(more)"), DetailView.row("keys", keys),
        ]
    }

    private static func offers(_ challenge: RecordedChallenge) -> [Line] {
        var header = Line()
        header.role = .header
        for (title, column) in [("IDENTITY", 3), ("ISSUER", 24), ("FITS", 35), ("WHY", 41)] {
            header.put(title, at: column, role: .header)
        }
        guard let offers = challenge.decision?.decision.offers, !offers.isEmpty else {
            return [header, Line("no identity at hand", .dim, target: .remark)]
        }
        return [header]
            + offers.enumerated().map { index, offer in
                var line = Line(target: .offer(index))
                line.put("\(offer.identity.file)  \(offer.identity.subject)", at: 3, width: 20)
                line.put(shortIssuer(offer.identity.issuer), at: 24, width: 10)
                line.put(offer.fits ? "yes" : "no", at: 35, width: 5, role: offer.fits ? .accept : .refuse)
                line.put(offer.why, at: 41)
                return line
            }
    }

    /// The common name of an issuer's text.
    private static func shortIssuer(_ text: String) -> String {
        guard text.hasPrefix("CN=") else { return text }
        return String(text.dropFirst(3).prefix { $0 != "," })
    }

    private static func sent(_ challenge: RecordedChallenge) -> [Line] {
        guard let answer = challenge.answer else {
            let words = challenge.silence.map(\.sentence) ?? "nothing yet: the challenge is not answered"
            return [DetailView.row("SENT", words, role: challenge.silence == nil ? .text : .warn)]
        }
        var lines = [DetailView.row("ANSWER", "\(answer.answer.disposition.word)  by \(answer.by)")]
        guard answer.effect.proceeds else {
            let code = answer.effect.error.map { ", the client sees \($0.text)" } ?? ""
            return lines + [DetailView.row("SENT", "nothing: \(answer.effect.reason)\(code)")]
        }
        guard let identity = answer.effect.identity else {
            return lines + [DetailView.row("SENT", "an empty certificate: \(answer.effect.reason)")]
        }
        let chain = answer.effect.sends == .chain ? identity.chain.count : 0
        let with = chain > 0 ? " and \(Words.count(chain, "intermediate"))" : ""
        lines.append(
            DetailView.row("SENT", "leaf \(identity.subject)\(with), then CertificateVerify (proof of the key)")
        )
        if answer.effect.sends == .leafOnly, !identity.chain.isEmpty {
            let left = Words.count(identity.chain.count, "intermediate")
            lines.append(DetailView.row("NOT SENT", "\(left) in \(identity.file): dropped by the flow  !", role: .warn))
        }
        return lines
    }

    /// What the other side made of it: its status or alert, and the lab's own verdict where it is the lab.
    private static func serverSays(_ exchange: Exchange) -> [Line] {
        var lines: [Line] = []
        for event in exchange.events {
            switch event.kind {
            case .requestFinished(let facts):
                let refused = facts.refusal == .serverRefusedByStatus || facts.refusal == .serverRefusedIdentity
                let word = refused ? "refused" : "accepted"
                lines.append(
                    DetailView.row(
                        "SERVER SAYS",
                        "\(word): \(facts.status.map(String.init) ?? "done")",
                        role: refused ? .refuse : .accept
                    )
                )
            case .requestFailed(let facts):
                lines.append(DetailView.row("ENDED", facts.reason, role: .refuse))
            case .labVerdict(let facts):
                let certificate = facts.clientCertificate.map { ", \($0)" } ?? ""
                lines.append(
                    DetailView.row("LAB SAYS", "\(facts.clientVerdict ?? "no certificate came")\(certificate)")
                )
            default: break
            }
        }
        return lines
    }

    private static func steps(_ decision: ClientDecision) -> [Line] {
        let steps = decision.steps.map { taken in
            let defect = taken.step.defect.map { "  \($0.uppercased()) !" } ?? ""
            return DetailView.row("  step \(taken.step.number)", "\(taken.step.text): \(taken.result)\(defect)")
        }
        let files = decision.filesRead.map { file in
            DetailView.row("  file", "\(file.name): \(file.outcome)", role: file.problem == nil ? .text : .warn)
        }
        let codes =
            decision.codes.isEmpty
            ? [] : [DetailView.row("CODES", decision.codes.map(\.rawValue).joined(separator: "  "))]
        return steps + files + codes
    }
}
