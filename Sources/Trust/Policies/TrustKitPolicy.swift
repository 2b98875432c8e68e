import Diagnosis
import Foundation

/// TrustKit's pinning policy (TSKPinningValidator.m, configuration_utils.m, ssl_pin_verifier.m).
public struct TrustKitPolicy: TrustPolicy {
    /// `trustKit`
    public static let kind = "trustKit"

    /// TSKPinnedDomains.
    public var domains: [String: Domain]

    /// What is set for one domain.
    public struct Domain: Hashable, Sendable, Codable {
        /// TSKPublicKeyHashes: base64 of the SHA-256 of public keys.
        public var publicKeyHashes: [String]?
        /// TSKEnforcePinning; yes unless set.
        public var enforcesPinning: Bool?
        /// TSKIncludeSubdomains; no unless set.
        public var includesSubdomains: Bool?
        /// TSKExcludeSubdomainFromParentPolicy.
        public var isExcluded: Bool?
        /// TSKExpirationDate: `yyyy-MM-dd`.
        public var expirationDate: String?

        /// An entry; what is not given is not set.
        public init(
            publicKeyHashes: [String]? = nil,
            enforcesPinning: Bool? = nil,
            includesSubdomains: Bool? = nil,
            isExcluded: Bool? = nil,
            expirationDate: String? = nil
        ) {
            self.publicKeyHashes = publicKeyHashes
            self.enforcesPinning = enforcesPinning
            self.includesSubdomains = includesSubdomains
            self.isExcluded = isExcluded
            self.expirationDate = expirationDate
        }

        private enum CodingKeys: String, CodingKey {
            case publicKeyHashes = "TSKPublicKeyHashes"
            case enforcesPinning = "TSKEnforcePinning"
            case includesSubdomains = "TSKIncludeSubdomains"
            case isExcluded = "TSKExcludeSubdomainFromParentPolicy"
            case expirationDate = "TSKExpirationDate"
        }
    }

    /// A policy with such a table.
    public init(domains: [String: Domain]) { self.domains = domains }

    /// `TrustKit`
    public var title: String { "TrustKit" }

    /// How many domains are pinned.
    public var words: [PolicyWord] { [PolicyWord("\(domains.count) domain\(domains.count == 1 ? "" : "s")")] }

    /// `evaluateTrust:forHostname:`, step by step.
    public func judge(_ trust: inout TrustEvaluation) -> PolicyJudgement {
        if let problem = configurationProblem {
            return objection(step(0, "read the configuration"), nil, .pin, problem)
        }
        guard let host = trust.request.host else {
            return objection(
                step(1, "trust or host missing: block"),
                nil,
                .policy,
                .policyWithoutHost(policy: "TrustKit")
            )
        }
        guard let domain = domain(for: host, at: trust.request.date) else {
            return PolicyJudgement(
                .notPinned,
                step: step(2, "no entry for the host, or it has ended, or it is excluded"),
                outcome: trust.system,
                pin: .notAsked("the host is not pinned"),
                because: "TrustKit has no policy for this host: default handling applies",
                lettingBy: lettingBy
            )
        }
        let outcome = trust.evaluate(trust.sslKind)
        guard outcome.holds else {
            return PolicyJudgement(
                .refuse,
                step: step(3, "an SSL policy with the host, evaluate: an invalid chain is blocked, enforced or not"),
                outcome: outcome,
                pin: .notAsked("not reached: the chain is invalid"),
                lettingBy: lettingBy
            )
        }
        return judgePins(domain, outcome, trust)
    }

    private func judgePins(_ domain: Domain, _ outcome: PathOutcome, _ trust: TrustEvaluation) -> PolicyJudgement {
        let pins = (domain.publicKeyHashes ?? []).compactMap(Self.digest)
        let numbers = trust.memo.certificates(with: outcome.path)
        let walk = step(4, "hash the keys of the built chain, root first, until one is pinned")
        for member in (outcome.path?.members ?? []).reversed() {
            guard Self.isKnown(member.key) else {
                let label = CertificateLabel(number: numbers.number(member), subject: member.subject.shortText)
                return objection(
                    walk,
                    outcome,
                    .pin,
                    .pinKeyType(label, key: member.key.description, known: Self.knownKeys)
                )
            }
            if pins.contains(member.publicKeySHA256) {
                return PolicyJudgement(
                    .accept,
                    step: walk,
                    outcome: outcome,
                    pin: .matched(member, pin: member.publicKeySHA256.pin),
                    because: "the key of \(member.subject.shortText) in the built chain is pinned",
                    lettingBy: lettingBy
                )
            }
        }
        let none = step(5, "no key is pinned: block, or report where pinning is not enforced")
        guard domain.enforcesPinning ?? true else {
            return PolicyJudgement(
                .accept,
                step: none,
                outcome: outcome,
                pin: .notAsked("no key is pinned, and pinning is not enforced: reported only"),
                because: "no key is pinned, and pinning is not enforced",
                lettingBy: lettingBy
            )
        }
        let comparison = PinComparison(
            pins: pins.map { .publicKey($0) },
            path: outcome.path,
            presented: trust.request.chain,
            numbers: numbers
        )
        return objection(none, outcome, .pin, comparison.mismatch(byKey: true))
    }
}

extension TrustKitPolicy {
    private var lettingBy: @Sendable (RuleResult) -> String { { _ in "TrustKit does not ask" } }

    private func step(_ number: Int, _ text: String) -> DecidingStep {
        DecidingStep(flow: "TrustKit", number: number, text: text)
    }

    private func objection(_ step: DecidingStep, _ outcome: PathOutcome?, _ check: CheckID, _ problem: Problem)
        -> PolicyJudgement
    {
        PolicyJudgement(
            .refuse,
            step: step,
            outcome: outcome,
            objection: .init(check: check, problem: problem),
            lettingBy: lettingBy
        )
    }

    /// What makes TrustKit raise an exception while it reads its configuration, so that nothing is ever sent.
    private var configurationProblem: Problem? {
        for (name, domain) in domains.sorted(by: { $0.key < $1.key }) {
            if domain.isExcluded == true {
                let hasParent = domains.contains { Self.isBelow(name, $0.key) && $0.value.isExcluded != true }
                if !hasParent {
                    return .pinFormat(name, fault: "it is excluded from a parent's policy, and has no parent")
                }
                continue
            }
            let hashes = domain.publicKeyHashes ?? []
            if let bad = hashes.first(where: { Self.digest($0) == nil }) {
                return .pinFormat(bad, fault: "it is not 32 bytes in base64")
            }
            let wanted = domain.enforcesPinning ?? true ? 2 : 1
            if Set(hashes).count < wanted {
                return .pinFormat(
                    name,
                    fault: "it has \(Set(hashes).count) distinct pins, and TrustKit wants \(wanted)"
                )
            }
            if domain.includesSubdomains == true, PublicSuffixes.isRegistrySuffix(name) {
                return .pinFormat(name, fault: "it is a public suffix, under which subdomains cannot be included")
            }
        }
        return nil
    }

    /// The name of the entry for a host: its own, else the longest one above it that includes subdomains; nil without any.
    func entryName(for host: String) -> String? {
        if domains[host] != nil { return host }
        return domains.filter { $0.value.includesSubdomains == true && Self.isBelow(host, $0.key) }
            .max { $0.key.count < $1.key.count }?.key
    }

    /// The entry for a host; nil when none is in force.
    private func domain(for host: String, at date: Date) -> Domain? {
        guard let domain = entryName(for: host).flatMap({ domains[$0] }), domain.isExcluded != true else { return nil }
        if let text = domain.expirationDate, let end = UTC.date(rfc3339: text + "T00:00:00Z"), end <= date {
            return nil
        }
        return domain
    }

    /// The pinned hashes in force for a host, whatever the date; empty where it is not pinned.
    func hashes(for host: String) -> [SHA256Digest] {
        (domain(for: host, at: .distantPast)?.publicKeyHashes ?? []).compactMap(Self.digest)
    }

    /// The day from which a host counts as not pinned; nil where there is none.
    func expiry(for host: String) -> Date? {
        domain(for: host, at: .distantPast)?.expirationDate.flatMap { UTC.date(rfc3339: $0 + "T00:00:00Z") }
    }

    private static func isBelow(_ name: String, _ parent: String) -> Bool { name.hasSuffix("." + parent) }

    static func digest(_ text: String) -> SHA256Digest? {
        Data(base64Encoded: text).flatMap { SHA256Digest(bytes: [UInt8]($0)) }
    }

    private static let knownKeys = ["RSA 2048", "RSA 3072", "RSA 4096", "EC P-256", "EC P-384"]

    private static func isKnown(_ key: Certificate.KeyKind) -> Bool { knownKeys.contains(key.description) }
}
