/// A flipped switch, or a client chosen.
public struct PolicyChange: Hashable, Sendable, Codable {
    /// The switch's identifier; `client` when another client was chosen.
    public var name: String
    /// The value before.
    public var from: String
    /// The value now.
    public var to: String
    /// Who did it: `you`, `script`, `undo`.
    public var by: String

    /// A change of known parts.
    public init(name: String, from: String, to: String, by: String) {
        self.name = name
        self.from = from
        self.to = to
        self.by = by
    }
}
