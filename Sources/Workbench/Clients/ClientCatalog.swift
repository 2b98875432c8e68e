import Diagnosis
import Trust

/// The clients that can be chosen: presets of policies, and flows in both forms.
public enum ClientCatalog {
    /// One client.
    public struct Entry: Hashable, Sendable {
        /// As typed: `system`, `F2c`, `F6r`.
        public var identifier: String
        /// What it is, in a few words.
        public var title: String
        /// The profile that it stands for.
        public var profile: ClientProfile

        init(_ identifier: String, _ title: String, _ profile: ClientProfile) {
            self.identifier = identifier
            self.title = title
            self.profile = profile
        }
    }

    /// Policies without a flow; a new one gets a line here.
    public static let presets: [Entry] = [
        preset("system", "no code: default handling, the host name checked", .system),
        preset("ssl", "SecTrust, SSL policy with the host", Policy(SecTrustPolicy())),
        preset("ssl-no-host", "SecTrust, SSL policy without the host", Policy(SecTrustPolicy(host: false))),
        preset("basicX509", "SecTrust, basic X.509 policy", Policy(SecTrustPolicy(policy: .basicX509, host: false))),
        preset("AF", "AFSecurityPolicy 4.0 as it comes: no pinning", Policy(AFSecurityPolicy())),
        preset("accept-any", "every server accepted, never evaluated", .acceptAny),
    ]

    /// A preset by its name.
    ///
    /// - Throws: `option.unknown`.
    public static func preset(_ identifier: String) throws(Problem) -> Entry {
        if let entry = presets.first(where: { $0.identifier == identifier }) { return entry }
        throw .unknownName("policy", identifier, known: presets.map(\.identifier), list: "countersign flow")
    }

    private static func preset(_ identifier: String, _ title: String, _ policy: Policy) -> Entry {
        Entry(identifier, title, ClientProfile(name: identifier, policy: policy))
    }
}
