import Foundation
import Testing

@testable import countersign

@Suite struct LineReaderTests {
    private func lines(of text: String, limit: Int = 1 << 20) throws -> [LineReader.Line] {
        let pipe = Pipe()
        DispatchQueue.global().async {
            try? pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
            try? pipe.fileHandleForWriting.close()
        }
        var reader = LineReader(descriptor: pipe.fileHandleForReading.fileDescriptor, limit: limit)
        var result: [LineReader.Line] = []
        while let line = reader.next() { result.append(line) }
        try pipe.fileHandleForReading.close()
        return result
    }

    private func text(_ text: String) -> LineReader.Line { .text([UInt8](text.utf8)) }

    @Test func splitsAtLineFeeds() throws {
        #expect(try lines(of: "") == [])
        #expect(try lines(of: "a") == [text("a")])
        #expect(try lines(of: "a\n\nb\n") == [text("a"), text(""), text("b")])
    }

    @Test func manyLinesAndLongOnes() throws {
        let long = String(repeating: "x", count: 200_000)
        let short = (0..<5000).map { "line \($0)" }
        let all = try lines(of: short.joined(separator: "\n") + "\n" + long + "\nend")
        #expect(all == short.map(text) + [text(long), text("end")])
    }

    @Test func aLineOverTheLimitIsSkippedAlone() throws {
        let long = String(repeating: "x", count: 300_000)
        #expect(try lines(of: "a\n\(long)\nb\n", limit: 1000) == [text("a"), .tooLong, text("b")])
        #expect(try lines(of: "a\n\(long)", limit: 1000) == [text("a"), .tooLong])
    }
}

@Suite struct OrderedWorkTests {
    @Test(arguments: [1, 2, 7])
    func resultsComeInTheOrderOfTheItems(threads: Int) {
        let work = OrderedWork<Int, Int>(threads: threads, bound: 16) {
            { number in (0..<(number % 5 * 1000)).reduce(number) { sum, _ in sum } }
        }
        let feeder = Thread {
            for number in 0..<2000 { _ = work.add(number) }
            work.close()
        }
        feeder.start()
        var results: [Int] = []
        while let result = work.next(idle: {}) { results.append(result) }
        #expect(results == Array(0..<2000))
    }

    @Test func abandoningEndsTheFeeder() {
        let work = OrderedWork<Int, Int>(threads: 2, bound: 4) { { $0 } }
        for number in 0..<4 { #expect(work.add(number)) }
        work.abandon()
        #expect(!work.add(4))
        while work.next(idle: {}) != nil {}
    }

    @Test func idleIsCalledWhenTheInputPauses() {
        let work = OrderedWork<Int, Int>(threads: 1, bound: 4) { { $0 } }
        var idle = 0
        let feeder = Thread {
            _ = work.add(1)
            work.close()
        }
        feeder.start()
        while work.next(idle: { idle += 1 }) != nil {}
        #expect(idle <= 2)
    }
}
