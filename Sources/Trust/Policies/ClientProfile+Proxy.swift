extension ClientProfile {
    /// The client as it judges a proxy: the system's verdict under the same rules and anchors. Pins, flow, transport
    /// security, answers set by hand and the identity belong to the origin; a person is asked where one was.
    public var judgingProxies: ClientProfile {
        var profile = ClientProfile(name: name)
        profile.rules = rules
        profile.anchors = anchors
        profile.minimumTLS = minimumTLS
        profile.maximumTLS = maximumTLS
        profile.securityLevel = securityLevel
        profile.allowsPartialChain = allowsPartialChain
        profile.answersKept = answersKept
        if whenTrusted == .hold { profile.whenTrusted = .hold }
        if whenRefused == .hold { profile.whenRefused = .hold }
        return profile
    }
}
