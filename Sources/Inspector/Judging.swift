import ChallengeLog
import Events
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
        case .whatIf(let generation, let profile, let first):
            await whatIf(generation, profile, first, backend, mailbox, isCurrent)
        case .wouldBe(let key, let profile, let answer):
            mailbox.post(.wouldBe(await wouldBe(key, profile, answer, backend)))
        default: break
        }
    }

    /// What is on screen first, then the rest; given up as soon as another what-if is asked for.
    private static func whatIf(
        _ generation: Int,
        _ profile: ClientProfile,
        _ first: [RequestRow],
        _ backend: any InspectorBackend,
        _ mailbox: Mailbox,
        _ isCurrent: @Sendable (Int) -> Bool
    ) async {
        var seen: Set<RequestKey> = []
        func judge(_ rows: [RequestRow], remaining: Int) async {
            var lines: [WhatIf.Line] = []
            for (index, row) in rows.enumerated() where seen.insert(row.key).inserted {
                guard isCurrent(generation) else { return }
                if let line = await line(row, profile, backend) { lines.append(line) }
                guard index % 5 == 4 else { continue }
                mailbox.post(.whatIf(generation: generation, lines, remaining: remaining + rows.count - index - 1))
                lines = []
            }
            mailbox.post(.whatIf(generation: generation, lines, remaining: remaining))
        }
        let total = await backend.requests(LogQuery(), offset: 0, limit: 1).matching
        await judge(first, remaining: max(0, min(total, most) - first.count))
        var offset = max(0, total - most)
        while offset < total, isCurrent(generation) {
            let page = await backend.requests(LogQuery(), offset: offset, limit: 50)
            guard !page.rows.isEmpty else { break }
            offset += page.rows.count
            await judge(page.rows, remaining: max(0, total - offset))
        }
        mailbox.post(.whatIf(generation: generation, [], remaining: 0))
    }

    /// One request: what was answered, and what would be; nil where it raised no challenge.
    private static func line(
        _ row: RequestRow,
        _ profile: ClientProfile,
        _ backend: any InspectorBackend
    ) async -> WhatIf.Line? {
        let digest = row.digest
        guard !digest.challenges.isEmpty, !digest.isRunning || digest.held != nil else { return nil }
        var words: [String] = []
        var why = ""
        for challenge in digest.challenges {
            guard let decision = await backend.judge(row.key, challenge: challenge.number, as: profile) else {
                return nil
            }
            words.append(decision.word)
            if why.isEmpty, let evaluation = decision.evaluation { why = CheckTally(evaluation).text }
            // Behind a refusal no further challenge comes.
            if decision.word == "cancel" || decision.answers.isEmpty { break }
        }
        let recorded = digest.challenges.map { $0.answer?.word ?? ($0.state == .held ? "HELD" : "silent") }
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

    /// The first single switch whose other value changes the answer.
    private static func wouldBe(
        _ key: HeldKey,
        _ profile: ClientProfile,
        _ answer: Disposition,
        _ backend: any InspectorBackend
    ) async -> WouldBe {
        for neighbour in Switchboard.neighbours(profile) {
            guard let decision = await backend.judge(key.request, challenge: key.challenge, as: neighbour.profile),
                let other = decision.answers.first?.disposition, other != answer
            else { continue }
            return WouldBe(key: key, change: (other.word, neighbour.name, neighbour.value))
        }
        return WouldBe(key: key, change: nil)
    }
}
