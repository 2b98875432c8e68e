/// Names a client flow: `F6`, or its repaired form `F6r`.
public struct FlowReference: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The id without the form: `F6`, `F2c`.
    public var identifier: String
    /// Whether the repaired form is meant.
    public var repaired: Bool

    /// A reference by its parts.
    public init(_ identifier: String, repaired: Bool = false) {
        self.identifier = identifier
        self.repaired = repaired
    }

    /// The id as typed: `F6r`.
    public var description: String { identifier + (repaired ? "r" : "") }
}
