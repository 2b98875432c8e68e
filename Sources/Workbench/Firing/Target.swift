import Diagnosis
import Lab
import RequestEngine

/// Where a request goes: its address, and whether that is in the lab.
struct Target: Sendable {
    /// Whose anchors stand for the system's.
    enum Place: Hashable, Sendable {
        /// The lab: its "public" root.
        case lab
        /// Anywhere else: this machine's store.
        case outside
    }

    var url: RequestURL
    var place: Place
    /// The address to connect to, where it is not the URL's.
    var connectTo: RequestURL?
    /// The lab's scenario, where it is one.
    var scenario: String?
}

extension Bench {
    /// Whether an address names the lab, told without starting it.
    public static func namesLab(_ address: String) -> Bool {
        if let url = try? RequestURL(address), LabNames.contains(url.host) { return true }
        return knownScenarios.contains(address)
    }

    /// The host of an address: that of the lab's scenario where it names one.
    ///
    /// - Throws: as firing it would.
    public func host(of address: String) throws(Problem) -> String { try target(address).url.host }

    /// The address that a text stands for.
    ///
    /// - Throws: as firing it would.
    func url(of address: String) throws(Problem) -> RequestURL { try target(address).url }

    /// Finds where an address leads; a name of the lab waits for the lab.
    ///
    /// A scenario's exact name is the scenario, also where it has a dot: `tls-1.0` is no host.
    ///
    /// - Throws: `url.malformed`, `option.unknown` for a scenario that does not exist, and why the lab cannot start.
    func target(_ address: String) throws(Problem) -> Target {
        let text = address.trimmingPrefix { $0 == " " }
        if Self.knownScenarios.contains(String(text)) { return try labTarget(String(text)) }
        // A mistyped scenario is likelier than a host without a dot.
        if Self.isBareName(text), text != "localhost",
            NearestName.to(String(text), among: Self.knownScenarios) != nil
        {
            throw unknownScenario(String(text))
        }
        let url = try RequestURL(String(text))
        if LabNames.contains(url.host) {
            let lab = try waitForLab()
            guard let address = lab.resolve(host: url.host) else { throw unknownScenario(url.host) }
            var target = Target(url: url, place: .lab)
            target.connectTo = try RequestURL(hostAndPort: "\(address.address):\(address.port)")
            target.scenario = lab.scenario(host: url.host, port: address.port)?.name
            return target
        }
        if let scenario = lab?.scenario(host: url.host, port: url.port) {
            return Target(url: url, place: .lab, connectTo: nil, scenario: scenario.name)
        }
        return Target(url: url, place: .outside)
    }

    private func labTarget(_ name: String) throws(Problem) -> Target {
        let lab = try waitForLab()
        guard let scenario = lab.scenario(named: name) else { throw unknownScenario(name) }
        let url = try RequestURL(scenario.url)
        var target = Target(url: url, place: .lab, connectTo: nil, scenario: name)
        if LabNames.contains(url.host) { target.connectTo = try RequestURL(hostAndPort: "127.0.0.1:\(scenario.port)") }
        return target
    }

    private func unknownScenario(_ name: String) -> Problem {
        let suffix = LabNames.suffix
        let bare = name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
        return .unknownName("scenario", bare, known: Self.knownScenarios, list: "countersign lab --list")
    }

    private static let knownScenarios: [String] = ((try? LabRecipe.installed())?.scenarios ?? []).map(\.name)

    private static func isBareName(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && !text.contains { ".:/?#@".contains($0) || $0.isWhitespace }
    }
}
