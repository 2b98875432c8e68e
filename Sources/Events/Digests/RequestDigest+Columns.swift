import Trust

extension RequestDigest {
    /// `GET good.lab.test:9443/`: the scheme is named only where it is not https.
    public var requestColumn: String {
        method + " " + (url.prefix(8).lowercased() == "https://" ? String(url.dropFirst(8)) : url)
    }

    /// `use`, `use/dflt`, `HELD`; `-` where no challenge came, `...` where none has come yet.
    public var answerColumn: String {
        guard !challenges.isEmpty else { return isRunning && noChallenge == nil ? "..." : "-" }
        let words = challenges.map { challenge in
            // Nobody will answer any more once the request has ended.
            challenge.isPending && !isRunning ? "-" : challenge.word(short: challenges.count > 1)
        }
        return words.joined(separator: "/")
    }

    /// The status, `failed`, `stopped`; while it runs the phase, while it is held the time left.
    ///
    /// - Parameter now: microseconds since 1970, UTC.
    public func resultColumn(now: Int64) -> String {
        if isRunning {
            guard let held else { return phase.rawValue }
            return held.deadline.map { Tenths.countdown($0 - now) } ?? "stopped"
        }
        return resultWord
    }

    /// The result of a request that has ended; while it runs the phase or `held`.
    public var resultWord: String {
        if isRunning { return held == nil ? phase.rawValue : "held" }
        if hasFinished { return status.map(String.init) ?? "ok" }
        return refusal == .stopped ? "stopped" : "failed"
    }

    /// The first challenge that waits for a person, while the request runs.
    public var held: ChallengeDigest? { isRunning ? challenges.first { $0.state == .held } : nil }

    /// What `is:` asks.
    public var flags: RequestFlags {
        var flags: RequestFlags = []
        if isRunning {
            flags.insert(.running)
            if held != nil { flags.insert(.held) }
        } else if hasFinished, refusal == nil {
            if acceptedFaults.isEmpty { flags.insert(.ok) }
        } else {
            flags.insert(.failed)
        }
        if !acceptedFaults.isEmpty { flags.insert(.letBy) }
        if challenges.isEmpty, noChallenge?.reason == .reusedConnection || noChallenge?.reason == .resumedSession {
            flags.insert(.resumed)
        }
        return flags
    }

    /// Whether what the row says rests on an assumption, marked `~`.
    public var isAssumed: Bool { errorIsAssumed || challenges.contains(where: \.isAssumed) }

    /// The checks that failed and were accepted all the same, by the policy or by a person.
    public var acceptedFaults: [String] {
        var faults: [String] = []
        for challenge in challenges where challenge.wasAccepted {
            faults += challenge.acceptedFaults.filter { !faults.contains($0) }
        }
        return faults
    }
}

extension ChallengeDigest {
    /// Whether the handshake went on after the answer.
    var wasAccepted: Bool { state == .answered && proceeds == true }

    /// The words of the checks that failed, when they did not end the handshake.
    var acceptedFaults: [String] {
        guard let tally else { return [] }
        return (wasAccepted ? tally.failed : []) + tally.letBy
    }

    /// Whether a person, not the policy, accepted what the policy refuses.
    var wasAcceptedByPerson: Bool { wasAccepted && by != "policy" && tally?.failed.isEmpty == false }
}
