/// Where a document sends its view by itself: `<meta http-equiv="refresh">`, or the header field `Refresh` (HTML
/// standard, "shared declarative refresh steps").
struct PageRefresh: Hashable, Sendable {
    /// The address as it is written; empty for the document itself, once more.
    var address: String

    /// - Parameter text: `0; url=next.html` and what browsers take for it; nil where it sends the view nowhere.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        var place = 0
        func byte(_ offset: Int = 0) -> UInt8? { bytes.indices.contains(place + offset) ? bytes[place + offset] : nil }
        func skipBlanks() { while let next = byte(), Self.blanks.contains(next) { place += 1 } }
        skipBlanks()
        guard let first = byte(), Self.isInNumber(first) else { return nil }
        while let next = byte(), Self.isInNumber(next) { place += 1 }
        guard let next = byte() else {
            address = ""
            return
        }
        guard next == UInt8(ascii: ";") || next == UInt8(ascii: ",") || Self.blanks.contains(next) else { return nil }
        skipBlanks()
        if byte() == UInt8(ascii: ";") || byte() == UInt8(ascii: ",") { place += 1 }
        skipBlanks()
        let whole = place
        let isNamed = zip("url".utf8, 0...).allSatisfy { letter, offset in byte(offset).map { $0 | 0x20 } == letter }
        if isNamed {
            place += 3
            skipBlanks()
            if byte() == UInt8(ascii: "=") {
                place += 1
                skipBlanks()
            } else {
                place = whole
            }
        }
        var end = bytes.count
        if let quote = byte(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            place += 1
            end = bytes[place...].firstIndex(of: quote) ?? bytes.count
        }
        address = String(decoding: bytes[place..<end], as: UTF8.self)
    }

    private static let blanks: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D, 0x20]

    private static func isInNumber(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") }
}
