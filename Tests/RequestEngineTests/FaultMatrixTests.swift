import Diagnosis
import Events
import Foundation
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// Each point of an exchange, and each way in which it can go wrong there: the right code, within the deadline.
///
/// Before each record in every run; within each record as well where a release wants it (`COUNTERSIGN_SOAK`).
@Suite struct FaultMatrixTests {
    typealias Fault = FaultServer.Fault
    typealias Point = FaultServer.Point

    struct Row: Sendable, CustomTestStringConvertible {
        var version: String
        var point: Point
        var fault: Fault
        var isWithin: Bool

        var testDescription: String { "TLS \(version), \(fault.rawValue) \(isWithin ? "within" : "at") \(point)" }
    }

    /// ServerHello, ChangeCipherSpec, EncryptedExtensions, Certificate, CertificateVerify, Finished in TLS 1.3;
    /// ServerHello, Certificate, ServerKeyExchange, ServerHelloDone, ChangeCipherSpec, Finished in TLS 1.2.
    static let records = 6

    static let rows: [Row] = {
        let isLong = ProcessInfo.processInfo.environment["COUNTERSIGN_SOAK"] != nil
        let points = (0..<records).map { Point.record($0) } + [.head, .body]
        return ["1.2", "1.3"].flatMap { version in
            points.flatMap { point in
                Fault.allCases.flatMap { fault in
                    (isLong ? [false, true] : [false]).map { within in
                        Row(version: version, point: point, fault: fault, isWithin: within)
                    }
                }
            }
        }
    }()

    @Test(arguments: rows) func everyFaultHasItsCode(_ row: Row) async throws {
        var tls: TestConnection.TLS = row.version == "1.2" ? .v12 : .v13
        tls.givesTickets = false
        let fault = FaultServer(
            context: TestConnection.context(tls),
            point: row.point,
            fault: row.fault,
            isWithin: row.isWithin
        )
        let server = try TestServer { fault.serve($0) }
        let limit = Duration.milliseconds(row.fault == .stall ? 120 : 20_000)
        let limits = TimeLimits(handshake: limit, firstByte: limit, total: row.fault == .stall ? limit * 3 : limit)
        let bench = try Bench(limits: limits)
        let result = try await bench.fire(server.port) { $0.offersHTTP2 = false }
        bench.end()
        server.stop()
        let outcome = result.outcome
        if row.fault == .drip {
            #expect(result.isComplete)
            #expect(outcome.code == nil)
            #expect(outcome.bodyText == FaultServer.body)
            return
        }
        #expect(!result.isComplete)
        #expect(outcome.refusal == .undecided)
        #expect(outcome.code == Self.code(row), "\(outcome.reason)")
        #expect(!outcome.reason.lowercased().contains("certificate") || outcome.reason.contains("Certificate"))
        #expect(bench.recording.events(of: 1).filter { $0.word == "failed" }.count == 1)
    }

    private static func code(_ row: Row) -> DiagnosisCode {
        let isHandshake = if case .record = row.point { true } else { false }
        switch row.fault {
        case .close: return isHandshake ? .wireEofInHandshake : .wireTruncatedPossible
        case .reset: return .wireReset
        case .stall: return .wireTimeout
        case .garbage: return row.point == .record(0) && !row.isWithin ? .wireNotTls : .wireProtocolError
        case .drip: return .wireProtocolError
        }
    }

    /// In a process of its own, because the counters are the process's.
    @Test func threeHundredInFlightLoseAndLeaveNothing() async {
        await #expect(processExitsWith: .success) {
            let context = TestConnection.context(.v13)
            // What is opened once in a process is no leak.
            let first = try (TestServer { $0.serve(context) }, Bench())
            _ = try await first.1.fire(first.0.port)
            first.1.end()
            first.0.stop()
            let before = FaultMatrixTests.descriptors
            let server = try TestServer { $0.serve(context) }
            let bench = try Bench(limits: .total(.seconds(20)))
            let holder = HoldingResponder()
            let held = try (0..<50).map { _ in try bench.start(server.port, responder: holder) }
            try Waiting.until("fifty holds") { holder.held.count == 50 }
            let others = try (0..<250).map { _ in try bench.start(server.port, host: "127.0.0.1") }
            for exchange in held.prefix(20) { exchange.cancel(by: "you") }
            for challenge in holder.held { challenge.answer(.useCredential, credential: .serverTrust, by: "you") }
            try Waiting.until("a hundred ends") { others.filter { $0.result != nil }.count >= 100 }
            server.stop()
            var results: [ExchangeResult] = []
            for exchange in held + others { results.append(await exchange.finished()) }
            bench.end()
            let ends = bench.recording.events.filter { $0.word == "finished" || $0.word == "failed" }
            precondition(Set(ends.compactMap(\.request)) == Set(1...300) && ends.count == 300, "\(ends.count) ends")
            let stopped = results.filter { $0.outcome.refusal == .stopped }.count
            precondition(stopped == 20, "\(stopped) stopped")
            precondition(results.filter(\.isComplete).count >= 100, "too few whole")
            precondition(LiveObjects.easyHandles == 0, "easy handles: \(LiveObjects.easyHandles)")
            precondition(LiveObjects.connections == 0, "connections: \(LiveObjects.connections)")
            precondition(LiveObjects.pools == 0, "pools: \(LiveObjects.pools)")
            // The engine's own few go with it; those of three hundred connections are gone.
            let after = FaultMatrixTests.descriptors
            precondition(after < before + 20, "\(after) against \(before)")
        }
    }

    /// How many descriptors are open.
    private static var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }
}
