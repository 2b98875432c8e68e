/// How many colours may be used; the terminal's own limit comes on top.
public enum ColorMode: String, CaseIterable, Hashable, Sendable {
    /// As many as the terminal has, none if `NO_COLOR` is set.
    case auto
    /// None.
    case never
    /// The user's own 16.
    case basic = "16"
    /// All 256.
    case rich = "256"
}
