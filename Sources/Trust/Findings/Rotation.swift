import Diagnosis
import Foundation

/// What time does to a client's trust in one server: when it ends by itself, and what a renewal does to it.
public struct Rotation: Hashable, Sendable, Codable {
    /// Where one pin holds.
    public struct PinPlace: Hashable, Sendable, Codable {
        /// The pin: `sha256//…` of its key.
        public var pin: String
        /// Index of the certificate on the path that it equals; nil for one that is on none, a backup.
        public var member: Int?
        /// That certificate's subject.
        public var subject: String?
        /// Until when; nil for a pin on a key, which outlives its certificate.
        public var ends: Date?
    }

    /// What a renewal comes to.
    public struct Row: Hashable, Sendable, Codable {
        /// The renewal.
        public var row: HonestRow
        /// Whether the client goes on.
        public var isAccepted: Bool
        /// What decided.
        public var reason: String
        /// The pins that hold then; empty where none does, or none is compared.
        public var pins: [String]
    }

    /// Whether the client accepts the chain now.
    public var isAccepted: Bool
    /// The first moment at which it does no longer; nil when no date of the chain ends it.
    public var ends: Date?
    /// Days until then.
    public var days: Int?
    /// What ends it.
    public var reason: String
    /// The pins and where they hold.
    public var pins: [PinPlace]
    /// Whether a pin is left when the leaf and its key are new.
    public var hasBackup: Bool
    /// The renewals.
    public var rows: [Row]

    /// Works it out.
    ///
    /// - Parameters:
    ///   - request: the question about the chain, complete, its policy that of the profile.
    ///   - urlHost: the host that was asked for.
    ///   - material: what a renewed server would present, issued by whoever has the keys for it.
    public init(_ request: EvaluationRequest, profile: ClientProfile, urlHost: String?, material: AttackMaterial) {
        let now = Self.decide(request, profile)
        isAccepted = now.isAccepted
        let host = urlHost ?? material.host
        let inventory = PinInventory(profile, host: host)
        let known = Self.known(request, inventory)
        let path = Self.path(now.evaluation, known)
        (ends, reason) = Self.end(request, profile, now, known)
        days = ends.map { Int(($0.timeIntervalSince(request.date) / 86_400).rounded(.down)) }
        pins = Self.places(inventory, path)
        let renewal = Renewal(request, profile: profile, host: host, path: path, material: material)
        rows = HonestRow.allCases.map { renewal.row($0) }
        hasBackup = rows.first { $0.row == .newLeafNewKey }?.pins.isEmpty == false
    }

    fileprivate struct Decided {
        var isAccepted: Bool
        var evaluation: Evaluation?
    }

    fileprivate static func decide(_ request: EvaluationRequest, _ profile: ClientProfile) -> Decided {
        let decision = Decider.serverTrust(request, profile: profile)
        guard let answer = decision.answers.first else {
            return Decided(isAccepted: false, evaluation: decision.evaluation)
        }
        let effect =
            Decider.refusalBeforeChallenge(request, decision: decision)
            ?? Decider.effect(of: answer, serverTrust: request, decision: decision, delegate: profile.delegate)
        return Decided(isAccepted: effect.proceeds, evaluation: decision.evaluation)
    }

    /// Every certificate that can be on a path; a pin or a file of the app is its anchor where the client makes it one.
    private static func known(_ request: EvaluationRequest, _ inventory: PinInventory) -> [SHA256Digest: Certificate] {
        let anchors = request.anchors.app + request.anchors.user + request.anchors.system
        let files = request.bundle?.files.values.compactMap { file in
            if case .certificate(let certificate) = file { certificate } else { nil }
        }
        let all =
            request.chain.compactMap(\.certificate) + request.furtherIssuers + anchors + inventory.certificates
            + (files ?? [])
        return Dictionary(all.map { ($0.sha256, $0) }) { first, _ in first }
    }

    private static func path(_ evaluation: Evaluation?, _ known: [SHA256Digest: Certificate]) -> [Certificate] {
        evaluation?.path.compactMap { known[$0] } ?? []
    }

    /// The first date of a certificate at hand on which the answer turns.
    private static func end(
        _ request: EvaluationRequest,
        _ profile: ClientProfile,
        _ now: Decided,
        _ known: [SHA256Digest: Certificate]
    ) -> (Date?, String) {
        guard now.isAccepted else { return (request.date, now.evaluation?.reason ?? "It is refused now.") }
        let all = request.chain.compactMap(\.certificate) + path(now.evaluation, known)
        let ends = Set(all.map { $0.notAfter.addingTimeInterval(1) }).filter { $0 > request.date }.sorted()
        for date in ends {
            var later = request
            later.date = date
            let then = decide(later, profile)
            if !then.isAccepted { return (date, then.evaluation?.reason ?? "It is refused then.") }
        }
        return (nil, "No date of the chain ends it.")
    }

    private static func places(_ inventory: PinInventory, _ path: [Certificate]) -> [PinPlace] {
        inventory.pins.compactMap { pin in
            guard let key = pin.publicKeySHA256 else { return nil }
            let index = path.firstIndex { member in
                if case .certificate(let certificate) = pin, !inventory.comparesKeys { return member == certificate }
                return member.publicKeySHA256 == key
            }
            var place = PinPlace(pin: key.pin, member: index, subject: index.map { path[$0].subject.shortText })
            if case .certificate(let certificate) = pin, !inventory.comparesKeys { place.ends = certificate.notAfter }
            return place
        }
    }
}

/// The renewals of one server, played through with a victim's certificates in the place of the server's own.
private struct Renewal {
    let judge: AttackJudge
    let inventory: PinInventory
    let material: AttackMaterial

    init(
        _ request: EvaluationRequest,
        profile: ClientProfile,
        host: String,
        path: [Certificate],
        material: AttackMaterial
    ) {
        let transplant = Transplant(path: path, host: host, to: material)
        let changed = transplant.profile(profile)
        var anchors = transplant.anchors(request.anchors)
        var system = request
        system.policy = .system
        system.flow = nil
        // Where the system does not know the server's root, it knows the victim's neither.
        let isKnown = Evaluator.evaluate(system).verdict == .accept
        anchors.system = isKnown ? material.systemAnchors : [material.stranger].compactMap { $0 }
        anchors.systemStore = nil
        judge = AttackJudge(
            AuditSubject(
                profile: changed,
                anchors: anchors,
                bundle: transplant.bundle(request.bundle ?? BundleSnapshot()),
                date: material.date(near: request.date)
            ),
            material
        )
        inventory = PinInventory(changed, host: material.host)
        self.material = material
    }

    func row(_ row: HonestRow) -> Rotation.Row {
        let outcome = judge.outcome(of: row)
        let chain = material.honest[row]?.chain.compactMap(\.certificate) ?? []
        let members =
            chain
            + [material.authority].compactMap { $0 }.filter { root in
                chain.contains { $0.issuer.der == root.subject.der }
            }
        let held = inventory.pins.filter { pin in
            members.contains { member in
                if case .certificate(let certificate) = pin, !inventory.comparesKeys { return member == certificate }
                return member.publicKeySHA256 == pin.publicKeySHA256
            }
        }
        return Rotation.Row(
            row: row,
            isAccepted: outcome.isThrough,
            reason: outcome.reason,
            pins: held.compactMap { $0.publicKeySHA256?.pin }
        )
    }
}
