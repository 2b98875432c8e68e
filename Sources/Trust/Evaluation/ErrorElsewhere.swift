/// The same refusal as another part of the client, or the other delegate, shows it.
public struct ErrorElsewhere: Hashable, Sendable, Codable {
    /// Who shows it: `NSURLConnection`, `AFNetworking's completion handler`.
    public var place: String
    /// The error there.
    public var error: ClientError

    /// An error and its place.
    public init(_ place: String, _ error: ClientError) {
        self.place = place
        self.error = error
    }

    /// `NSURLConnection: -1012 userCancelledAuthentication`
    public var text: String { "\(place): \(error.text)" }
}

extension KeyedDecodingContainer {
    /// None where none was written.
    func decode(_ type: [ErrorElsewhere].Type, forKey key: Key) throws -> [ErrorElsewhere] {
        try decodeIfPresent(type, forKey: key) ?? []
    }
}
