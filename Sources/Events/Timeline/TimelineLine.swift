import Diagnosis
import Trust

/// A line of a request's timeline. Texts are sanitised.
public struct TimelineLine: Hashable, Sendable {
    /// How a line is meant, for its style.
    public enum Role: String, Hashable, Sendable, CaseIterable {
        /// Nothing in particular.
        case plain
        /// A challenge begins.
        case challenge
        /// It was accepted, and nothing was let by.
        case accept
        /// Something failed, or somebody refused.
        case refuse
        /// Something failed and was let by, or a flow has a defect.
        case warn
        /// A person is asked.
        case held
        /// It is under way.
        case running
    }

    /// Microseconds since the request began; nil for a line that belongs to the one above it.
    public var elapsed: Int64?
    /// The word in front: `request`, `CHALLENGE 1`, `checks`.
    public var word: String
    /// What is said.
    public var text: String
    /// The challenge that it belongs to; nil for lines of none.
    public var challenge: Int?
    /// How it is meant.
    public var role: Role
    /// The event that it rests on, by its number in the recording.
    public var sequence: Int64

    init(_ word: String, _ text: String, _ event: Event, role: Role = .plain, isTimed: Bool = true) {
        elapsed = isTimed ? event.elapsed : nil
        self.word = Sanitizer.line(word)
        self.text = Sanitizer.line(text)
        challenge = event.challenge
        self.role = role
        sequence = event.sequence
    }

    /// `+4 ms`, `+12.3 s`; empty for a line without a time of its own.
    public var elapsedText: String {
        guard let elapsed else { return "" }
        return elapsed < 10_000_000 ? "+\(max(0, elapsed) / 1000) ms" : "+\(Tenths.seconds(elapsed))"
    }

    /// The timeline of one request's events in their order.
    ///
    /// - Parameter now: microseconds since 1970, UTC, for what is still under way.
    public static func lines(of events: [Event], now: Int64) -> [TimelineLine] {
        var writer = TimelineWriter(events, now: now)
        return writer.lines()
    }
}
