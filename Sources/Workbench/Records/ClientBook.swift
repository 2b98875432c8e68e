import Events
import Lab

/// Every client that the lab has met, told apart by address, TLS fingerprint and User-Agent, with what it did where.
///
/// A client that never sends a request never says its name: what it did is put down to the one named client of the same
/// address and fingerprint, or stays by itself where there are none or several.
public struct ClientBook: Sendable {
    /// What tells clients apart before they say their names.
    fileprivate struct Origin: Hashable, Sendable {
        var address: String
        var fingerprint: String?
        var isOurs: Bool
    }

    fileprivate struct Group: Sendable {
        var origin: Origin
        /// By name; the empty one for what was done without one.
        var clients: [(name: String, encounters: [Encounter])] = []
    }

    /// More different clients than that are not kept apart.
    private static let limit = 1000

    private var groups: [Group] = []
    private var places: [Origin: Int] = [:]

    /// An empty book.
    public init() {}

    /// Writes down a verdict of the lab; other events are passed over.
    public mutating func note(_ event: Event) {
        guard case .labVerdict(let facts) = event.kind else { return }
        let origin = Origin(
            address: Self.address(facts.peer),
            fingerprint: facts.fingerprint,
            isOurs: event.request != nil
        )
        if places[origin] == nil {
            guard groups.count < Self.limit else { return }
            places[origin] = groups.count
            groups.append(Group(origin: origin))
        }
        guard let place = places[origin] else { return }
        groups[place].add(facts)
    }

    /// The clients in the order in which they came.
    public var clients: [Client] { groups.flatMap(\.told) }

    /// A peer without its port.
    private static func address(_ peer: String) -> String {
        peer.lastIndex(of: ":").map { String(peer[..<$0]) } ?? peer
    }

    /// One client.
    public struct Client: Hashable, Sendable {
        /// Its User-Agent; nil when it never said one.
        public var userAgent: String?
        /// Where it came from: `127.0.0.1`.
        public var address: String
        /// A hash of its ClientHello's ciphers and extensions; nil without TLS.
        public var fingerprint: String?
        /// Whether these are requests of our own.
        public var isOurs: Bool
        /// What it did, a scenario each, in the order met.
        public var encounters: [Encounter]

        /// What it is called in a report.
        public var name: String {
            if isOurs { return "countersign (our own requests)" }
            guard let userAgent else { return fingerprint.map { "client \($0.prefix(8))" } ?? "client without TLS" }
            // It may call itself as it likes, but not as we call others.
            let isOurWord = ["countersign (", "client ", "\""].contains { userAgent.hasPrefix($0) }
            return isOurWord ? "\"\(userAgent)\" by its own account" : userAgent
        }
    }
}

extension ClientBook.Group {
    fileprivate mutating func add(_ facts: LabClientFacts) {
        // On one connection the name is known from the first request on.
        let name = facts.userAgent ?? ""
        let place = clients.firstIndex { $0.name == name } ?? clients.count
        if place == clients.count { clients.append((name, [])) }
        let known = clients[place].encounters.firstIndex { $0.scenario == facts.scenario }
        if let known {
            clients[place].encounters[known].add(facts)
        } else {
            clients[place].encounters.append(Encounter(facts))
        }
    }

    /// What was done without a name belongs to the only one that has one.
    fileprivate var told: [ClientBook.Client] {
        let named = clients.filter { !$0.name.isEmpty }
        let others = clients.first { $0.name.isEmpty }?.encounters ?? []
        guard named.count == 1 else {
            return named.map { client($0.name, $0.encounters) } + (others.isEmpty ? [] : [client(nil, others)])
        }
        return [client(named[0].name, Self.joined(named[0].encounters, others))]
    }

    private func client(_ name: String?, _ encounters: [Encounter]) -> ClientBook.Client {
        ClientBook.Client(
            userAgent: name,
            address: origin.address,
            fingerprint: origin.fingerprint,
            isOurs: origin.isOurs,
            encounters: encounters
        )
    }

    private static func joined(_ first: [Encounter], _ second: [Encounter]) -> [Encounter] {
        second.reduce(into: first) { all, one in
            if let place = all.firstIndex(where: { $0.scenario == one.scenario }) {
                all[place].add(one)
            } else {
                all.append(one)
            }
        }
    }
}
