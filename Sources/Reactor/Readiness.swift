/// What a descriptor is watched for, or has become ready for.
public struct Readiness: OptionSet, Hashable, Sendable {
    /// The bits; of no meaning outside this type.
    public let rawValue: UInt8

    /// A set by its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A read would not block: bytes, the end of the stream, or an error waits.
    public static let readable = Readiness(rawValue: 1)
    /// A write would not block.
    public static let writable = Readiness(rawValue: 2)
    /// The descriptor has failed or its peer is gone in both directions; reported without being asked for.
    public static let failed = Readiness(rawValue: 4)
}
