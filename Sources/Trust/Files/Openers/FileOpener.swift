/// A program that people give a file of identities to, and what it makes of it with the pass phrase at hand.
public struct FileOpener: Hashable, Sendable, Codable {
    /// `OpenSSL 3`, `curl`, `Java 17`, `iOS 17 and before`.
    public var program: String
    /// Whether it gets an identity out of the file.
    public var opens: Bool
    /// What it returns: `exit 1, Mac verify error`, `58`, `-25293 errSecAuthFailed`.
    public var status: String
    /// What else has to be known: the option that helps, the way it is called.
    public var note: String?
    /// Whether this rests on reports or on an assumption: neither its source nor a test here says so.
    public var isAssumed: Bool

    /// An opener of known parts.
    public init(_ program: String, opens: Bool, status: String, note: String? = nil, isAssumed: Bool = false) {
        self.program = program
        self.opens = opens
        self.status = status
        self.note = note
        self.isAssumed = isAssumed
    }
}
