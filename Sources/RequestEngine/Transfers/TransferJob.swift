import Trust

/// A request on its way to its shard.
struct TransferJob: Sendable {
    let exchange: Exchange
    let session: Int
    let configuration: SessionConfiguration
    let client: ClientSetup
    let responder: any ChallengeResponder
    /// When the request was fired.
    let start: ContinuousClock.Instant
}
