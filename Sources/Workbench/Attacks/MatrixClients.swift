import Trust

/// The clients that a matrix can hold beside each other.
public enum MatrixClients {
    /// The twelve combinations of AFSecurityPolicy's three switches, each with one pin of the bundle.
    ///
    /// - Parameter pinFile: the file that is pinned: the leaf's, or its authority's.
    public static func combinations(pinFile: String, bundle: BundleSnapshot) -> [ClientProfile] {
        var pins: [Pin] = []
        if case .certificate(let certificate)? = bundle.files[pinFile] { pins = [.certificate(certificate)] }
        let stem = pinFile.split(separator: ".").first.map(String.init) ?? pinFile
        return AFSecurityPolicy.PinningMode.allCases.flatMap { mode in
            [(false, false), (false, true), (true, false), (true, true)].map { invalid, domain in
                let policy = AFSecurityPolicy(
                    pinningMode: mode,
                    pins: mode == .none ? [] : pins,
                    allowInvalidCertificates: invalid,
                    validatesDomainName: domain
                )
                let switches = (invalid ? "Y" : "N") + (domain ? "Y" : "N")
                let pin = mode == .none ? "" : "-" + stem
                return ClientProfile(name: "AF-\(mode.rawValue)\(pin)-\(switches)", policy: Policy(policy))
            }
        }
    }

    /// Every preset and every flow, with the pins of the bundle.
    public static func presets(bundle: BundleSnapshot) -> [ClientProfile] {
        Presets.all.map { asAppleClient($0.profile(bundle: bundle)) }
    }

    /// All twelve combinations with the leaf pinned, then with its authority pinned (those without pins once), then
    /// every preset and flow.
    public static func all(bundle: BundleSnapshot) -> [ClientProfile] {
        let leaf = combinations(pinFile: "server.cer", bundle: bundle)
        let authority = combinations(pinFile: "lab-ca.cer", bundle: bundle).filter { client in
            !leaf.contains { $0.policy == client.policy }
        }
        return leaf + authority + presets(bundle: bundle)
    }

    /// A flow as the client of Apple's that it is: its answers outlive a flipped switch.
    public static func asAppleClient(_ profile: ClientProfile) -> ClientProfile {
        guard profile.flow != nil else { return profile }
        var profile = profile
        profile.answersKept = .asIOS
        return profile
    }
}
