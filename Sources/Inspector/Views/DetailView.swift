import Diagnosis
import Events
import Terminal
import Trust

/// View 3: one challenge, whole: what was sent or asked, every check, the decision.
enum DetailView: PaneView {
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent {
        guard let exchange = state.exchange else {
            var content = PaneContent(title: "3 detail")
            content.body = [Line("No request is selected.", .dim)]
            return content
        }
        guard let challenge = challenge(state) else {
            var content = withoutChallenge(exchange, state)
            content.body = content.body.flatMap { $0.wrapped(columns: size.columns) }
            return content
        }
        let number = "\(exchange.key.number).\(challenge.number)"
        let isNarrow = size.columns < Layout.narrow
        var content = PaneContent(
            title: isNarrow
                ? "\(number) \(challenge.isServerTrust ? "trust" : "identity")"
                : "\(number) \(challenge.facts.method.words)  \(space(challenge.facts))"
        )
        content.cursorColumn = 1
        content.right = answerWords(challenge, state)
        if challenge.facts.method == .clientCertificate {
            content.body = IdentityDetail.lines(challenge, exchange, state)
        } else {
            content.body = TrustDetail.lines(challenge, exchange, state, size)
            content.foot = TrustDetail.certificateLines(challenge, exchange, state, columns: size.columns)
        }
        content.body = content.body.flatMap { $0.wrapped(columns: size.columns) }
        return content
    }

    /// The challenge that timeline and detail are at.
    static func challenge(_ state: State) -> RecordedChallenge? {
        guard let challenges = state.exchange?.challenges, !challenges.isEmpty else { return nil }
        return challenges[min(max(0, state.challenge - 1), challenges.count - 1)]
    }

    /// What `y` copies: the certificate under the cursor as PEM, where there is one.
    static func copyText(_ state: State) -> String? {
        guard let certificate = selectedCertificate(state) else { return nil }
        return CertificateText.pem(certificate.encoded)
    }

    /// What `enter` and `e` open: everything about the certificate under the cursor.
    static func fullText(_ state: State) -> String? {
        guard let presented = selectedCertificate(state), let certificate = presented.certificate else { return nil }
        return CertificateFullText.text(certificate) + "\n" + CertificateText.pem(presented.encoded)
    }

    static func selectedCertificate(_ state: State) -> PresentedCertificate? {
        guard let exchange = state.exchange, let challenge = challenge(state), challenge.isServerTrust else {
            return nil
        }
        let size = Layout(state.size, state.layoutWish).area(of: .detail)?.size ?? state.size
        let lines = TrustDetail.lines(challenge, exchange, state, size).flatMap { $0.wrapped(columns: size.columns) }
        let cursor = state.scrolls[.detail]?.cursor ?? 0
        let index: Int
        if lines.indices.contains(cursor), case .certificate(let chosen) = lines[cursor].target {
            index = chosen
        } else {
            index = 0
        }
        guard challenge.facts.chain.indices.contains(index) else { return nil }
        return exchange.certificates[challenge.facts.chain[index]]
    }

    private static func space(_ facts: ChallengeFacts) -> String {
        facts.port == 443 ? facts.host : "\(facts.host):\(facts.port)"
    }

    private static func answerWords(_ challenge: RecordedChallenge, _ state: State) -> String {
        if let answer = challenge.answer {
            let by = answer.by == "policy" ? "" : " by \(answer.by)"
            return "answered \(answer.answer.disposition.word)\(by)"
        }
        if challenge.silence != nil { return "never answered" }
        guard let decision = challenge.decision else { return "no decision yet" }
        return "policy says \(decision.decision.word)"
    }

    /// A request that raised no challenge: why, and how it ended.
    private static func withoutChallenge(_ exchange: Exchange, _ state: State) -> PaneContent {
        var content = PaneContent(title: "\(exchange.key.number)  no challenge")
        for event in exchange.events {
            switch event.kind {
            case .challengeNotRaised(let facts):
                content.body.append(row("WHY", "no \(facts.method.words): \(facts.sentence)"))
                if let evaluation = facts.unasked?.decision.evaluation {
                    content.body.append(row("POLICY SAYS", evaluation.reason))
                }
            case .requestFinished(let facts), .requestFailed(let facts):
                content.body += Outcome.lines(facts)
            default: break
            }
        }
        if content.body.isEmpty { content.body = [Line("No challenge yet.", .dim, target: .remark)] }
        return content
    }

    /// What the client in force would answer, where that is another one or another time than recorded.
    static func now(_ challenge: RecordedChallenge, _ exchange: Exchange, _ state: State) -> [Line] {
        let key = HeldKey(request: exchange.key, challenge: challenge.number)
        guard let wouldBe = state.wouldBe, wouldBe.key == key, let now = wouldBe.now else { return [] }
        let time = wouldBe.question.judgedAt.map { ", judged as of \(UTC.text($0))" } ?? ""
        var line = Line(target: .remark)
        line.put("NOW", at: 3, width: 12)
        line.put(now.word, at: 16, width: 7, role: .changed)
        line.put("\(now.why)   under \(state.clientName)\(time); nothing is sent", at: 24)
        return [line]
    }

    /// A fact with its name in the first column.
    static func row(_ name: String, _ text: String, role: Role = .text) -> Line {
        var line = Line(target: .remark)
        line.put(name, at: 3, width: 14)
        line.put(text, at: 18, role: role)
        return line
    }
}

/// How a request ended, as lines.
enum Outcome {
    static func lines(_ facts: OutcomeFacts) -> [Line] {
        var lines: [Line] = []
        if let status = facts.status {
            let type = facts.contentType.map { "  \($0)" } ?? ""
            lines.append(DetailView.row("RESPONSE", "\(status)\(type)  \(facts.bodyBytes) bytes"))
        }
        if let refusal = facts.refusal { lines.append(DetailView.row("WHO REFUSED", refusal.words)) }
        if let error = facts.clientError {
            lines.append(
                DetailView.row("CLIENT SEES", "\(error.domain) \(error.text)", role: error.isAssumed ? .warn : .text)
            )
        }
        for other in facts.errorsElsewhere ?? [] {
            lines.append(DetailView.row("SEEN ELSEWHERE", other.text, role: other.error.isAssumed ? .warn : .text))
        }
        if !facts.reason.isEmpty { lines.append(DetailView.row("REASON", facts.reason)) }
        if let code = facts.code { lines.append(DetailView.row("CODE", code.rawValue)) }
        if let remedy = facts.remedy { lines.append(DetailView.row("WHAT HELPS", remedy)) }
        if let curl = facts.curlCode, curl != 0 {
            lines.append(DetailView.row("CURL", "\(curl) \(facts.curlText ?? "")"))
        }
        if let error = facts.x509Error, error != 0 { lines.append(DetailView.row("X.509 ERROR", String(error))) }
        if let text = facts.bodyText, !text.isEmpty {
            lines.append(Line(target: .remark))
            lines += text.split(separator: "\n", omittingEmptySubsequences: false).prefix(40)
                .map { Line(String($0), .dim, target: .remark) }
        }
        return lines
    }
}
