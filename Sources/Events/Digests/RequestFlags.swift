/// What `is:` asks about a request.
public struct RequestFlags: OptionSet, Hashable, Sendable, Codable {
    /// A bit each, as the log stores it.
    public let rawValue: Int

    /// Flags by their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It ended with a response; no check failed or was let by, and nobody refused anybody.
    public static let ok = RequestFlags(rawValue: 1)
    /// A check that failed was let by, by the policy or by a person.
    public static let letBy = RequestFlags(rawValue: 2)
    /// A challenge waits for a person.
    public static let held = RequestFlags(rawValue: 4)
    /// It ended without a response, or the server refused by one.
    public static let failed = RequestFlags(rawValue: 8)
    /// It raised no challenge because a connection or a session was there already.
    public static let resumed = RequestFlags(rawValue: 16)
    /// It is under way.
    public static let running = RequestFlags(rawValue: 32)

    /// The words behind `is:`; marks are the reader's own and have none here.
    public static let words: [(word: String, flag: RequestFlags)] = [
        ("ok", .ok), ("letby", .letBy), ("held", .held), ("failed", .failed), ("resumed", .resumed),
        ("running", .running),
    ]
}
