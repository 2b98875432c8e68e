import Foundation

/// The name or address that a chain is checked against, prepared once.
///
/// A name loses one trailing dot and becomes lower-case A-labels (RFC 5891, RFC 3492); an address becomes its octets
/// (RFC 4291 §2.2; brackets around an IPv6 address are dropped). What is neither is a bad reference and matches nothing.
public struct HostName: Hashable, Sendable {
    /// What the text turned out to be.
    public enum Form: Hashable, Sendable {
        /// A domain name: lower-case ASCII labels joined by dots.
        case name(String)
        /// An address of 4 or 16 octets.
        case address([UInt8])
        /// No host name; the reason in a few words.
        case bad(String)
    }

    /// The text as typed.
    public let typed: String
    /// What it is.
    public let form: Form

    /// Prepares a text; empty text is a bad reference, never "no check".
    public init(_ typed: String) {
        self.typed = typed
        form = Self.prepare(typed)
    }

    /// The text that is compared.
    public var compared: String {
        switch form {
        case .name(let name): name
        case .address(let octets): IPAddressText.text(octets)
        case .bad: typed
        }
    }

    private static func prepare(_ text: String) -> Form {
        if text.isEmpty { return .bad("it is empty") }
        if isPlainName(text) { return prepareName(text) }
        for scalar in text.unicodeScalars {
            if scalar.value == 0 { return .bad("it contains a NUL") }
            if scalar.value < 0x20 || scalar.value == 0x7f { return .bad("it contains a control character") }
            if scalar.properties.isWhitespace { return .bad("it contains a blank") }
        }
        if text.contains("://") { return .bad("it is a URL") }
        if let octets = IPAddressText.octets(text) { return .address(octets) }
        if text.first == "[" || text.first == "]" { return .bad("brackets belong around an IPv6 address only") }
        if text.contains("%") { return .bad("an address with a zone, or an escaped text, names no host") }
        if text.contains(":") { return .bad("it has a port, or is no valid IPv6 address") }
        return prepareName(text)
    }

    /// Whether a text has characters of names and dots alone and is no address, as nearly every one.
    private static func isPlainName(_ text: String) -> Bool {
        var hasLetter = false
        for byte in text.utf8 {
            switch byte {
            case 0x41...0x5a, 0x61...0x7a: hasLetter = true
            case 0x30...0x39, 0x2d, 0x2e, 0x5f: break
            default: return false
            }
        }
        return hasLetter
    }

    /// The stops of other scripts as dots (UTS 46), and compatible forms composed.
    private static func mapped(_ text: String) -> String {
        var mapped = String.UnicodeScalarView()
        let separators: Set<UInt32> = [0x3002, 0xff0e, 0xff61]
        for scalar in text.unicodeScalars {
            mapped.append(separators.contains(scalar.value) ? "." : scalar)
        }
        let name = String(mapped)
        if name.utf8.allSatisfy({ $0 < 0x80 }) { return name }
        return name.precomposedStringWithCompatibilityMapping.lowercased()
    }

    private static func prepareName(_ text: String) -> Form {
        let name = text.utf8.allSatisfy({ $0 < 0x80 }) ? text : mapped(text)
        var labels = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let hasTrailingDot = labels.count > 1 && labels.last == ""
        if hasTrailingDot { labels.removeLast() }
        if labels.first == "" { return .bad("it begins with a dot") }
        if labels.contains("") { return .bad("it has an empty label") }
        var prepared: [String] = []
        for label in labels {
            guard let ascii = Punycode.label(label.lowercased()) else { return .bad("a label cannot be encoded") }
            if ascii.utf8.count > 63 { return .bad("a label is longer than 63 characters") }
            guard ascii.utf8.allSatisfy(isHostCharacter) else {
                return .bad("it has a character that no host name has")
            }
            prepared.append(ascii)
        }
        if prepared.allSatisfy(looksNumeric) { return .bad("it is a number, but not an address in its usual form") }
        let joined = prepared.joined(separator: ".")
        return joined.utf8.count > 253 ? .bad("it is longer than 253 characters") : .name(joined)
    }

    private static func isHostCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x61...0x7a, 0x2d, 0x5f: true
        default: false
        }
    }

    /// Decimal, octal or hexadecimal parts, which resolvers take for an address.
    private static func looksNumeric(_ label: String) -> Bool {
        if label.hasPrefix("0x") { return label.utf8.dropFirst(2).allSatisfy { isHexDigit($0) } }
        return label.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte || 0x61...0x66 ~= byte }
}
