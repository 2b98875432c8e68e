/// Bytes that wait to be sent: some by themselves, and filler that is made as it goes.
struct Outbox {
    private var bytes: [UInt8] = []
    private var sent = 0
    private var filler = 0
    /// Whether the filler never ends.
    var isEndless = false

    /// Whether everything is sent.
    var isEmpty: Bool { sent == bytes.count && filler == 0 && !isEndless }

    mutating func append(_ more: some Sequence<UInt8>) {
        if sent == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            sent = 0
        }
        bytes += more
    }

    mutating func appendFiller(_ count: Int) { filler += count }

    /// The next bytes to send, at most 16 KB; empty when all is sent.
    mutating func next() -> ArraySlice<UInt8> {
        if sent == bytes.count, filler > 0 || isEndless {
            let count = isEndless ? Self.pattern.count : min(filler, Self.pattern.count)
            append(Self.pattern[..<count])
            if !isEndless { filler -= count }
        }
        return bytes[sent..<min(bytes.count, sent + Self.pattern.count)]
    }

    /// Notes that so many bytes are sent.
    mutating func advance(_ count: Int) { sent += count }

    /// One record's worth of lines.
    private static let pattern: [UInt8] = {
        let line = Array("countersign lab ...............\n".utf8)
        return (0..<512).flatMap { _ in line }
    }()
}
