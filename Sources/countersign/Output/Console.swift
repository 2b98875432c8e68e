import Diagnosis
import Foundation
import Synchronization

/// Where a sub-command speaks: results on standard output, everything else on standard error.
final class Console: Sendable {
    private struct Sink {
        let descriptor: Int32
        var pending: [UInt8] = []
        /// Nobody reads it any more, or it cannot be written.
        var isClosed = false
        var failure: String?
    }

    private let output: Mutex<Sink>

    /// Results go to standard output, or to another open file.
    init(descriptor: Int32 = STDOUT_FILENO) { output = Mutex(Sink(descriptor: descriptor)) }

    /// Whether standard output was closed by its reader; what goes on for ever ends then, quietly.
    var isClosed: Bool { output.withLock(\.isClosed) }

    /// The system's reason why standard output could not be written; nil when it was merely closed.
    var failure: String? { output.withLock(\.failure) }

    /// Writes one line of a result; it is kept until `flush` or until there is much of it.
    func print(_ line: String = "") { write(line + "\n") }

    /// Writes part of a result as it stands.
    func write(_ text: String) { write(text.utf8) }

    /// Writes bytes of UTF-8 as they stand.
    func write(_ bytes: some Collection<UInt8>) {
        output.withLock { sink in
            guard !sink.isClosed else { return }
            sink.pending += bytes
            if sink.pending.count >= 1 << 16 { Self.flush(&sink) }
        }
    }

    /// Hands everything over to the system.
    func flush() { output.withLock { Self.flush(&$0) } }

    /// Says something that is no result.
    func note(_ text: String) {
        flush()
        var sink = Sink(descriptor: STDERR_FILENO)
        sink.pending = [UInt8]((text + "\n").utf8)
        Self.flush(&sink)
    }

    /// Says what is wrong and what helps.
    func report(_ problem: Problem) {
        note("countersign: \(problem.sentence) [\(problem.code)]")
        if let remedy = problem.remedy { note("  \(remedy)") }
    }

    private static func flush(_ sink: inout Sink) {
        var rest = sink.pending[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Foundation.write(sink.descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if written < 0, errno == EINTR {
                continue
            } else if written < 0, errno == EAGAIN {
                var ready = pollfd(fd: sink.descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, -1)
            } else {
                sink.isClosed = true
                if errno != EPIPE { sink.failure = String(cString: strerror(errno)) }
                break
            }
        }
        sink.pending.removeAll(keepingCapacity: true)
    }
}
