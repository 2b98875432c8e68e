/// Finds what a style sheet needs: further style sheets, pictures, fonts. Not a parser of CSS: it looks for `@import` and
/// `url(…)` outside of comments.
struct StyleReferences {
    private static let most = 500
    private let bytes: [UInt8]
    private var place = 0
    private var found: [PageReference] = []
    private var isInFont = false

    private init(_ text: some Sequence<UInt8>) { bytes = Array(text) }

    static func all(in text: some Sequence<UInt8>) -> [PageReference] {
        var reader = StyleReferences(text)
        reader.read()
        return reader.found
    }

    private mutating func read() {
        while place < bytes.count, found.count < Self.most {
            switch bytes[place] {
            case UInt8(ascii: "/") where isNext("/*"): skipComment()
            case UInt8(ascii: "@") where isNext("@import"):
                place += 7
                if let address = importedAddress() { found.append(PageReference(kind: .style, address: address)) }
            case UInt8(ascii: "@") where isNext("@font-face"):
                isInFont = true
                place += 10
            case UInt8(ascii: "}"):
                isInFont = false
                place += 1
            case UInt8(ascii: "u"), UInt8(ascii: "U"):
                guard isNext("url("), !isWordBefore else {
                    place += 1
                    continue
                }
                place += 4
                if let address = addressInBrackets() {
                    found.append(PageReference(kind: isInFont ? .font : .image, address: address))
                }
            case UInt8(ascii: "\""), UInt8(ascii: "'"): _ = quoted()
            default: place += 1
            }
        }
    }

    /// Whether `url` is the end of a longer name.
    private var isWordBefore: Bool {
        guard place > 0 else { return false }
        switch bytes[place - 1] {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "_"): return true
        default: return false
        }
    }

    private func isNext(_ word: StaticString) -> Bool {
        guard bytes.count - place >= word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { wanted in
            wanted.indices.allSatisfy { index in
                let byte = bytes[place + index]
                return ((0x41...0x5a).contains(byte) ? byte | 0x20 : byte) == wanted[index]
            }
        }
    }

    private mutating func skipComment() {
        place += 2
        while place < bytes.count, !isNext("*/") { place += 1 }
        place = min(bytes.count, place + 2)
    }

    private mutating func skipBlanks() {
        while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
    }

    private mutating func importedAddress() -> String? {
        skipBlanks()
        guard place < bytes.count else { return nil }
        if bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") { return quoted() }
        guard isNext("url(") else { return nil }
        place += 4
        return addressInBrackets()
    }

    private mutating func addressInBrackets() -> String? {
        skipBlanks()
        guard place < bytes.count else { return nil }
        if bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") { return quoted() }
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: ")") { place += 1 }
        return Self.text(bytes[start..<place])
    }

    /// What stands between quotes; nil where they are not closed on the line.
    private mutating func quoted() -> String? {
        let quote = bytes[place]
        place += 1
        let start = place
        while place < bytes.count, bytes[place] != quote {
            if bytes[place] == UInt8(ascii: "\n") { return nil }
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        let end = min(place, bytes.count)
        place = min(bytes.count, end + 1)
        return Self.text(bytes[start..<end])
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: "%20")
        return text.isEmpty ? nil : text
    }
}
