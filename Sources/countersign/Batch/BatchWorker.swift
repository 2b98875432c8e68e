import Events
import Foundation
import Report
import Trust

/// Judges the lines of a batch on one thread, with what earlier lines taught it.
final class BatchWorker {
    private let decoder = JSONDecoder()
    private let memory = DecisionMemory()

    /// The results of some lines, each with its line feed, in their order.
    func results(of lines: [LineReader.Line]) -> [UInt8] {
        var results: [UInt8] = []
        for line in lines {
            let written = try? EventJSON.encode(result(of: line))
            results += written ?? Array(#"{"error":"the result cannot be written"}"#.utf8)
            results.append(0x0A)
        }
        return results
    }

    /// What one line comes to.
    private func result(of line: LineReader.Line) -> BatchResult {
        guard case .text(let bytes) = line else {
            return BatchResult(id: nil, error: "the line is longer than 64 MB")
        }
        let data = Data(bytes)
        do {
            let request = try decoder.decode(EvaluationRequest.self, from: data)
            var profile = ClientProfile(policy: request.policy)
            profile.flow = request.flow
            profile.rules = request.rules
            let decision = Decider.serverTrust(request, profile: profile, memory: memory)
            guard let evaluation = decision.evaluation else {
                return BatchResult(id: request.id, error: "the client makes no evaluation")
            }
            return BatchResult(id: request.id, evaluation)
        } catch let error as DecodingError {
            return BatchResult(id: identifier(in: data), error: Self.sentence(error))
        } catch {
            return BatchResult(id: identifier(in: data), error: "\(error)")
        }
    }

    private func identifier(in data: Data) -> String? {
        struct Named: Decodable { let id: String? }
        return (try? decoder.decode(Named.self, from: data))?.id
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
