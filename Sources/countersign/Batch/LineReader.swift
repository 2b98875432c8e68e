import Foundation

/// Reads lines from a descriptor as they come, in bounded memory.
struct LineReader {
    /// A line, or what stands for one that is too long to be held.
    enum Line: Equatable {
        case text([UInt8])
        case tooLong
    }

    private let descriptor: Int32
    private let limit: Int
    private var pending: [UInt8] = []
    /// Where the next line begins, and how far its end was looked for.
    private var start = 0
    private var scanned = 0
    private var skips = false
    private var ended = false

    /// - Parameter limit: the longest line in bytes.
    init(descriptor: Int32 = STDIN_FILENO, limit: Int = 64 << 20) {
        self.descriptor = descriptor
        self.limit = limit
    }

    /// The next line without its end; nil at the end of the input. A last line without an end counts.
    mutating func next() -> Line? {
        while true {
            if let end = lineEnd {
                let line = Array(pending[start..<end])
                start = end + 1
                scanned = start
                return finish(line)
            }
            scanned = pending.count
            if ended {
                let rest = Array(pending[start...])
                pending = []
                start = 0
                scanned = 0
                return rest.isEmpty && !skips ? nil : finish(rest)
            }
            if pending.count - start > limit || skips {
                skips = true
                start = pending.count
            }
            fill()
        }
    }

    /// Whether a whole line has been read and not yet taken.
    var hasLine: Bool { lineEnd != nil }

    private var lineEnd: Int? {
        pending.withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress, scanned < bytes.count,
                let found = memchr(base + scanned, 0x0A, bytes.count - scanned)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    private mutating func finish(_ line: [UInt8]) -> Line {
        defer { skips = false }
        return skips || line.count > limit ? .tooLong : .text(line)
    }

    private mutating func fill() {
        pending.removeSubrange(..<start)
        start = 0
        scanned = pending.count
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count > 0 { pending += chunk[..<count] } else { ended = true }
            return
        }
    }
}
