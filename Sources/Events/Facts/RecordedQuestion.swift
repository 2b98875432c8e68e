import Foundation
import Trust

/// What a server-trust challenge was judged on, with certificates by SHA-256: enough to judge it again.
public struct RecordedQuestion: Hashable, Sendable, Codable {
    /// The URL's host.
    public var urlHost: String
    /// The name that was checked; nil for none.
    public var host: String?
    /// The time of judgement, microseconds since 1970, UTC.
    public var date: Int64
    /// The system's anchors that were within reach of the chain, by SHA-256.
    public var systemAnchors: [SHA256Digest]
    /// The program's anchors, by SHA-256.
    public var appAnchors: [SHA256Digest]
    /// Whether only the program's anchors count.
    public var appOnly: Bool
    /// The user's anchors, by SHA-256.
    public var userAnchors: [SHA256Digest]
    /// What the connection had negotiated by then.
    public var connection: NegotiatedConnection?
    /// The stapled OCSP response, DER; nil where none had come by then.
    public var staple: Data?
    /// Whether a staple would have come by then; nil is no.
    public var asksForStaple: Bool?
    /// The files that a flow would read.
    public var bundle: BundleSnapshot?

    /// A question of known parts.
    public init(
        urlHost: String,
        host: String?,
        date: Int64,
        systemAnchors: [SHA256Digest],
        appAnchors: [SHA256Digest] = [],
        appOnly: Bool = false,
        userAnchors: [SHA256Digest] = [],
        connection: NegotiatedConnection? = nil,
        bundle: BundleSnapshot? = nil
    ) {
        self.urlHost = urlHost
        self.host = host
        self.date = date
        self.systemAnchors = systemAnchors
        self.appAnchors = appAnchors
        self.appOnly = appOnly
        self.userAnchors = userAnchors
        self.connection = connection
        self.bundle = bundle
    }
}
