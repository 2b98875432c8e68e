import Events
import Foundation
import Report
import Trust

/// `evaluate --batch -`: requests in, results out, line by line, on all cores, in constant memory.
enum BatchEvaluation {
    static func run(_ console: Console) {
        let cores = max(1, ProcessInfo.processInfo.activeProcessorCount)
        let work = OrderedWork<[LineReader.Line], String>(threads: cores, bound: cores * 8) { lines in
            lines.map(text).joined(separator: "\n")
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
        while let text = work.next(idle: console.flush) {
            console.print(text)
            if console.isClosed { return work.abandon() }
        }
    }

    /// How many lines are handed over together at most, so that threads seldom wait for each other.
    private static let linesAtOnce = 16

    private static func text(of line: LineReader.Line) -> String {
        let bytes = try? EventJSON.encode(result(of: line))
        return bytes.map { String(decoding: $0, as: UTF8.self) } ?? #"{"error":"the result cannot be written"}"#
    }

    /// What one line comes to.
    static func result(of line: LineReader.Line) -> BatchResult {
        guard case .text(let bytes) = line else {
            return BatchResult(id: nil, error: "the line is longer than 64 MB")
        }
        let data = Data(bytes)
        let decoder = JSONDecoder()
        do {
            let request = try decoder.decode(EvaluationRequest.self, from: data)
            var profile = ClientProfile(policy: request.policy)
            profile.flow = request.flow
            profile.rules = request.rules
            guard let evaluation = Decider.serverTrust(request, profile: profile).evaluation else {
                return BatchResult(id: request.id, error: "the client makes no evaluation")
            }
            return BatchResult(id: request.id, evaluation)
        } catch let error as DecodingError {
            return BatchResult(id: identifier(in: data), error: sentence(error))
        } catch {
            return BatchResult(id: identifier(in: data), error: "\(error)")
        }
    }

    private static func identifier(in data: Data) -> String? {
        struct Named: Decodable { let id: String? }
        return (try? JSONDecoder().decode(Named.self, from: data))?.id
    }

    private static func sentence(_ error: DecodingError) -> String {
        func place(_ context: DecodingError.Context, _ last: String? = nil) -> String {
            let path =
                context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue } + (last.map { [$0] } ?? [])
            return path.isEmpty ? "the line" : path.joined(separator: ".")
        }
        return switch error {
        case .typeMismatch(_, let context): "\(place(context)): \(context.debugDescription)"
        case .valueNotFound(_, let context): "\(place(context)): a value is missing"
        case .keyNotFound(let key, let context): "\(place(context, key.stringValue)): the key is missing"
        case .dataCorrupted(let context): "\(place(context)): \(context.debugDescription)"
        @unknown default: "not a request"
        }
    }
}
