import Diagnosis
import Events
import Foundation
import Trust

/// One request on one page of Markdown, to paste into a ticket: what it came to, under which client, each challenge with
/// its checks in the four words, the chains with their hashes, and the timeline.
public struct MarkdownReport {
    private let events: [Event]
    private let certificates: [SHA256Digest: PresentedCertificate]
    private let digest: RequestDigest?
    private let version: String

    /// The report of one request's events in their order.
    ///
    /// - Parameters:
    ///   - certificates: those that the events name, as far as they are at hand.
    ///   - version: of the program that recorded them.
    public init(_ events: [Event], certificates: [SHA256Digest: PresentedCertificate] = [:], version: String) {
        self.events = events
        self.certificates = certificates
        self.version = version
        digest = RequestDigest.fold(events)
    }

    /// The SHA-256 of every certificate that the report would like to show.
    public static func certificatesNamed(by events: [Event]) -> [SHA256Digest] {
        var named: [SHA256Digest] = []
        for event in events {
            guard case .challengeReceived(let facts) = event.kind else { continue }
            named += facts.chain.filter { !named.contains($0) }
        }
        return named
    }

    /// The page, with a line end behind its last line.
    public var text: String {
        guard let digest else { return "# Nothing is recorded of this request\n" }
        let now = events.last?.time ?? digest.started
        let title = "# \(digest.number): \(MarkdownText.code(digest.requestColumn))"
        var parts = [title, summary(digest, now: now)]
        for challenge in digest.challenges {
            let own = events.filter { $0.challenge == challenge.number }
            parts.append(MarkdownChallenge(challenge, events: own, certificates: certificates).text)
        }
        let lines = TimelineLine.lines(of: events, now: now).map { line in
            TextWidth.pad(line.elapsedText, columns: 10, alignment: .right) + "  "
                + TextWidth.pad(line.word, columns: 12) + line.text
        }
        parts += ["## Timeline", MarkdownText.block(lines)]
        return parts.joined(separator: "\n\n") + "\n"
    }

    private func summary(_ digest: RequestDigest, now: Int64) -> String {
        var rows: [(String, String)] = [
            ("result", outcome(digest, now: now)),
            ("why", MarkdownText.code(digest.whyColumn(now: now))),
            ("answers", MarkdownText.plain(Self.answers(digest))),
        ]
        if let outcome = outcomeFacts {
            if let refusal = outcome.refusal { rows.append(("who refused whom", MarkdownText.plain(refusal.words))) }
            if let code = outcome.code { rows.append(("diagnosis", MarkdownText.code(code.rawValue))) }
            if !outcome.reason.isEmpty { rows.append(("reason", MarkdownText.code(outcome.reason))) }
            if let remedy = outcome.remedy { rows.append(("remedy", MarkdownText.code(remedy))) }
            let errors = Self.errors(outcome)
            if !errors.isEmpty { rows.append(("errors", errors)) }
        }
        if let connection { rows.append(("connection", MarkdownText.code(connection.text))) }
        if let facts = requestFacts {
            rows.append(("client", MarkdownText.code(facts.client)))
            if !facts.policyLine.isEmpty { rows.append(("policy", MarkdownText.code(facts.policyLine))) }
        }
        if let profile = digest.profile { rows.append(("profile", MarkdownText.code("sha256 \(profile.hex)"))) }
        rows.append(("when", "\(EventTime.text(digest.started)) (UTC)"))
        rows.append(("recorded by", MarkdownText.plain("countersign \(version)")))
        return MarkdownText.table(["", ""], rows.map { [$0.0, $0.1] })
    }

    /// The words in full, not cut for a column.
    private static func answers(_ digest: RequestDigest) -> String {
        guard digest.challenges.count > 1 else { return digest.answerColumn }
        return digest.challenges.map { $0.word(short: false) }.joined(separator: " / ")
    }

    private func outcome(_ digest: RequestDigest, now: Int64) -> String {
        let word = digest.resultColumn(now: now)
        guard let ended = digest.ended else { return MarkdownText.plain("\(word), still running") }
        return MarkdownText.plain("\(word) after \((ended - digest.started) / 1000) ms")
    }

    private static func errors(_ facts: OutcomeFacts) -> String {
        var parts: [String] = []
        if let error = facts.clientError { parts.append(MarkdownText.code("\(error.domain) \(error.text)")) }
        if let code = facts.curlCode { parts.append(MarkdownText.code("curl \(code)")) }
        if let code = facts.x509Error, code != 0 { parts.append(MarkdownText.code("X509 \(code)")) }
        return parts.joined(separator: ", ")
    }

    private var requestFacts: RequestFacts? {
        events.lazy.compactMap { if case .requestStarted(let facts) = $0.kind { facts } else { nil } }.first
    }

    private var outcomeFacts: OutcomeFacts? {
        events.lazy.compactMap { event -> OutcomeFacts? in
            switch event.kind {
            case .requestFinished(let facts), .requestFailed(let facts): facts
            default: nil
            }
        }.first
    }

    private var connection: NegotiatedConnection? {
        events.lazy.compactMap { if case .secured(let facts) = $0.kind { facts } else { nil } }.last
    }
}
