extension ClientProfile {
    /// Every switch, the policy's own first, in the order of the switchboard.
    public var switches: [PolicySwitch] {
        policy.base.switches + trustSwitches + identitySwitches + answerSwitches + connectionSwitches
    }

    private var trustSwitches: [PolicySwitch] {
        [
            PolicySwitch(
                "rules",
                value: rules.rawValue,
                values: RuleSet.allCases.map(\.rawValue),
                effect: rulesEffect
            ),
            PolicySwitch(
                "anchors",
                value: anchorsValue,
                values: anchors.files.isEmpty ? [] : AnchorValue.all,
                effect: anchors.includesSystem ? "the system's count" : "only the files' count"
            ),
            PolicySwitch(
                "name checked",
                value: nameValue,
                values: nameValues,
                effect: nameChecked == .off ? "any name" : "the name must match",
                loosens: nameChecked == .off
            ),
            PolicySwitch(
                "transport security",
                value: transportSecurity.map { $0.hasException ? "exception" : "on" } ?? "off",
                values: ["off", "on", "exception"],
                effect: transportEffect
            ),
        ] + orderSwitches
    }

    /// The order counts only where something is refused.
    private var orderSwitches: [PolicySwitch] {
        guard let transportSecurity, !transportSecurity.hasException else { return [] }
        return [
            PolicySwitch(
                "ATS refuses",
                value: transportSecurity.order.rawValue,
                values: TransportSecurity.Order.allCases.map(\.rawValue),
                effect: transportSecurity.order == .beforeChallenge
                    ? "an untrusted chain is never asked about (assumed)" : "the delegate is asked, then overruled"
            )
        ]
    }

    private var identitySwitches: [PolicySwitch] {
        [
            PolicySwitch("identity", value: identityValue, values: identityValues, effect: identityEffect),
            PolicySwitch(
                "when it fits",
                value: whenIdentityFits.rawValue,
                values: ["use", "default", "cancel", "reject", "hold"],
                effect: "the answer when an identity fits"
            ),
            PolicySwitch(
                "when none fits",
                value: whenNoIdentity.rawValue,
                values: ["default", "use", "none", "continue", "cancel", "reject", "silent", "hold"],
                effect: "the answer when none fits, or there is no file"
            ),
            PolicySwitch(
                "sends",
                value: sends == .leafOnly ? "leaf only" : "chain",
                values: ["leaf only", "chain"],
                effect: sends == .leafOnly ? "the file's chain stays in the file" : "the leaf and the file's chain"
            ),
        ]
    }

    private var answerSwitches: [PolicySwitch] {
        let values = ["policy", "use", "default", "cancel", "reject", "none", "continue", "silent", "hold"]
        return [
            PolicySwitch(
                "delegate",
                value: delegate.rawValue,
                values: ClientDelegate.allCases.map(\.rawValue),
                effect: delegate == .session ? "four answers; cancel is -999" : "five answers; cancel is -1012"
            ),
            PolicySwitch(
                "when trusted",
                value: whenTrusted.rawValue,
                values: values,
                effect: whenTrusted == .policy ? "what the policy says" : "set by hand"
            ),
            PolicySwitch(
                "when refused",
                value: whenRefused.rawValue,
                values: values,
                effect: whenRefused == .policy ? "what the policy says" : "set by hand",
                loosens: whenRefused == .use
            ),
        ]
    }

    private var connectionSwitches: [PolicySwitch] {
        let versions = ["1.0", "1.1", "1.2", "1.3"]
        return [
            PolicySwitch(
                "min TLS",
                value: minimumTLS,
                values: versions.filter { $0 <= maximumTLS },
                effect: "the oldest version offered",
                loosens: minimumTLS < "1.2"
            ),
            PolicySwitch(
                "max TLS",
                value: maximumTLS,
                values: versions.filter { $0 >= minimumTLS },
                effect: "the newest version offered"
            ),
            PolicySwitch(
                "answers kept",
                value: answersKept.rawValue,
                values: AnswersKept.allCases.map(\.rawValue),
                effect: answersKeptEffect
            ),
        ]
    }

    private var rulesEffect: String {
        switch rules {
        case .apple: "Apple's published rules"
        case .openssl: "OpenSSL at level \(securityLevel)"
        case .strict: "RFC 5280 and the web profile"
        }
    }

    private var transportEffect: String {
        guard let transportSecurity else { return "ATS is off" }
        if transportSecurity.hasException { return "Info.plist: an exception for the host" }
        return transportSecurity.keys == nil ? "no handler loosens trust" : "as the keys of the Info.plist say"
    }

    private var identityEffect: String {
        switch identity {
        case .none: "no identity is offered"
        case .file: "the identity of the file"
        case .ask: "a person is asked each time"
        }
    }

    private var answersKeptEffect: String {
        switch answersKept {
        case .fresh: "a new handshake each time"
        case .reuse: "until a switch flips"
        case .asIOS: "ten minutes, over a flipped switch too"
        }
    }
}

extension ClientProfile {
    /// Sets a switch of the profile or of its policy to one of its values; false when there is no such switch or value.
    public mutating func set(_ identifier: String, to value: String) -> Bool {
        guard let known = switches.first(where: { $0.identifier == identifier }) else { return false }
        if policy.base.switches.contains(where: { $0.identifier == identifier }) {
            var base = policy.base
            guard base.set(identifier, to: value) else { return false }
            policy = Policy(base)
            return true
        }
        guard known.values.contains(value) else { return false }
        return setOwn(identifier, to: value)
    }

    private mutating func setOwn(_ identifier: String, to value: String) -> Bool {
        switch identifier {
        case "rules": rules = RuleSet(rawValue: value) ?? rules
        case "anchors": anchors.includesSystem = value != AnchorValue.files
        case "name checked": nameChecked = name(value)
        case "transport security": setTransportSecurity(value)
        case "ATS refuses": transportSecurity?.order = .init(rawValue: value) ?? .beforeChallenge
        case "identity": identity = identity(value)
        case "when it fits": whenIdentityFits = FixedAnswer(rawValue: value) ?? whenIdentityFits
        case "when none fits": whenNoIdentity = FixedAnswer(rawValue: value) ?? whenNoIdentity
        case "sends": sends = value == "chain" ? .chain : .leafOnly
        case "delegate": delegate = ClientDelegate(rawValue: value) ?? delegate
        case "when trusted": whenTrusted = FixedAnswer(rawValue: value) ?? whenTrusted
        case "when refused": whenRefused = FixedAnswer(rawValue: value) ?? whenRefused
        case "min TLS": minimumTLS = value
        case "max TLS": maximumTLS = value
        case "answers kept": answersKept = AnswersKept(rawValue: value) ?? answersKept
        default: return false
        }
        return true
    }

    private mutating func setTransportSecurity(_ value: String) {
        guard value != "off" else {
            transportSecurity = nil
            return
        }
        var security = transportSecurity ?? TransportSecurity()
        security.hasException = value == "exception"
        transportSecurity = security
    }

    private enum AnchorValue {
        static let both = "system + files"
        static let files = "files"
        static let all = [both, files]
    }

    private var anchorsValue: String {
        if anchors.files.isEmpty { return anchors.includesSystem ? "system" : "none" }
        return anchors.includesSystem ? AnchorValue.both : AnchorValue.files
    }

    private var nameValue: String {
        switch nameChecked {
        case .urlHost: "URL host"
        case .other(let name): name
        case .off: "off"
        }
    }

    private var nameValues: [String] {
        if case .other(let name) = nameChecked { return ["URL host", name, "off"] }
        return ["URL host", "off"]
    }

    private func name(_ value: String) -> NameChoice {
        switch value {
        case "URL host": .urlHost
        case "off": .off
        default: .other(value)
        }
    }

    private var identityValue: String {
        switch identity {
        case .none: "none"
        case .file(let name): name
        case .ask: "ask"
        }
    }

    /// The file stays among the values once it was chosen; before, the usual name stands for it.
    private var identityValues: [String] {
        if case .file(let name) = identity { return ["none", name, "ask"] }
        return ["none", "client.p12", "ask"]
    }

    private func identity(_ value: String) -> IdentityChoice {
        switch value {
        case "none": .none
        case "ask": .ask
        default: .file(value)
        }
    }
}
