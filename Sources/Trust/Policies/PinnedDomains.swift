import Diagnosis
import Foundation

/// NSPinnedDomains of an Info.plist, evaluated together with the SSL policy and the host (SecPolicy.c).
public struct PinnedDomains: TrustPolicy {
    /// `pinnedDomains`
    public static let kind = "pinnedDomains"

    /// The dictionary: domain, then NSIncludesSubdomains, NSPinnedLeafIdentities and NSPinnedCAIdentities.
    public var domains: [String: PropertyValue]

    /// A policy with such a dictionary.
    public init(domains: [String: PropertyValue]) { self.domains = domains }

    /// `NSPinnedDomains`
    public var title: String { "NSPinnedDomains" }

    /// How many domains are pinned.
    public var words: [PolicyWord] { [PolicyWord("\(domains.count) domain\(domains.count == 1 ? "" : "s")")] }

    /// The system's evaluation, then the leaf's list and the authorities' list, where there are such.
    public func judge(_ trust: inout TrustEvaluation) -> PolicyJudgement {
        let outcome = trust.evaluate(trust.sslKind)
        let lettingBy: @Sendable (RuleResult) -> String = { _ in "the policy does not ask" }
        guard outcome.holds else {
            return PolicyJudgement(
                .refuse,
                step: step(1, "the system evaluates"),
                outcome: outcome,
                pin: .notAsked("not reached: the system refused"),
                lettingBy: lettingBy
            )
        }
        guard let name = trust.memo.host?.compared, let entry = entry(for: name) else {
            return PolicyJudgement(
                .accept,
                step: step(1, "the system evaluates; no entry is for this host"),
                outcome: outcome,
                pin: .notAsked("no entry of NSPinnedDomains is for this host"),
                because: "the system's evaluation succeeds, and no entry of NSPinnedDomains is for this host",
                lettingBy: lettingBy
            )
        }
        let members = outcome.path?.members ?? []
        let lists = [
            ("NSPinnedLeafIdentities", members.prefix(1)), ("NSPinnedCAIdentities", members.dropFirst()),
        ]
        var matched: Certificate?
        for (key, candidates) in lists {
            guard let value = entry.dictionary?[key] else { continue }
            let hashes = Self.pins(value)
            guard let member = candidates.first(where: { hashes.contains($0.publicKeySHA256) }) else {
                let comparison = PinComparison(
                    pins: hashes.map { .publicKey($0) },
                    path: outcome.path,
                    presented: trust.request.chain,
                    numbers: trust.memo.certificates(with: outcome.path)
                )
                let problem: Problem =
                    hashes.isEmpty ? .pinEmpty(mode: key, expectedIn: "Info.plist") : comparison.mismatch(byKey: true)
                return PolicyJudgement(
                    .refuse,
                    step: step(2, "\(key) must hold a key of the chain"),
                    outcome: outcome,
                    objection: .init(check: .pin, problem: problem),
                    lettingBy: lettingBy
                )
            }
            matched = matched ?? member
        }
        return PolicyJudgement(
            .accept,
            step: step(2, "the lists hold keys of the chain"),
            outcome: outcome,
            pin: matched.map { .matched($0, pin: $0.publicKeySHA256.pin) } ?? .notAsked("the entry has no list"),
            because: matched == nil
                ? "the system's evaluation succeeds, and the entry pins nothing"
                : "the system's evaluation succeeds, and the pinned keys are in the chain",
            lettingBy: lettingBy
        )
    }

    private func step(_ number: Int, _ text: String) -> DecidingStep {
        DecidingStep(flow: "NSPinnedDomains", number: number, text: text)
    }

    /// The key of the entry for a name: its own, else that of its immediate parent where it includes subdomains.
    func entryName(for name: String) -> String? {
        let keys = Dictionary(domains.keys.sorted().map { ($0.lowercased(), $0) }) { first, _ in first }
        if let own = keys[name] { return own }
        guard let dot = name.firstIndex(of: "."), let parent = keys[String(name[name.index(after: dot)...])],
            domains[parent]?.dictionary?["NSIncludesSubdomains"]?.isTrue == true
        else { return nil }
        return parent
    }

    private func entry(for name: String) -> PropertyValue? { entryName(for: name).flatMap { domains[$0] } }

    /// The pinned hashes for a host, of both lists; empty where it is not pinned.
    func hashes(for host: String) -> [SHA256Digest] {
        let lists = lists(for: host)
        return lists.leaf + lists.authorities
    }

    /// The pinned hashes for a host, list by list, each in order of their text.
    func lists(for host: String) -> (leaf: [SHA256Digest], authorities: [SHA256Digest]) {
        let entry = entry(for: HostName(host).compared)?.dictionary
        return (
            entry?["NSPinnedLeafIdentities"].map(Self.pins) ?? [], entry?["NSPinnedCAIdentities"].map(Self.pins) ?? []
        )
    }

    /// The hashes of a list, in order of their text; what is no dictionary with a hash in it is skipped, and what is no list
    /// holds none.
    public static func pins(_ list: PropertyValue) -> [SHA256Digest] {
        Set((list.array ?? []).compactMap(hash)).sorted { $0.hex < $1.hex }
    }

    /// The hash of an entry of a list; nil when it is no dictionary with a hash in it.
    static func hash(_ entry: PropertyValue) -> SHA256Digest? {
        guard let text = entry.dictionary?["SPKI-SHA256-BASE64"]?.string, let data = Data(base64Encoded: text) else {
            return nil
        }
        return SHA256Digest(bytes: [UInt8](data))
    }
}
