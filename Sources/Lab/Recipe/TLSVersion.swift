/// A version of TLS.
enum TLSVersion: String, Sendable, CaseIterable, Comparable {
    case v1_0 = "1.0"
    case v1_1 = "1.1"
    case v1_2 = "1.2"
    case v1_3 = "1.3"

    /// Its number on the wire (RFC 8446 §4.2.1).
    var number: UInt16 {
        switch self {
        case .v1_0: 0x0301
        case .v1_1: 0x0302
        case .v1_2: 0x0303
        case .v1_3: 0x0304
        }
    }

    /// The version of a number on the wire; nil for SSL and what does not exist.
    init?(number: UInt16) {
        guard let version = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = version
    }

    static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
