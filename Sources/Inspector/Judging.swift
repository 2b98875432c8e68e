import ChallengeLog
import Events
import Foundation
import Trust

/// Judges recorded challenges as another client would: the what-if of the switchboard, the "would be" of the detail.
enum Judging {
    /// How many requests a what-if looks at, the newest ones.
    static let most = 500

    static func run(
        _ effect: Effect,
        _ backend: any InspectorBackend,
        _ mailbox: Mailbox,
        _ isCurrent: @Sendable (Int) -> Bool
    ) async {
        switch effect {
        case .whatIf(let generation, let profile, let date, let first):
            await whatIf(generation, Judge(profile: profile, date: date, backend: backend), first, mailbox, isCurrent)
        case .audit(let name, let profile):
            mailbox.post(.audited(await backend.audit(profile, name: name), name: name))
        case .loadCode(let profile, let target):
            mailbox.post(.code(await backend.code(of: profile, for: target), profile, target))
        case .wouldBe(let question): mailbox.post(.wouldBe(await wouldBe(question, backend)))
        default: break
        }
    }

    /// What is on screen first, then the rest; given up as soon as another what-if is asked for.
    private static func whatIf(
        _ generation: Int,
        _ judge: Judge,
        _ first: [RequestRow],
        _ mailbox: Mailbox,
        _ isCurrent: @Sendable (Int) -> Bool
    ) async {
        var seen: Set<RequestKey> = []
        let backend = judge.backend
        func add(_ rows: [RequestRow], remaining: Int) async {
            var lines: [WhatIf.Line] = []
            for (index, row) in rows.enumerated() where seen.insert(row.key).inserted {
                guard isCurrent(generation) else { return }
                if let line = await line(row, judge) { lines.append(line) }
                guard index % 5 == 4 else { continue }
                mailbox.post(.whatIf(generation: generation, lines, remaining: remaining + rows.count - index - 1))
                lines = []
            }
            mailbox.post(.whatIf(generation: generation, lines, remaining: remaining))
        }
        let total = await backend.requests(LogQuery(), offset: 0, limit: 1, progress: nil).matching
        await add(first, remaining: max(0, min(total, most) - first.count))
        var offset = max(0, total - most)
        while offset < total, isCurrent(generation) {
            let page = await backend.requests(LogQuery(), offset: offset, limit: 50, progress: nil)
            guard !page.rows.isEmpty else { break }
            offset += page.rows.count
            await add(page.rows, remaining: max(0, total - offset))
        }
        mailbox.post(.whatIf(generation: generation, [], remaining: 0))
    }

    /// One request: what was answered, and what would be; nil where it raised no challenge.
    private static func line(
        _ row: RequestRow,
        _ judge: Judge
    ) async -> WhatIf.Line? {
        let digest = row.digest
        guard !digest.challenges.isEmpty, !digest.isRunning || digest.held != nil else { return nil }
        var words: [String] = []
        var why = ""
        for challenge in digest.challenges {
            guard let decision = await judge.decision(row.key, challenge: challenge.number) else { return nil }
            words.append(word(decision))
            if why.isEmpty, let evaluation = decision.evaluation { why = CheckTally(evaluation).text }
            // Behind a refusal no further challenge comes.
            if ["cancel", refusedByDefault].contains(words.last) || decision.answers.isEmpty { break }
        }
        let recorded = digest.challenges.map { challenge in
            let word = challenge.answer?.word ?? (challenge.state == .held ? "HELD" : "silent")
            let isRefused = word == "default" && challenge.method == .serverTrust && challenge.proceeds == false
            return isRefused ? refusedByDefault : word
        }
        // A challenge that the recorded answer kept from coming cannot be judged.
        let from = recorded.prefix(max(words.count, 1)).joined(separator: "/")
        let all = recorded.joined(separator: "/")
        let to = words.joined(separator: "/")
        return WhatIf.Line(
            key: row.key,
            host: digest.host,
            from: words.count < recorded.count && from == to ? from : all,
            to: to,
            why: why
        )
    }

    /// The system's own handling goes on or ends the handshake: the word alone would not tell.
    private static func word(_ decision: ClientDecision) -> String {
        let isRefused = decision.word == "default" && decision.evaluation?.verdict == .refuse
        return isRefused ? refusedByDefault : decision.word
    }

    private static let refusedByDefault = "refused"

    /// What the client in force would answer, and the first single switch whose other value changes the answer.
    private static func wouldBe(_ question: WouldBe.Question, _ backend: any InspectorBackend) async -> WouldBe {
        var result = WouldBe(question: question)
        let (key, challenge) = (question.key.request, question.key.challenge)
        if question.now != question.decided || question.judgedAt != nil {
            let judge = Judge(profile: question.now, date: question.judgedAt, backend: backend)
            result.now = await judge.decision(key, challenge: challenge).map { decision in
                WouldBe.Answer(word: word(decision), why: decision.evaluation.map { CheckTally($0).text } ?? "")
            }
        }
        guard question.isServerTrust else { return result }
        for neighbour in Switchboard.neighbours(question.decided) {
            let judge = Judge(profile: neighbour.profile, date: nil, backend: backend)
            guard let other = await judge.decision(key, challenge: challenge)?.answers.first?.disposition,
                other != question.answer
            else { continue }
            result.change = WouldBe.Change(answer: other.word, name: neighbour.name, value: neighbour.value)
            break
        }
        return result
    }

    /// Who judges, and as of when.
    private struct Judge: Sendable {
        let profile: ClientProfile
        let date: Date?
        let backend: any InspectorBackend

        func decision(_ key: RequestKey, challenge: Int) async -> ClientDecision? {
            await backend.judge(key, challenge: challenge, as: profile, at: date)
        }
    }
}
