import Foundation

/// `evaluate --batch -`: requests in, results out, line by line, on all cores, in constant memory.
enum BatchEvaluation {
    static func run(_ console: Console) {
        let cores = max(1, ProcessInfo.processInfo.activeProcessorCount)
        let work = OrderedWork<[LineReader.Line], [UInt8]>(threads: cores, bound: cores * 8) {
            let worker = BatchWorker()
            return worker.results
        }
        let reader = Thread {
            var lines = LineReader()
            while let line = lines.next() {
                // What has come already goes along; nobody waits for a line that may be answered.
                var some = [line]
                while some.count < linesAtOnce, lines.hasLine, let line = lines.next() { some.append(line) }
                some.removeAll { if case .text(let bytes) = $0 { bytes.allSatisfy { $0 <= 0x20 } } else { false } }
                guard some.isEmpty || work.add(some) else { return }
            }
            work.close()
        }
        reader.start()
        while let lines = work.next(idle: console.flush) {
            console.write(lines)
            if console.isClosed { return work.abandon() }
        }
    }

    /// How many lines are handed over together at most, so that threads seldom wait for each other.
    private static let linesAtOnce = 16
}
