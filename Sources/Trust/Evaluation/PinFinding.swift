/// What comparing a path with pins gave.
enum PinFinding: Sendable {
    /// A member equals a pin.
    case matched(Certificate, pin: String)
    /// The pins were not compared, or need not be.
    case notAsked(String)
}
