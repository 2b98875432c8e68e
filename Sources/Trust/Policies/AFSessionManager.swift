import Diagnosis

/// AFURLSessionManager (AFNetworking/AFURLSessionManager.m): what stands around its security policy, and may bypass it.
public struct AFSessionManager: TrustPolicy {
    /// `afSessionManager`
    public static let kind = "afSessionManager"

    /// What `setSessionDidReceiveAuthenticationChallengeBlock:` was given: the block then decides alone.
    public enum Block: String, Hashable, Sendable, Codable, CaseIterable {
        /// Nothing.
        case absent
        /// A block that calls the policy itself, through a weak manager.
        case asksPolicy = "asks the policy"
        /// A block that answers *use* with the credential for the trust.
        case use
        /// A block that answers performDefaultHandling.
        case performDefault = "default"
        /// A block that cancels.
        case cancel
        /// A block that rejects the protection space.
        case reject
    }

    /// What the block of `setAuthenticationChallengeHandler:` returns (4.x).
    public enum Handler: String, Hashable, Sendable, Codable, CaseIterable {
        /// There is none.
        case absent
        /// nil: the handler calls the completion itself.
        case none = "nil"
        /// An NSError.
        case error = "NSError"
        /// An NSURLCredential.
        case credential = "NSURLCredential"
        /// An NSNumber: performDefaultHandling.
        case performDefault = "default"
        /// An NSNumber: cancel.
        case cancel
        /// An NSNumber: rejectProtectionSpace.
        case reject
        /// Anything else.
        case other = "another object"
    }

    /// The policy, of the manager's version.
    public var policy: AFSecurityPolicy
    /// The session's challenge block.
    public var block: Block
    /// The challenge handler.
    public var handler: Handler
    /// Whether the policy was set on the manager, or only built.
    public var isPolicySet: Bool
    /// Whether somebody keeps the manager.
    public var isManagerKept: Bool
    /// Whether the manager has an https base URL.
    public var hasSecureBaseURL: Bool

    /// A manager as it should be set up.
    public init(
        policy: AFSecurityPolicy = AFSecurityPolicy(),
        block: Block = .absent,
        handler: Handler = .absent,
        isPolicySet: Bool = true,
        isManagerKept: Bool = true,
        hasSecureBaseURL: Bool = true
    ) {
        self.policy = policy
        self.block = block
        self.handler = handler
        self.isPolicySet = isPolicySet
        self.isManagerKept = isManagerKept
        self.hasSecureBaseURL = hasSecureBaseURL
    }

    /// `AF 4.0 manager`
    public var title: String { "\(policy.title) manager" }

    /// The policy's words, then what bypasses or replaces it.
    public var words: [PolicyWord] {
        var words = policy.words
        if block != .absent { words.append(PolicyWord("block: \(block.rawValue)", loosens: block == .use)) }
        if handlerCounts {
            words.append(PolicyWord("handler: \(handler.rawValue)", loosens: handler == .credential))
        }
        if !isPolicySet { words.append(PolicyWord("policy not set", loosens: policy.pinningMode != .none)) }
        if !isManagerKept { words.append(PolicyWord("manager gone")) }
        if !hasSecureBaseURL { words.append(PolicyWord("no https base URL")) }
        return words
    }

    /// Whether the version has the handler, and one is set.
    var handlerCounts: Bool { handler != .absent && policy.hasChallengeHandler }
}

extension AFSessionManager {
    /// The policy's switches, then the manager's.
    public var switches: [PolicySwitch] {
        policy.switches + [
            PolicySwitch(
                "session block",
                value: block.rawValue,
                values: Block.allCases.map(\.rawValue),
                effect: block == .absent ? "the policy is asked" : "the block alone decides",
                loosens: block == .use
            ),
            PolicySwitch(
                "challenge handler",
                value: handler.rawValue,
                values: policy.hasChallengeHandler ? Handler.allCases.map(\.rawValue) : [],
                effect: handlerEffect,
                loosens: handlerCounts && handler == .credential
            ),
            flag("policy set", isPolicySet, on: "the policy was set", off: "built, never set: the default judges"),
            flag("manager kept", isManagerKept, on: "somebody keeps the manager", off: "gone: a nil policy says no"),
            flag("https base URL", hasSecureBaseURL, on: "as pinning wants it", off: "pinning raises an exception"),
        ]
    }

    private var handlerEffect: String {
        guard policy.hasChallengeHandler else { return "from 4.0 on" }
        switch handler {
        case .absent: return "the policy is asked"
        case .none: return "calls the completion itself"
        case .error: return "cancel, that error reaches the app"
        case .credential: return "the policy is bypassed"
        case .performDefault: return "server trust: the policy is asked"
        case .cancel, .reject: return "that disposition"
        case .other: return "an exception"
        }
    }

    private func flag(_ identifier: String, _ isOn: Bool, on: String, off: String) -> PolicySwitch {
        PolicySwitch(
            identifier,
            value: SwitchValue.text(isOn),
            values: SwitchValue.both,
            effect: isOn ? on : off
        )
    }

    /// Sets one of the manager's switches, or one of the policy's.
    public mutating func set(_ identifier: String, to value: String) -> Bool {
        switch identifier {
        case "session block":
            guard let chosen = Block(rawValue: value) else { return false }
            block = chosen
        case "challenge handler":
            guard policy.hasChallengeHandler, let chosen = Handler(rawValue: value) else { return false }
            handler = chosen
        case "policy set", "manager kept", "https base URL":
            guard let isOn = SwitchValue.flag(value) else { return false }
            if identifier == "policy set" { isPolicySet = isOn }
            if identifier == "manager kept" { isManagerKept = isOn }
            if identifier == "https base URL" { hasSecureBaseURL = isOn }
        default: return policy.set(identifier, to: value)
        }
        return true
    }
}
