/// What a scenario's pages know of the rest of the lab.
struct LabSite: Sendable {
    /// The port of each scenario that is served, by name.
    var ports: [String: Int]
    /// What challenges for a digest are made of: other for each lab.
    var nonce: String

    /// The address of another scenario in the form in which this one was reached; nil where it is not served.
    ///
    /// - Parameter host: the Host field of the request.
    func address(of scenario: String, asReachedBy host: String?, scheme: String = "https") -> String? {
        guard let port = ports[scenario] else { return nil }
        let own = Self.name(of: host)
        // Inside countersign a name needs no port: it leads to its scenario.
        if LabNames.contains(own) { return "\(scheme)://\(scenario)\(LabNames.suffix)" }
        return "\(scheme)://\(own):\(port)"
    }

    /// Another host that leads to a port of the lab: the loopback's address for its name, and the other way round.
    func otherHost(than host: String?) -> String {
        switch Self.name(of: host) {
        case "localhost": "127.0.0.1"
        case "127.0.0.1", "[::1]": "localhost"
        case let own: own
        }
    }

    /// A Host field without its port.
    static func name(of host: String?) -> String {
        guard let host, !host.isEmpty else { return "localhost" }
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") { return String(host[...end]) }
        return String(host.prefix { $0 != ":" })
    }
}
