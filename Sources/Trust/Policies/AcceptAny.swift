/// Every server-trust challenge answered *use* without evaluation.
public struct AcceptAny: TrustPolicy {
    /// `acceptAny`
    public static let kind = "acceptAny"

    /// The policy; it has no settings.
    public init() {}

    /// `accepts any server`
    public var title: String { "accepts any server" }

    /// That nothing is evaluated.
    public var words: [PolicyWord] { [PolicyWord("never evaluated", loosens: true)] }

    /// Accepts without evaluating; the checks are made all the same, so that what is let by is known.
    public func judge(_ trust: inout TrustEvaluation) -> PolicyJudgement {
        PolicyJudgement(
            .accept,
            step: DecidingStep(
                flow: "accept any",
                number: 1,
                text: "use the credential for the trust",
                defect: "never evaluated"
            ),
            because: "every server is accepted without evaluation",
            lettingBy: { _ in "nothing is evaluated" }
        )
    }
}
