/// A client that can be chosen by its name.
public struct Preset: Hashable, Sendable {
    /// The name that is typed: `system`, `F2c`.
    public var name: String
    /// A few words.
    public var title: String
    /// The flow behind it; nil for a policy.
    public var flow: Flow?
    /// The client, before pins are read from the bundle.
    public var profile: ClientProfile
    /// Files of the bundle that become the policy's pins.
    public var pinFiles: [String]

    /// The client with the pins that the bundle holds.
    ///
    /// A file that is no DER certificate becomes a pin that can never match, as in AFNetworking; a missing one is left out.
    public func profile(bundle: BundleSnapshot) -> ClientProfile {
        var profile = profile
        guard !pinFiles.isEmpty else { return profile }
        let pins = pinFiles.compactMap { name -> Pin? in
            switch bundle.files[name] {
            case .certificate(let certificate)?: .certificate(certificate)
            case .other?, .identities?, .locked?: .unusable(Array(name.utf8))
            case .missing?, nil: nil
            }
        }
        profile.policy.base.take(pins: pins)
        return profile
    }
}

/// The clients that can be chosen by name: policies first, then every flow.
public enum Presets {
    /// In the order of the chooser.
    public static let all: [Preset] = policies + Flow.all.map(preset)

    /// The preset of a name as typed, in any case; nil when there is none.
    public static func named(_ name: String) -> Preset? { all.first { $0.name.lowercased() == name.lowercased() } }

    private static let policies = [
        policy("system", "default handling, the system's anchors", .system),
        policy("ssl", "SecTrust with an SSL policy and the host", Policy(SecTrustPolicy(policy: .ssl, host: true))),
        policy("basic-x509", "SecTrust with basic X.509", Policy(SecTrustPolicy(policy: .basicX509, host: false))),
        policy("af-default", "AFSecurityPolicy 4.0 as it comes", Policy(AFSecurityPolicy())),
        policy(
            "af-certificate",
            "AFSecurityPolicy 4.0, server.cer pinned",
            Policy(AFSecurityPolicy(pinningMode: .certificate)),
            pins: ["server.cer"]
        ),
        policy(
            "af-public-key",
            "AFSecurityPolicy 4.0, the key of server.cer pinned",
            Policy(AFSecurityPolicy(pinningMode: .publicKey)),
            pins: ["server.cer"]
        ),
        policy("any", "every server accepted without evaluation", .acceptAny),
        policy("af-manager", "AFURLSessionManager 4.0 around its default policy", Policy(AFSessionManager())),
    ]

    private static func policy(_ name: String, _ title: String, _ policy: Policy, pins: [String] = []) -> Preset {
        Preset(name: name, title: title, flow: nil, profile: ClientProfile(name: name, policy: policy), pinFiles: pins)
    }

    private static func preset(_ flow: Flow) -> Preset {
        var profile = ClientProfile(name: flow.reference.description, policy: flow.policy)
        profile.flow = flow.reference
        if let file = flow.identityFile {
            profile.identity = .file(file)
            profile.sends = flow.reference.repaired ? .chain : .leafOnly
        }
        profile.transportSecurity = flow.transport.setting
        profile.delegate = flow.delegate
        profile.answersKept = flow.settings.answersKept
        return Preset(
            name: profile.name,
            title: flow.title,
            flow: flow,
            profile: profile,
            pinFiles: flow.pinFiles
        )
    }
}
