import Diagnosis

/// Something that is wrong with a client, computed from the attacks that pass.
public struct Finding: Hashable, Sendable, Codable, Identifiable {
    /// One switch and the value it is to have.
    public struct Setting: Hashable, Sendable, Codable {
        /// The switch.
        public var name: String
        /// The value.
        public var value: String

        /// `validatesDomainName ON`.
        public var text: String { "\(name) \(value)" }
    }

    /// What it is.
    public var kind: FindingKind
    /// How bad it is.
    public var severity: Severity
    /// What is wrong, in one sentence.
    public var text: String
    /// The step of the policy or flow that lets it happen; nil where a file or setting does.
    public var step: DecidingStep?
    /// The switch or file that it is about, as it stands: `validatesDomainName OFF`, `client.p12`.
    public var place: String?
    /// The attacks that pass because of it, the cheapest first.
    public var attacks: [Attack.ID]
    /// What the attacker would read or get; nil where nothing is read.
    public var wouldRead: String?
    /// The fewest switches that close it while the honest server stays accepted; empty when none of one or two does.
    public var closing: [Setting]
    /// The number of the request that proved it; nil until then.
    public var proof: Int?

    /// Its kind.
    public var id: String { kind.rawValue }

    /// A finding of known parts; `text` passes the sanitiser.
    public init(
        _ kind: FindingKind,
        _ severity: Severity,
        text: String,
        step: DecidingStep? = nil,
        place: String? = nil,
        attacks: [Attack.ID] = [],
        wouldRead: String? = nil,
        closing: [Setting] = []
    ) {
        self.kind = kind
        self.severity = severity
        self.text = Sanitizer.line(text)
        self.step = step
        self.place = place.map(Sanitizer.line)
        self.attacks = attacks
        self.wouldRead = wouldRead
        self.closing = closing
    }

    /// The smallest closing change in words.
    public var closingText: String {
        closing.isEmpty ? "no one or two switches; \(kind.row.closes)" : closing.map(\.text).joined(separator: " + ")
    }

    /// `CWE-297, MASVS-NETWORK-1`; empty where neither has an entry.
    public var references: String {
        let row = kind.row
        return (row.weaknesses.map { "CWE-\($0)" } + [row.control.map { "MASVS-\($0)" }].compactMap { $0 })
            .joined(separator: ", ")
    }
}
