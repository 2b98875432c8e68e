import Trust

// Interim: the profile's own switches come with the policies; then this file goes.

extension ClientProfile {
    var switches: [PolicySwitch] {
        policy.base.switches + [
            PolicySwitch(
                "rules",
                value: rules.rawValue,
                values: RuleSet.allCases.map(\.rawValue),
                effect: "whose rules apply"
            ),
            PolicySwitch(
                "answers kept",
                value: answersKept.rawValue,
                values: AnswersKept.allCases.map(\.rawValue),
                effect: "whether connections outlive a request"
            ),
        ]
    }

    mutating func set(_ identifier: String, to value: String) -> Bool {
        switch identifier {
        case "rules":
            guard let set = RuleSet(rawValue: value) else { return false }
            rules = set
        case "answers kept":
            guard let kept = AnswersKept(rawValue: value) else { return false }
            answersKept = kept
        default:
            var base = policy.base
            guard base.set(identifier, to: value) else { return false }
            policy = Policy(base)
        }
        return true
    }
}
