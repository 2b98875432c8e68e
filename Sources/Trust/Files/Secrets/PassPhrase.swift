/// A pass phrase. It shows itself nowhere, and its memory is wiped when the last copy goes.
///
/// Absent and empty differ: absent is a nil `PassPhrase?`, empty is one of no bytes. What a `String` or an array held
/// before it came here is not wiped: make it early.
public struct PassPhrase: Sendable {
    private let secret: SecretBytes

    /// A pass phrase as typed, in UTF-8.
    public init(_ text: String) { secret = SecretBytes(Array(text.utf8)) }

    /// A pass phrase as bytes, in whatever encoding they are.
    public init(bytes: [UInt8]) { secret = SecretBytes(bytes) }

    /// The first line of a file, without a byte order mark and its line end.
    public init(firstLineOf content: [UInt8]) {
        let text = content.starts(with: [0xEF, 0xBB, 0xBF]) ? content.dropFirst(3) : content[...]
        secret = SecretBytes(Array(text.prefix { $0 != 0x0A && $0 != 0x0D }))
    }

    /// Whether it has no bytes.
    public var isEmpty: Bool { secret.isEmpty }

    /// Whether another one has the same bytes.
    public func isSame(as other: PassPhrase) -> Bool { secret.copy() == other.secret.copy() }

    /// Hands out the bytes for as long as `body` runs.
    package func withBytes<Result>(_ body: ([UInt8]) -> Result) -> Result { body(secret.copy()) }

    /// A copy of the bytes; whoever takes it wipes it.
    var bytes: [UInt8] { secret.copy() }
}

extension PassPhrase: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says that there is one, never which.
    public var description: String { "(pass phrase)" }
    /// The same.
    public var debugDescription: String { description }
    /// Nothing to look into.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
