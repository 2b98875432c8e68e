import Diagnosis
import Foundation
import Report
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

    /// See ``InspectorBackend``.
    public func combinations() async -> [ClientChoice] {
        let bundle = bench.bundle
        return MatrixClients.all(bundle: bundle).filter { $0.policy.base is AFSecurityPolicy && $0.flow == nil }
            .filter { client in client.name.hasPrefix("AF-") }
            .map { client in ClientChoice(identifier: client.name, title: Self.combination(client), profile: client) }
    }

    /// `cert CA  inv!  dom+`, from the switches themselves.
    private static func combination(_ client: ClientProfile) -> String {
        guard let policy = client.policy.base as? AFSecurityPolicy else { return client.name }
        let pin = client.name.contains("lab-ca") ? " CA" : policy.pinningMode == .none ? "" : " leaf"
        let invalid = policy.allowInvalidCertificates ? "inv!" : "inv-"
        let name = policy.validatesDomainName ? "dom+" : "dom!"
        let mode =
            switch policy.pinningMode {
            case .none: "none"
            case .publicKey: "key"
            case .certificate: "cert"
            }
        return "\(mode)\(pin)".padding(toLength: 9, withPad: " ", startingAt: 0) + "  \(invalid)  \(name)"
    }

    /// See ``InspectorBackend``.
    public func code(of profile: ClientProfile, for target: ClientCodeTarget) async -> String {
        do throws(Problem) {
            let auditor = try auditor()
            let client = try auditor.prepare(profile)
            return ClientCode(
                profile: client.profile,
                anchors: client.anchors,
                policyLine: client.line.text,
                findings: try auditor.audit(profile).findings
            ).text(for: target)
        } catch {
            return error.description
        }
    }

    private func prove(_ profile: ClientProfile, _ report: (AttackMatrix.Row, AttackProof) -> Void) -> Problem? {
        do throws(Problem) {
            let auditor = try auditor()
            var matrix = try AttackMatrix([profile], auditor)
            let prover = try bench.prover(for: matrix, auditor)
            shown.withLock { $0.prover = prover }
            defer {
                shown.withLock { $0.prover = nil }
                prover.stop()
            }
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
