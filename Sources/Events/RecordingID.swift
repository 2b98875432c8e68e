/// Names a recording: one process that writes into a log, for as long as it runs.
public struct RecordingID: Hashable, Sendable, CustomStringConvertible {
    /// 16 random bytes.
    public let bytes: [UInt8]

    /// A new one.
    public init() {
        var generator = SystemRandomNumberGenerator()
        bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// One from its 16 bytes; nil for any other count.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// 32 hexadecimal digits.
    public var description: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
