/// Through which of URL loading's two delegates a client gets its challenges and gives its answers.
public enum ClientDelegate: String, Hashable, Sendable, Codable, CaseIterable {
    /// NSURLSession: four answers; what a session's own method does not get arrives at a task's.
    case session
    /// NSURLConnection: every method arrives, a fifth answer exists, and *cancel* shows as −1012.
    case connection

    /// The class.
    public var name: String { self == .session ? "NSURLSession" : "NSURLConnection" }

    /// The error of a cancelled challenge.
    public var cancelError: ClientError { self == .session ? .cancelled : .userCancelledAuthentication }

    /// The other one.
    var other: ClientDelegate { self == .session ? .connection : .session }
}

extension KeyedDecodingContainer {
    /// What was written before there was a choice went through a session.
    func decode(_ type: ClientDelegate.Type, forKey key: Key) throws -> ClientDelegate {
        try decodeIfPresent(type, forKey: key) ?? .session
    }
}
