/// What a policy's steps came to.
public struct PolicyJudgement: Sendable {
    /// Accept, refuse or not pinned.
    public var verdict: Verdict
    /// The step that decided.
    public var step: DecidingStep?
}
