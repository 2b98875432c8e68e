import Diagnosis
import Foundation
import Trust
import Workbench

extension WorkbenchBackend {
    /// See ``InspectorBackend``.
    public func audit(_ profile: ClientProfile, name: String) async -> AuditSheet? {
        guard let matrix = try? AttackMatrix([profile], auditor()) else { return nil }
        return matrix.clients.first.map { AuditSheet($0, name: name) }
    }

    /// See ``InspectorBackend``.
    public func prove(
        _ profile: ClientProfile,
        report: @escaping @Sendable (AttackMatrix.Row, AttackProof) -> Void
    ) async -> Problem? {
        await withCheckedContinuation { continuation in
            // It blocks until every server has answered: a thread of its own, not one of the pool's.
            Thread.detachNewThread { [self] in continuation.resume(returning: prove(profile, report)) }
        }
    }

    private func prove(_ profile: ClientProfile, _ report: (AttackMatrix.Row, AttackProof) -> Void) -> Problem? {
        do throws(Problem) {
            let auditor = try auditor()
            var matrix = try AttackMatrix([profile], auditor)
            let prover = try bench.prover(for: matrix, auditor)
            defer { prover.stop() }
            try bench.prove(matrix.provable, of: &matrix, by: prover) { key, proof in report(key.row, proof) }
            return nil
        } catch {
            return error
        }
    }

    /// See ``InspectorBackend``.
    public func judge(_ command: [String]) async throws(Problem) -> String {
        let result: Result<Judgement, Problem> = await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                do throws(Problem) {
                    continuation.resume(returning: .success(try bench.judge(command, limit: .seconds(10))))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return "\(command.joined(separator: " ")): \(try result.get().totals)"
    }

    private func auditor() throws(Problem) -> Auditor {
        if let known = shown.withLock({ $0.auditor }) { return known }
        let made = try bench.auditor()
        shown.withLock { $0.auditor = made }
        return made
    }
}
