import Diagnosis

/// What one client makes of one presentation.
public struct AttackOutcome: Hashable, Sendable, Codable {
    /// What comes of it, in the word of the matrix.
    public enum Result: String, Hashable, Sendable, Codable, CaseIterable {
        /// The client goes on: for an attack the attacker reads what it sends.
        case through
        /// The client stops.
        case stopped
        /// The client's policy accepts, and App Transport Security refuses.
        case refusedByTransport = "ats"
        /// The attack has nothing to aim at here.
        case notApplicable = "not-applicable"
        /// Only traffic can tell.
        case needsTraffic = "needs-traffic"
    }

    /// What comes of it.
    public var result: Result
    /// One sentence: what decided.
    public var reason: String
    /// The kind of finding that decided a refusal.
    public var code: DiagnosisCode?
    /// The step that decided.
    public var step: DecidingStep?
    /// The checks that do not hold and were let by.
    public var letBy: [Check]
    /// The identity that the client shows to the server.
    public var reveals: IdentitySummary?
    /// Whether the result rests on an assumption, marked `~` on screen.
    public var isAssumed: Bool

    /// An outcome of known parts.
    public init(
        _ result: Result,
        reason: String,
        code: DiagnosisCode? = nil,
        step: DecidingStep? = nil,
        letBy: [Check] = [],
        reveals: IdentitySummary? = nil,
        isAssumed: Bool = false
    ) {
        self.result = result
        self.reason = Sanitizer.line(reason)
        self.code = code
        self.step = step
        self.letBy = letBy
        self.reveals = reveals
        self.isAssumed = isAssumed
    }

    /// Whether the client goes on.
    public var isThrough: Bool { result == .through }
}
