/// An answer that does not follow from the verdict: a library or a block gives it all the same.
public enum PolicyAnswer: Hashable, Sendable {
    /// This disposition.
    case disposition(Disposition)
    /// None, ever.
    case never
    /// The app crashes.
    case crash(String)
}
