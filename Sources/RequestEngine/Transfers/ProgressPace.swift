/// Which pieces of a body are worth an event: each of the first ones, then those that move it on by an eighth.
///
/// A body without end would fill the log with pieces otherwise.
struct ProgressPace {
    private var pieces = 0
    private var recorded = 0

    /// Whether the progress to so many bytes is recorded; asked once a piece.
    mutating func isDue(_ bytes: Int) -> Bool {
        pieces += 1
        guard pieces <= 64 || bytes - recorded >= recorded / 8 else { return false }
        recorded = bytes
        return true
    }
}
