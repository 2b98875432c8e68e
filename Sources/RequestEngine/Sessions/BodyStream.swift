import Diagnosis
import Foundation
import Synchronization
import Trust

/// A body that is read while it is sent: bytes and files, one after the other. Its size is known, its files are not in
/// memory.
public struct BodyStream: Hashable, Sendable {
    /// A part of it.
    enum Part: Hashable, Sendable {
        case bytes([UInt8])
        case file(path: String, size: Int)

        var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(_, let size): size
            }
        }
    }

    private(set) var parts: [Part] = []

    /// An empty body.
    public init() {}

    /// Its size in bytes.
    public var count: Int { parts.reduce(0) { $0 + $1.count } }

    /// Adds bytes.
    public mutating func add(_ bytes: some Sequence<UInt8>) {
        guard case .bytes(let last)? = parts.last else { return parts.append(.bytes(Array(bytes))) }
        parts[parts.count - 1] = .bytes(last + bytes)
    }

    /// Adds what is in a file, which is read when it is sent.
    ///
    /// - Throws: `file.missing`, `file.not-regular`, `file.unreadable`.
    public mutating func add(file path: String) throws(Problem) {
        parts.append(.file(path: path, size: try FileReader.size(path)))
    }
}

/// Reads a body as it is sent, from its beginning or from any place again. Confined to the transfer's thread.
final class BodyReader {
    private let parts: [BodyStream.Part]
    private var part = 0
    /// The place within the part.
    private var place = 0
    private var descriptor: Int32 = -1

    init(_ stream: BodyStream) { parts = stream.parts }

    deinit { closeFile() }

    /// Goes to a place from the beginning; false where there is none.
    func seek(to offset: Int) -> Bool {
        closeFile()
        (part, place) = (0, offset)
        while part < parts.count, place >= parts[part].count {
            place -= parts[part].count
            part += 1
        }
        return offset >= 0 && (part < parts.count || place == 0)
    }

    /// Fills a buffer as far as there is something; 0 at the end, nil where a file is gone, unreadable or shorter than it
    /// was.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        while part < parts.count {
            let left = parts[part].count - place
            guard left > 0 else {
                closeFile()
                (part, place) = (part + 1, 0)
                continue
            }
            let wanted = min(left, buffer.count)
            switch parts[part] {
            case .bytes(let bytes): buffer.copyBytes(from: bytes[place..<place + wanted])
            case .file(let path, _):
                if descriptor < 0 { descriptor = open(path, O_RDONLY | O_CLOEXEC) }
                let count = pread(descriptor, buffer.baseAddress, wanted, off_t(place))
                guard count > 0 else { return nil }
                place += count
                return count
            }
            place += wanted
            return wanted
        }
        return 0
    }

    private func closeFile() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
