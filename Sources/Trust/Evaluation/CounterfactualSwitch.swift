/// One other value of one switch, and the decision that it would have led to.
public struct CounterfactualSwitch: Hashable, Sendable {
    /// The switch.
    public var identifier: String
    /// The value that it would have.
    public var value: String
    /// The profile with that value.
    public var profile: ClientProfile
    /// What would have been decided.
    public var decision: ClientDecision
}

extension Decider {
    /// The first single switch, in the order of the switchboard, under which a server-trust challenge would have been
    /// decided otherwise; nil when there is none.
    ///
    /// - Parameter judge: the decision of another profile about the same challenge.
    public static func wouldBe(
        _ decision: ClientDecision,
        profile: ClientProfile,
        judge: (ClientProfile) -> ClientDecision?
    ) -> CounterfactualSwitch? {
        for found in profile.switches {
            for value in found.values where value != found.value {
                var other = profile
                guard other.set(found.identifier, to: value), let changed = judge(other),
                    changed.answers.map(\.disposition) != decision.answers.map(\.disposition)
                        || changed.evaluation?.verdict != decision.evaluation?.verdict
                else { continue }
                return CounterfactualSwitch(
                    identifier: found.identifier,
                    value: value,
                    profile: other,
                    decision: changed
                )
            }
        }
        return nil
    }

    /// The same for a request whose anchors and files stay what they are.
    public static func wouldBe(_ request: EvaluationRequest, profile: ClientProfile, urlHost: String?)
        -> CounterfactualSwitch?
    {
        let decision = serverTrust(request, profile: profile)
        return wouldBe(decision, profile: profile) { other in
            var changed = request
            changed.host = urlHost
            changed.apply(
                other,
                anchors: other.anchors.includesSystem
                    ? request.anchors : Anchors(app: request.anchors.app, appOnly: true),
                bundle: request.bundle ?? BundleSnapshot()
            )
            return serverTrust(changed, profile: other)
        }
    }
}
