import Diagnosis
import Events
import Trust

/// A staple that comes after the challenge, as in TLS 1.2.
extension Transfer {
    /// Judges a challenge again that the client's policy has accepted, now with the staple.
    ///
    /// - Returns: whether the handshake may go on.
    func judge(_ challenge: Challenge, with staple: [UInt8], on connection: Connection) -> Bool {
        guard case .serverTrust(var question) = challenge.question else { return true }
        question.staple = staple
        let decision = shard.decisions.serverTrust(question, challenge.setup)
        let late = challenge.asking(.serverTrust(question), decision)
        guard let evaluation = decision.evaluation, evaluation != challenge.decision.evaluation else { return true }
        if let check = evaluation.checks.first(where: { $0.id == .revocation }), let code = check.code {
            let problem = Problem(code, check.detail)
            remark(problem)
            record(.note(ProblemFacts(problem)), connection: connection.number, challenge: challenge.number)
        }
        let answer = decision.answers.first ?? late.safeAnswer
        let effect = shard.decisions.effect(answer, late)
        if !effect.proceeds { answered(late, answer, effect) }
        return effect.proceeds
    }
}
