import Diagnosis
import Events
import Foundation
import Trust

/// One challenge of a report: what was asked, each check, what was answered, the chain.
struct MarkdownChallenge {
    private let digest: ChallengeDigest
    private let events: [Event]
    private let certificates: [SHA256Digest: PresentedCertificate]

    init(_ digest: ChallengeDigest, events: [Event], certificates: [SHA256Digest: PresentedCertificate]) {
        self.digest = digest
        self.events = events
        self.certificates = certificates
    }

    var text: String {
        let place = received.map { "\($0.host):\($0.port)" + ($0.isProxy ? " (proxy)" : "") } ?? ""
        var parts = ["## Challenge \(digest.number): \(digest.method.words) \(MarkdownText.code(place))", answer]
        if let evaluation = decision?.evaluation { parts.append(checks(evaluation)) }
        if let received, !received.chain.isEmpty { parts.append(chain(received.chain)) }
        if let asked = received?.asked { parts.append(self.asked(asked)) }
        if let offers = decision?.offers, !offers.isEmpty { parts.append(identities(offers)) }
        return parts.joined(separator: "\n\n")
    }

    private var received: ChallengeFacts? {
        events.lazy.compactMap { if case .challengeReceived(let facts) = $0.kind { facts } else { nil } }.first
    }

    private var decision: ClientDecision? {
        events.lazy.compactMap { if case .challengeEvaluated(let facts) = $0.kind { facts.decision } else { nil } }.last
    }

    private var answerFacts: AnswerFacts? {
        events.lazy.compactMap { if case .challengeAnswered(let facts) = $0.kind { facts } else { nil } }.first
    }

    private var answer: String {
        guard let facts = answerFacts else { return "Not answered (\(digest.word(short: false)))." }
        let isAssumed = facts.effect.isAssumed ? "~" : ""
        var lines = [
            "Answer: **\(isAssumed)\(facts.answer.disposition.word)** "
                + MarkdownText.code("URLSession.AuthChallengeDisposition.\(facts.answer.disposition.rawValue)")
                + ", by \(MarkdownText.plain(facts.by))"
        ]
        if let step = facts.answer.step {
            let defect = step.defect.map { " (\($0))" } ?? ""
            lines.append("Step: " + MarkdownText.code("\(step.flow), step \(step.number): \(step.text)\(defect)"))
        }
        let effect = facts.effect.proceeds ? "The handshake went on" : "The handshake ended"
        lines.append("\(effect): \(MarkdownText.code(facts.effect.reason))")
        return lines.joined(separator: "  \n")
    }

    private func checks(_ evaluation: Evaluation) -> String {
        let rows = CheckLine.lines(of: evaluation).map { line in
            [
                line.word, line.result == .fail ? "**FAIL**" : line.result.word, MarkdownText.code(line.detail),
                line.code.map { MarkdownText.code($0.rawValue) } ?? "",
            ]
        }
        let tally = CheckTally(evaluation)
        let head =
            "Checks: \(tally.counts). Trust result: \(MarkdownText.code(evaluation.trustResult.name)). "
            + "Judged at \(EventTime.text(Int64((evaluation.date.timeIntervalSince1970 * 1_000_000).rounded())))."
        return head + "\n\n" + MarkdownText.table(["check", "result", "evidence", "code"], rows)
    }

    private func chain(_ chain: [SHA256Digest]) -> String {
        let rows = chain.enumerated().map { (index, hash) in
            let certificate = certificates[hash]?.certificate
            let summary = decision?.evaluation?.certificates.first { $0.sha256 == hash }
            return [
                "\(index)", MarkdownText.code(certificate?.subject.text ?? summary?.subject ?? "not decodable"),
                MarkdownText.code(certificate?.issuer.text ?? summary?.issuer ?? ""),
                MarkdownText.code(certificate?.key.description ?? summary?.key ?? ""),
                Self.validity(certificate?.notBefore ?? summary?.notBefore, certificate?.notAfter ?? summary?.notAfter),
                MarkdownText.code(hash.hex), MarkdownText.code(summary?.spki ?? ""),
            ]
        }
        let header = ["no.", "subject", "issuer", "key", "valid (UTC)", "SHA-256", "pin"]
        return "Presented chain, leaf first:\n\n" + MarkdownText.table(header, rows)
    }

    private static func validity(_ from: Date?, _ to: Date?) -> String {
        guard let from, let to else { return "" }
        return "\(day(from)) to \(day(to))"
    }

    private static func day(_ date: Date) -> String {
        let bounded = max(-9.0e12, min(9.0e12, date.timeIntervalSince1970))
        return String(EventTime.text(Int64(bounded) * 1_000_000).prefix { $0 != "T" })
    }

    private func asked(_ asked: ClientCertificateRequest) -> String {
        let issuers = asked.issuers.map { MarkdownText.code($0.text) }
        let shown = issuers.prefix(20).joined(separator: ", ") + (issuers.count > 20 ? ", …" : "")
        return """
            Asked for: \(Self.count(issuers.count))\(shown)  
            Keys: \(MarkdownText.code(asked.keyTypes.joined(separator: ", ")))
            """
    }

    private static func count(_ issuers: Int) -> String {
        issuers == 0 ? "any issuer (none is named)" : issuers == 1 ? "1 issuer: " : "\(issuers) issuers: "
    }

    private func identities(_ offers: [IdentityOffer]) -> String {
        let sent = answerFacts?.effect.identity?.leaf
        let rows = offers.map { offer in
            [
                MarkdownText.code(offer.identity.file), MarkdownText.code(offer.identity.subject),
                MarkdownText.code(offer.identity.issuer), offer.fits ? "yes" : "**no**", MarkdownText.code(offer.why),
                offer.identity.leaf == sent ? "sent" : "", MarkdownText.code(offer.identity.leaf.hex),
            ]
        }
        return MarkdownText.table(["file", "identity", "issuer", "fits", "why", "", "SHA-256"], rows)
    }
}
