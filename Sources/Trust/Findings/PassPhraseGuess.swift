import Diagnosis

/// How hard a file's pass phrase is to find, told without telling the phrase.
public struct PassPhraseGuess: Hashable, Sendable, Codable {
    /// How many tries find it at the latest, to the next power of ten.
    public var tries: Double
    /// Rounds of the key derivation for one try.
    public var iterations: Int
    /// Whether it is among the most common ones.
    public var isCommon: Bool

    /// A guess of known parts.
    public init(tries: Double, iterations: Int, isCommon: Bool) {
        self.tries = tries
        self.iterations = max(1, iterations)
        self.isCommon = isCommon
    }

    /// Looks at a pass phrase; only how hard it is stays.
    ///
    /// - Parameter iterations: rounds of the container's key derivation, or of its MAC where those are fewer.
    public init(_ passPhrase: PassPhrase, iterations: Int) {
        var bytes = passPhrase.bytes
        defer { for index in bytes.indices { bytes[index] = 0 } }
        let isCommon = Self.isCommon(bytes)
        let alphabet = Self.alphabet(bytes)
        var tries = 1.0
        for _ in 0..<min(bytes.count, 40) { tries *= Double(alphabet) }
        self.init(
            tries: isCommon ? Double(Self.common.count) : Self.rounded(max(1, tries)),
            iterations: iterations,
            isCommon: isCommon
        )
    }

    /// Seconds until it is found, on one machine that makes two million rounds a second and core on sixteen cores.
    public var seconds: Double { tries * Double(iterations) / (2_000_000 * 16) }

    /// Whether it is found within a month.
    public var isWeak: Bool { seconds < 30 * 86_400 }

    /// `a common one, at most 60 tries of 2048 rounds: under a second`.
    public var text: String {
        let count = tries < 1e6 ? "\(Int(tries))" : "10^\(Self.exponent(tries))"
        let kind = isCommon ? "one of the most common" : "short"
        return "\(kind), at most \(count) tries of \(iterations) rounds: \(Self.duration(seconds)) on one machine"
    }

    private static func duration(_ seconds: Double) -> String {
        switch seconds {
        case ..<1: "under a second"
        case ..<120: "\(Int(seconds)) s"
        case ..<7200: "\(Int(seconds / 60)) min"
        case ..<172_800: "\(Int(seconds / 3600)) h"
        case ..<(730 * 86_400): "\(Int(seconds / 86_400)) days"
        default: "years"
        }
    }

    private static func alphabet(_ bytes: [UInt8]) -> Int {
        var size = 0
        if bytes.contains(where: { 0x61...0x7a ~= $0 }) { size += 26 }
        if bytes.contains(where: { 0x41...0x5a ~= $0 }) { size += 26 }
        if bytes.contains(where: { 0x30...0x39 ~= $0 }) { size += 10 }
        if bytes.contains(where: { 0x20...0x7e ~= $0 && !isLetterOrDigit($0) }) { size += 33 }
        if bytes.contains(where: { !(0x20...0x7e ~= $0) }) { size += 100 }
        return max(1, size)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x41...0x5a ~= byte || 0x61...0x7a ~= byte
    }

    private static func exponent(_ value: Double) -> Int {
        var exponent = 0
        var power = 1.0
        while power < value, exponent < 100 {
            power *= 10
            exponent += 1
        }
        return exponent
    }

    /// To the next power of ten, so that nothing more is known of the phrase.
    private static func rounded(_ value: Double) -> Double {
        (0..<exponent(value)).reduce(1.0) { power, _ in power * 10 }
    }

    private static func isCommon(_ bytes: [UInt8]) -> Bool {
        common.contains(String(decoding: bytes, as: UTF8.self).lowercased())
    }

    /// What is tried first.
    private static let common: Set<String> = [
        "", "1", "12", "123", "1234", "12345", "123456", "1234567", "12345678", "123456789", "1234567890", "0000",
        "000000", "00000000", "1111", "111111", "11111111", "654321", "666666", "888888", "88888888", "123123",
        "123321", "abc", "abc123", "abcd1234", "a123456", "admin", "admin123", "android", "app", "apple", "certificate",
        "changeit", "changeme", "client", "default", "demo", "dragon", "export", "guest", "hello", "iloveyou", "ios",
        "key", "keystore", "letmein", "login", "master", "monkey", "p12", "pass", "pass123", "passphrase", "password",
        "password1", "password123", "passw0rd", "pkcs12", "qwerty", "qwerty123", "root", "secret", "server", "ssl",
        "storepass", "sunshine", "test", "test123", "test1234", "testing", "tls", "tomcat", "welcome", "welcome1",
    ]
}
