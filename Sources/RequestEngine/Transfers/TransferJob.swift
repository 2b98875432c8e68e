import Diagnosis
import Trust

/// A request on its way to its shard.
struct TransferJob: Sendable {
    let exchange: Exchange
    /// What is fired now: the exchange's own request, or the one that follows a redirect.
    var request: Request
    let session: Int
    let configuration: SessionConfiguration
    var client: ClientSetup
    let responder: any ChallengeResponder
    /// When the request was fired.
    let start: ContinuousClock.Instant
    /// What went before, where this follows a redirect.
    var earlier: EarlierHops?

    /// How many bytes of the response's body are kept.
    var keptBodyBytes: Int { request.keptBodyBytes ?? configuration.keptBodyBytes }
}

/// What a request that follows redirects takes over from those before it.
struct EarlierHops: Sendable {
    /// How many challenges were raised.
    var challenges: Int
    /// The addresses, in order.
    var addresses: [String]
    /// What was found on the way.
    var codes: [DiagnosisCode]
    /// What is left of the time for the whole.
    var timeLeft: Duration
}
