import Events

/// Two challenges side by side, the older one left.
struct Comparison: Hashable, Sendable {
    struct Side: Hashable, Sendable {
        var exchange: Exchange
        /// The number of the challenge that is compared.
        var challenge: Int

        var recorded: RecordedChallenge? { exchange.challenges.first { $0.number == challenge } }
    }

    var left: Side
    var right: Side

    /// How many challenges the two have at most.
    var challenges: Int { max(left.exchange.challenges.count, right.exchange.challenges.count) }
}
