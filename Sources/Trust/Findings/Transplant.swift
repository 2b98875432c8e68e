import Foundation

/// Puts the certificates of an audit in the place of those that a client pins: so that a policy made for any server can
/// be attacked with keys that we have.
///
/// A pin on the leaf becomes one on the victim's leaf, a pin on an authority one on the victim's authority; a pin that is
/// on neither stays what it is and goes on to match nothing.
public struct Transplant: Sendable {
    private let material: AttackMaterial
    private var certificates: [SHA256Digest: Certificate] = [:]
    private var keys: [SHA256Digest: SHA256Digest] = [:]
    /// The host whose rules are taken for the victim's.
    private let host: String

    /// From a path as a client built it, leaf first.
    public init(path: [Certificate], host: String, to material: AttackMaterial) {
        self.material = material
        self.host = host
        for (index, certificate) in path.enumerated() {
            let isLast = index == path.count - 1
            map(certificate, to: index == 0 ? material.goodChain.first : isLast ? material.authority : intermediate)
        }
    }

    /// From the pins of a client alone, whose server is not at hand: authorities stand for the victim's authority, other
    /// certificates for its leaf, and the first bare key hash for the leaf's key, or for the authority's where the client
    /// says that it is an authority's.
    public init(guessing profile: ClientProfile, bundle: BundleSnapshot, to material: AttackMaterial) {
        self.material = material
        host = Self.host(of: profile, victim: material.host) ?? material.host
        let inventory = PinInventory(profile, host: host)
        for certificate in inventory.certificates + Self.files(of: profile, in: bundle) {
            map(certificate, to: certificate.isAuthority ? material.authority : material.goodChain.first)
        }
        guard inventory.certificates.isEmpty else { return }
        if let lists = profile.pinnedDomains?.lists(for: host) {
            guess(lists.leaf, are: material.goodChain.first)
            guess(lists.authorities, are: material.authority)
        } else {
            guess(inventory.pins.compactMap(\.publicKeySHA256), are: material.goodChain.first)
        }
    }

    /// The first of the hashes stands for a certificate's key, unless one of them is of the victim's own.
    private mutating func guess(_ hashes: [SHA256Digest], are certificate: Certificate?) {
        let known = material.goodChain.map(\.publicKeySHA256) + [material.authority?.publicKeySHA256].compactMap(\.self)
        guard let first = hashes.first, let certificate, Set(known).isDisjoint(with: hashes) else { return }
        keys[first] = certificate.publicKeySHA256
    }

    /// Whether anything stands in the place of something else.
    public var changesAnything: Bool { !keys.isEmpty || host != material.host }

    private var intermediate: Certificate? { material.goodChain.dropFirst().first }

    private mutating func map(_ certificate: Certificate, to other: Certificate?) {
        guard let other, !material.goodChain.contains(certificate), certificate != material.authority else { return }
        certificates[certificate.sha256] = other
        keys[certificate.publicKeySHA256] = other.publicKeySHA256
    }

    /// The certificates that a flow reads, in the order of its files.
    private static func files(of profile: ClientProfile, in bundle: BundleSnapshot) -> [Certificate] {
        (profile.flow.flatMap(Flow.named)?.files ?? []).compactMap { name in
            if case .certificate(let certificate)? = bundle.files[name] { certificate } else { nil }
        }
    }

    /// A host that a policy has rules for, the victim where it has some for it; nil for a policy that is the same for
    /// every host.
    private static func host(of profile: ClientProfile, victim: String) -> String? {
        switch profile.policy.base {
        case let policy as AlamofirePolicy: policy.hosts?[victim] == nil ? policy.hosts?.keys.min() : victim
        case let policy as TrustKitPolicy where !policy.hashes(for: victim).isEmpty: victim
        case let policy as PinnedDomains where !policy.hashes(for: victim).isEmpty: victim
        case let policy as TrustKitPolicy:
            policy.domains.filter { $0.value.isExcluded != true }.keys.min()
        case let policy as PinnedDomains: policy.domains.keys.min()
        case let policy as AndroidNetworkPolicy:
            policy.domains.contains { $0.covers(victim) }
                ? victim : policy.domains.first { $0.configuration.pins != nil }?.names.first?.name
        default:
            profile.pinnedDomains.flatMap { $0.hashes(for: victim).isEmpty ? $0.domains.keys.min() : victim }
        }
    }
}

extension Transplant {
    /// A certificate in the place of another; itself where it stands for none.
    public func certificate(_ certificate: Certificate) -> Certificate {
        certificates[certificate.sha256] ?? certificate
    }

    /// The hash of a key in the place of another.
    func key(_ digest: SHA256Digest) -> SHA256Digest { keys[digest] ?? digest }

    /// The client with its pins exchanged.
    public func profile(_ profile: ClientProfile) -> ClientProfile {
        var profile = profile
        switch profile.policy.base {
        case var policy as AFSecurityPolicy:
            policy.pins = policy.pins.map(pin)
            profile.policy = Policy(policy)
        case var manager as AFSessionManager:
            manager.policy.pins = manager.policy.pins.map(pin)
            profile.policy = Policy(manager)
        case var policy as AlamofirePolicy:
            policy.evaluator = policy.evaluator.map(evaluator)
            policy.hosts = policy.hosts.map { hosts in
                hosts[host].map { [material.host: evaluator($0)] } ?? hosts
            }
            profile.policy = Policy(policy)
        case let policy as TrustKitPolicy: profile.policy = Policy(trustKit(policy))
        case let policy as PinnedDomains: profile.policy = Policy(pinnedDomains(policy))
        case let policy as AndroidNetworkPolicy: profile.policy = Policy(android(policy))
        default: break
        }
        if let domains = profile.transportSecurity?.keys?.pinnedDomains {
            profile.transportSecurity?.keys?.pinnedDomains = pinnedDomains(PinnedDomains(domains: domains)).domains
        }
        if case .other(let name) = profile.nameChecked, name == host { profile.nameChecked = .other(material.host) }
        return profile
    }

    /// The files of a bundle with their certificates exchanged.
    public func bundle(_ bundle: BundleSnapshot) -> BundleSnapshot {
        var bundle = bundle
        bundle.files = bundle.files.mapValues { content in
            if case .certificate(let found) = content { .certificate(certificate(found)) } else { content }
        }
        return bundle
    }

    /// The anchors with their certificates exchanged.
    public func anchors(_ anchors: Anchors) -> Anchors {
        var anchors = anchors
        anchors.app = anchors.app.map(certificate)
        anchors.user = anchors.user.map(certificate)
        return anchors
    }

    private func pin(_ pin: Pin) -> Pin {
        switch pin {
        case .certificate(let certificate): .certificate(self.certificate(certificate))
        case .publicKey(let digest): .publicKey(key(digest))
        case .unusable: pin
        }
    }

    private func evaluator(_ evaluator: AlamofireEvaluator) -> AlamofireEvaluator {
        switch evaluator {
        case .pinnedCertificates(let certificates, let acceptsSelfSigned, let validation):
            .pinnedCertificates(certificates.map(certificate), acceptsSelfSigned: acceptsSelfSigned, validation)
        case .publicKeys(let keys, let validation): .publicKeys(keys.map(key), validation)
        case .composite(let evaluators): .composite(evaluators.map { self.evaluator($0) })
        case .default, .revocation, .disabled: evaluator
        }
    }

    private func trustKit(_ policy: TrustKitPolicy) -> TrustKitPolicy {
        guard let name = policy.entryName(for: host), var domain = policy.domains[name] else { return policy }
        domain.publicKeyHashes = domain.publicKeyHashes?.map(hash)
        var domains = policy.domains
        domains[name] = nil
        domains[material.host] = domain
        return TrustKitPolicy(domains: domains)
    }

    private func pinnedDomains(_ policy: PinnedDomains) -> PinnedDomains {
        guard let name = policy.entryName(for: HostName(host).compared),
            case .dictionary(var entry)? = policy.domains[name]
        else { return policy }
        for list in ["NSPinnedLeafIdentities", "NSPinnedCAIdentities"] {
            guard case .array(let identities)? = entry[list] else { continue }
            entry[list] = .array(
                identities.map { identity in
                    guard case .dictionary(var parts) = identity, let text = parts["SPKI-SHA256-BASE64"]?.string else {
                        return identity
                    }
                    parts["SPKI-SHA256-BASE64"] = .string(hash(text))
                    return .dictionary(parts)
                }
            )
        }
        var domains = policy.domains
        domains[name] = nil
        domains[material.host] = .dictionary(entry)
        return PinnedDomains(domains: domains)
    }

    /// The configuration of the host, alone, for the victim; the configurations of others do not matter to it.
    private func android(_ policy: AndroidNetworkPolicy) -> AndroidNetworkPolicy {
        var configuration = policy.configuration(for: host).configuration
        configuration.pins = configuration.pins?.map(key)
        for index in configuration.anchors.indices {
            configuration.anchors[index].certificates = configuration.anchors[index].certificates?.map { text in
                PresentedCertificate(text: text).certificate.map { certificate($0).pem } ?? text
            }
        }
        let name = AndroidNetworkPolicy.DomainConfiguration.Name(name: material.host, includesSubdomains: false)
        return AndroidNetworkPolicy(base: policy.base, domains: [.init(names: [name], configuration: configuration)])
    }

    /// A hash in base64 in the place of another.
    private func hash(_ text: String) -> String {
        guard let digest = Data(base64Encoded: text).flatMap({ SHA256Digest(bytes: [UInt8]($0)) }) else { return text }
        let other = key(digest)
        return other == digest ? text : Data(other.bytes).base64EncodedString()
    }
}

extension Certificate {
    /// Whether it says that it is an authority.
    var isAuthority: Bool { basicConstraints?.isAuthority == true }
}
