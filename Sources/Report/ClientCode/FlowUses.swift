import Trust

/// What a flow's steps do with a server's trust, for code that has to declare it, or that knows policies alone.
struct FlowUses {
    /// It asks the client's policy.
    let policy: Bool
    /// It evaluates the trust itself.
    let evaluation: Bool
    /// It sets anchors.
    let anchors: Bool
    /// Every answer that it may give to a server-trust challenge is default handling.
    private let isDefault: Bool

    init(_ flow: Flow) {
        let actions = flow.steps.flatMap(\.actions)
        policy = actions.contains(.askPolicy)
        evaluation = actions.contains(.evaluate)
        anchors = actions.contains { if case .setAnchors = $0 { true } else { false } }
        isDefault = actions.allSatisfy { action in
            switch action {
            case .evaluate, .answer(.performDefault): true
            default: false
            }
        }
    }

    /// Whether a policy alone says all that the flow does with a server's chain.
    func isPolicy(_ profile: ClientProfile) -> Bool {
        policy || isDefault || (profile.policy.base is AcceptAny && !evaluation)
    }
}
