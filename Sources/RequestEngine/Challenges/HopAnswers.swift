import Trust

/// How the challenges of one peer were decided, and what followed from the answers.
struct HopAnswers {
    var trust: (decision: ClientDecision, effect: AnswerEffect)?
    var identity: (decision: ClientDecision, effect: AnswerEffect)?
}
