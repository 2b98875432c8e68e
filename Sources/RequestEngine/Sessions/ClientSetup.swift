import Foundation
import Trust

/// A client ready to answer: its profile, and what the profile names, read and opened.
///
/// Connections are shared by requests of equal setups only (unless answers are kept as on iOS).
public struct ClientSetup: Sendable {
    /// Policy or flow, rules, answers, TLS range.
    public var profile: ClientProfile
    /// The anchors that the profile chooses: the system's (here: of this machine, or the lab's), and those of its files.
    public var anchors: Anchors
    /// The files that a flow reads, as they were when the setup was made.
    public var bundle: BundleSnapshot
    /// The identities that are open; the profile's file first.
    public var identities: [Identity]
    /// The time at which chains are judged; nil is the time of the challenge.
    public var judgedAt: Date?

    /// A setup of known parts.
    public init(
        profile: ClientProfile,
        anchors: Anchors = Anchors(),
        bundle: BundleSnapshot = BundleSnapshot(),
        identities: [Identity] = [],
        judgedAt: Date? = nil
    ) {
        self.profile = profile
        self.anchors = anchors
        self.bundle = bundle
        self.identities = identities
        self.judgedAt = judgedAt
    }

    /// The client as it judges a proxy's certificate.
    func judging(_ proxy: Proxy) -> ClientSetup {
        ClientSetup(
            profile: profile.judgingProxies,
            anchors: proxy.anchors.map { Anchors(app: $0, appOnly: true) } ?? anchors,
            judgedAt: judgedAt
        )
    }

    /// The open identity that a summary stands for.
    func identity(for summary: IdentitySummary) -> Identity? {
        identities.first { $0.leaf.sha256 == summary.leaf && $0.file == summary.file }
            ?? identities.first { $0.leaf.sha256 == summary.leaf }
    }
}

extension ClientSetup: Hashable {
    /// Two setups are equal when they would give the same answers.
    public static func == (left: ClientSetup, right: ClientSetup) -> Bool {
        left.profile == right.profile && left.judgedAt == right.judgedAt && left.anchors == right.anchors
            && left.bundle == right.bundle
            && left.identities.elementsEqual(right.identities) { one, other in
                one === other || (one.leaf == other.leaf && one.chain == other.chain && one.file == other.file)
            }
    }

    /// Hashes the profile and the identities; the other parts are left to the comparison.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(profile)
        for identity in identities { hasher.combine(identity.leaf) }
    }
}
