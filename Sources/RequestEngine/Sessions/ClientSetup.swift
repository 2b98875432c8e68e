import Foundation
import Trust

/// A client ready to answer: its profile, and what the profile names, read and opened.
///
/// Connections are shared by requests of equal setups only (unless answers are kept as on iOS).
public struct ClientSetup: Sendable {
    /// Policy or flow, rules, answers, TLS range.
    public var profile: ClientProfile
    /// The anchors that the profile chooses: the system's (here: of this machine, or the lab's), and those of its files.
    public var anchors: Anchors { didSet { index = AnchorIndex(anchors) } }
    /// The files that a flow reads, as they were when the setup was made.
    public var bundle: BundleSnapshot
    /// The identities that are open; the profile's file first.
    public var identities: [Identity]
    /// The time at which chains are judged; nil is the time of the challenge.
    public var judgedAt: Date?

    /// The anchors by subject, for naming those within reach of a chain.
    private(set) var index: AnchorIndex

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
        index = AnchorIndex(anchors)
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

/// Finds the system's anchors that a path from a chain could reach, without building paths.
struct AnchorIndex: Sendable {
    private var bySubject: [[UInt8]: [Certificate]] = [:]

    init(_ anchors: Anchors) {
        for anchor in anchors.system { bySubject[anchor.subject.der, default: []].append(anchor) }
    }

    /// The system's anchors that issued a member, or an anchor found so, by name.
    func withinReach(of chain: [Certificate]) -> [Certificate] {
        var found: [Certificate] = []
        var seen: Set<SHA256Digest> = []
        var wanted = chain.map(\.issuer.der) + chain.map(\.subject.der)
        var asked: Set<[UInt8]> = []
        while let name = wanted.popLast() {
            guard asked.insert(name).inserted else { continue }
            for anchor in bySubject[name] ?? [] where seen.insert(anchor.sha256).inserted {
                found.append(anchor)
                wanted.append(anchor.issuer.der)
            }
        }
        return found
    }
}
