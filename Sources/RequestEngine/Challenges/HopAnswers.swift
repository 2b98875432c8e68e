import Trust

/// How the challenges of one peer were decided, and what followed from the answers.
struct HopAnswers {
    var trust: (decision: ClientDecision, effect: AnswerEffect)?
    var identity: (decision: ClientDecision, effect: AnswerEffect)?
    var passwords: [(decision: ClientDecision, effect: AnswerEffect)] = []

    /// Every decision, in the order of the challenges.
    var decisions: [ClientDecision] {
        [trust?.decision, identity?.decision].compactMap { $0 } + passwords.map(\.decision)
    }

    /// What followed from the answers.
    var effects: [AnswerEffect] { [trust?.effect, identity?.effect].compactMap { $0 } + passwords.map(\.effect) }
}
