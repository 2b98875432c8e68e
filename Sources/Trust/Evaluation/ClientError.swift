/// An error as the client's code sees it: domain, number and name.
public struct ClientError: Hashable, Sendable, Codable {
    /// `NSURLErrorDomain`, or a library's own.
    public var domain: String
    /// The number, for example −1202.
    public var code: Int
    /// The constant's name without its prefix: `serverCertificateUntrusted`.
    public var name: String
    /// Whether the mapping rests on an assumption, marked `~` on screen: no source says so.
    public var isAssumed: Bool

    /// An error of known parts.
    public init(domain: String = "NSURLErrorDomain", code: Int, name: String, isAssumed: Bool = false) {
        self.domain = domain
        self.code = code
        self.name = name
        self.isAssumed = isAssumed
    }

    /// `-1202 serverCertificateUntrusted`, with `~` in front where it is assumed.
    public var text: String { "\(isAssumed ? "~" : "")\(code) \(name)" }
}
