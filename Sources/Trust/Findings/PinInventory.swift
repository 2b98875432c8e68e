import Foundation

/// The pins of a client, wherever its policy keeps them.
public struct PinInventory: Hashable, Sendable {
    /// The pins, each once.
    public let pins: [Pin]
    /// Whether the key alone counts, so that a pin outlives its certificate.
    public let comparesKeys: Bool
    /// The day from which a policy no longer asks for its pins; nil where it always does.
    public let expires: Date?

    /// The pins that a profile has for a host.
    public init(_ profile: ClientProfile, host: String) {
        var pins: [Pin] = []
        var comparesKeys = false
        var expires: Date?
        let manager = profile.policy.base as? AFSessionManager
        let base: any TrustPolicy = manager?.policy ?? profile.policy.base
        switch base {
        case let policy as AFSecurityPolicy where policy.pinningMode != .none:
            pins = policy.pins
            comparesKeys = policy.pinningMode == .publicKey
        case let policy as AlamofirePolicy:
            if let evaluator = policy.hosts.map({ $0[host] }) ?? policy.evaluator {
                (pins, comparesKeys) = Self.pins(of: evaluator)
            }
        case let policy as TrustKitPolicy:
            pins = policy.hashes(for: host).map { .publicKey($0) }
            comparesKeys = true
            expires = policy.expiry(for: host)
        case let policy as AndroidNetworkPolicy:
            let configuration = policy.configuration(for: HostName(host).compared).configuration
            pins = (configuration.pins ?? []).map { .publicKey($0) }
            comparesKeys = true
            expires = configuration.pinsEnd
        case let policy as PinnedDomains:
            pins = policy.hashes(for: host).map { .publicKey($0) }
            comparesKeys = true
        default: break
        }
        // The system's own pins stand beside those of any policy.
        if let system = profile.pinnedDomains, profile.policy.base as? PinnedDomains == nil {
            comparesKeys = comparesKeys || pins.isEmpty
            pins += system.hashes(for: host).map { .publicKey($0) }
        }
        var seen: Set<Pin> = []
        self.pins = pins.filter { seen.insert($0).inserted }
        self.comparesKeys = comparesKeys
        self.expires = expires
    }

    /// The pins of a policy for whatever host, as `TrustPolicy.take(pins:)` takes them.
    static func all(of policy: any TrustPolicy) -> [Pin] {
        switch policy {
        case let policy as AFSecurityPolicy: policy.pins
        case let manager as AFSessionManager: manager.policy.pins
        case let policy as AlamofirePolicy:
            ((policy.hosts.map { Array($0.values) } ?? []) + [policy.evaluator].compactMap { $0 })
                .flatMap { pins(of: $0).0 }
        default: []
        }
    }

    /// The pinned certificates.
    public var certificates: [Certificate] {
        pins.compactMap { if case .certificate(let certificate) = $0 { certificate } else { nil } }
    }

    /// The hashes of the pinned keys, those of pinned certificates included.
    public var keys: Set<SHA256Digest> { Set(pins.compactMap(\.publicKeySHA256)) }

    private static func pins(of evaluator: AlamofireEvaluator) -> ([Pin], Bool) {
        switch evaluator {
        case .pinnedCertificates(let certificates, _, _): (certificates.map { .certificate($0) }, false)
        case .publicKeys(let keys, _): (keys.map { .publicKey($0) }, true)
        case .composite(let evaluators):
            evaluators.map(pins(of:)).reduce(([], false)) { ($0.0 + $1.0, $0.1 || $1.1) }
        case .default, .revocation, .disabled: ([], false)
        }
    }
}

extension ClientProfile {
    /// NSPinnedDomains, as the policy or as a key of App Transport Security; nil where there is none.
    var pinnedDomains: PinnedDomains? {
        (policy.base as? PinnedDomains) ?? transportSecurity?.keys?.pinnedDomains.map { PinnedDomains(domains: $0) }
    }
}

extension AlamofireEvaluator {
    /// Whether it asks for revocation.
    var checksRevocation: Bool {
        switch self {
        case .revocation: true
        case .composite(let evaluators): evaluators.contains(where: \.checksRevocation)
        case .default, .pinnedCertificates, .publicKeys, .disabled: false
        }
    }
}
