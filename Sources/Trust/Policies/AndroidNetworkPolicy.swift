import Diagnosis
import Foundation

/// What an Android network security configuration says about trust, host by host
/// (developer.android.com/privacy-and-security/security-config).
///
/// The chain itself is judged by the rules chosen here; Android's own verifier is not modelled.
public struct AndroidNetworkPolicy: TrustPolicy {
    /// `androidNetworkSecurity`
    public static let kind = "androidNetworkSecurity"

    /// What holds for hosts that no domain names.
    public var base: Configuration
    /// What holds for named hosts; parts inherited from an outer configuration are filled in.
    public var domains: [DomainConfiguration]

    /// One configuration: its anchors and pins.
    public struct Configuration: Hashable, Sendable, Codable {
        /// trust-anchors; the system's alone unless set.
        public var anchors: [AnchorSource]
        /// The hashes of pin-set, SHA-256 of public keys; nil without a pin-set.
        public var pins: [SHA256Digest]?
        /// The day from which the pins no longer count, `yyyy-MM-dd`; nil for no end.
        public var pinsExpire: String?
        /// cleartextTrafficPermitted, as it is written.
        public var allowsCleartext: Bool?

        /// The first moment at which the pins no longer count; nil for no end.
        var pinsEnd: Date? { pinsExpire.flatMap { UTC.date(rfc3339: $0 + "T00:00:00Z") } }

        /// The system's anchors and no pins.
        public init(anchors: [AnchorSource] = [AnchorSource(.system)], pins: [SHA256Digest]? = nil) {
            self.anchors = anchors
            self.pins = pins
        }
    }

    /// A configuration and the hosts that it is for.
    public struct DomainConfiguration: Hashable, Sendable, Codable {
        /// The hosts.
        public var names: [Name]
        /// What holds for them.
        public var configuration: Configuration

        /// Whether one of its names is a host's, or above it.
        func covers(_ host: String) -> Bool {
            names.contains { $0.name == host || $0.includesSubdomains && host.hasSuffix("." + $0.name) }
        }

        /// A host of a domain-config.
        public struct Name: Hashable, Sendable, Codable {
            /// The host as written, in lower case.
            public var name: String
            /// includeSubdomains: names of any depth below.
            public var includesSubdomains: Bool
        }
    }

    /// Where anchors come from.
    public struct AnchorSource: Hashable, Sendable, Codable {
        /// The value of `src`.
        public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
            /// Built in.
            case system
            /// Installed by the user.
            case user
            /// A resource of the app.
            case resource
        }

        /// Which anchors.
        public var kind: Kind
        /// For a resource: its certificates, PEM.
        public var certificates: [String]?
        /// overridePins: chains that end there are not compared with pins.
        public var overridesPins: Bool

        /// A source; a resource brings its certificates.
        public init(_ kind: Kind, certificates: [String]? = nil, overridesPins: Bool = false) {
            self.kind = kind
            self.certificates = certificates
            self.overridesPins = overridesPins
        }
    }

    /// A configuration.
    public init(base: Configuration = Configuration(), domains: [DomainConfiguration] = []) {
        self.base = base
        self.domains = domains
    }

    /// `Android`
    public var title: String { "Android" }

    /// Whose anchors count for hosts that are not named, and how many are.
    public var words: [PolicyWord] {
        let user = base.anchors.contains { $0.kind == .user }
        return [
            PolicyWord("anchors: " + base.anchors.map(\.kind.rawValue).joined(separator: " + "), loosens: user),
            PolicyWord("\(domains.count) domain-config\(domains.count == 1 ? "" : "s")"),
        ]
    }
}

extension AndroidNetworkPolicy {
    /// The host's configuration, its anchors, then its pins.
    public func judge(_ trust: inout TrustEvaluation) -> PolicyJudgement {
        let (name, configuration) = configuration(for: trust.memo.host?.compared)
        let lettingBy: @Sendable (RuleResult) -> String = { _ in "the configuration does not ask" }
        let request = trust.request
        func anchors(_ kind: AnchorSource.Kind) -> Bool { configuration.anchors.contains { $0.kind == kind } }
        let resources = configuration.anchors.flatMap { $0.certificates ?? [] }
            .compactMap { PresentedCertificate(text: $0).certificate }
        trust.setAnchors(
            Anchors(
                app: resources,
                user: anchors(.user) ? request.anchors.user : [],
                system: anchors(.system) ? request.anchors.system : []
            )
        )
        let outcome = trust.evaluate(trust.sslKind)
        guard outcome.holds else {
            return PolicyJudgement(
                .refuse,
                step: step(2, "the chain must end at an anchor of \(name)"),
                outcome: outcome,
                pin: .notAsked("not reached: the chain is refused"),
                lettingBy: lettingBy
            )
        }
        if let reason = Self.pinsDoNotCount(configuration, outcome, resources, at: request.date) {
            return PolicyJudgement(
                .accept,
                step: step(3, "pins of \(name): \(reason)"),
                outcome: outcome,
                pin: .notAsked(reason),
                because: "the evaluation succeeds with the anchors of \(name); \(reason)",
                lettingBy: lettingBy
            )
        }
        return comparePins(configuration.pins ?? [], outcome, trust, name, lettingBy)
    }

    private func comparePins(
        _ pins: [SHA256Digest],
        _ outcome: PathOutcome,
        _ trust: TrustEvaluation,
        _ name: String,
        _ lettingBy: @escaping @Sendable (RuleResult) -> String
    ) -> PolicyJudgement {
        let step = step(3, "a key of the built chain must be in the pin-set of \(name)")
        guard let member = outcome.path?.members.first(where: { pins.contains($0.publicKeySHA256) }) else {
            let comparison = PinComparison(
                pins: pins.map { .publicKey($0) },
                path: outcome.path,
                presented: trust.request.chain,
                numbers: trust.memo.certificates(with: outcome.path)
            )
            return PolicyJudgement(
                .refuse,
                step: step,
                outcome: outcome,
                objection: .init(check: .pin, problem: comparison.mismatch(byKey: true)),
                lettingBy: lettingBy
            )
        }
        return PolicyJudgement(
            .accept,
            step: step,
            outcome: outcome,
            pin: .matched(member, pin: member.publicKeySHA256.pin),
            because: "the key of \(member.subject.shortText) in the built chain is in the pin-set of \(name)",
            lettingBy: lettingBy
        )
    }

    private func step(_ number: Int, _ text: String) -> DecidingStep {
        DecidingStep(flow: "Android", number: number, text: text)
    }

    /// The configuration of a host: one that names it, else the longest name above it that includes subdomains.
    func configuration(for host: String?) -> (name: String, configuration: Configuration) {
        guard let host else { return ("base-config", base) }
        var best: (name: String, configuration: Configuration)?
        for domain in domains {
            for name in domain.names {
                if name.name == host { return (name.name, domain.configuration) }
                if name.includesSubdomains, host.hasSuffix("." + name.name), name.name.count > best?.name.count ?? 0 {
                    best = (name.name, domain.configuration)
                }
            }
        }
        return best ?? ("base-config", base)
    }

    /// Why the pins are not compared; nil when they are.
    private static func pinsDoNotCount(
        _ configuration: Configuration,
        _ outcome: PathOutcome,
        _ resources: [Certificate],
        at date: Date
    ) -> String? {
        guard let pins = configuration.pins, !pins.isEmpty else { return "there is no pin-set" }
        if let end = configuration.pinsEnd, end <= date { return "the pin-set has ended on \(UTC.day(end))" }
        let kind: AnchorSource.Kind? =
            switch outcome.path?.anchorKind {
            case .app?: .resource
            case .user?: .user
            case .system?: .system
            case nil: nil
            }
        let overrides = configuration.anchors.contains { $0.kind == kind && $0.overridesPins }
        return overrides ? "the anchor overrides pins" : nil
    }
}
