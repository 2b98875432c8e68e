/// How bad a finding is: by the cheapest attack that passes.
public enum Severity: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// Nothing of value is needed: a self-made certificate, a position on the network.
    case critical
    /// Any certificate of an authority that serves strangers or colleagues, or a key that ships with the app.
    case high
    /// A stolen or expired key, or the app stops working by itself.
    case medium
    /// Hygiene.
    case low
    /// Worth knowing.
    case info

    /// The less severe one is the smaller.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .critical: 4
        case .high: 3
        case .medium: 2
        case .low: 1
        case .info: 0
        }
    }
}
