import Diagnosis
import Lab

extension Bench {
    /// Runs a client against every scenario of this bench's lab; blocks until it has met them all.
    ///
    /// - Parameters:
    ///   - words: the command, with the placeholders of ``ClientJudge``.
    ///   - limit: how long it may take for each scenario.
    /// - Throws: `option.value` when the command cannot be run, and why the lab does not.
    public func judge(_ words: [String], limit: Duration) throws(Problem) -> Judgement {
        let lab = try waitForLab()
        let recorder = ClientJudge.Recorder()
        let observation = observe { recorder.note($0) }
        let judge = ClientJudge(lab: lab, command: words, limit: limit, recorder: recorder)
        state.withLock { $0.judges.append(judge) }
        defer { state.withLock { state in state.judges.removeAll { $0 === judge } } }
        let outcomes = try judge.judge()
        withExtendedLifetime(observation) {}
        return Judgement(outcomes, events: recorder.noted)
    }
}
