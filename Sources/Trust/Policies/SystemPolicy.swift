/// No code at all: default handling, the system's anchors, the host name checked.
public struct SystemPolicy: TrustPolicy {
    /// `system`
    public static let kind = "system"

    /// The policy; it has no settings.
    public init() {}

    /// `system trust`
    public var title: String { "system trust" }

    /// Nothing further.
    public var words: [PolicyWord] { [] }

    /// One evaluation under the rules, with the purpose, and the host if there is one.
    public func judge(_ trust: inout TrustEvaluation) -> PolicyJudgement {
        trust.judgement(
            requiring: trust.evaluate(trust.sslKind),
            step: DecidingStep(flow: "system", number: 1, text: "default handling: the system evaluates")
        )
    }

    /// There is no code that would answer: default handling, whatever the verdict.
    public func disposition(for verdict: Verdict) -> Disposition { .performDefaultHandling }
}
