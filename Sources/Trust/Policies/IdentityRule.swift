import Diagnosis

/// Which identity a server may be shown: a pattern of hosts, a port, and the file.
public struct IdentityRule: Hashable, Sendable, Codable {
    /// A host name or an address in any case, `*.` before a name for exactly one label, or `*` for every host.
    public var host: String
    /// The port; nil for every port.
    public var port: Int?
    /// The file of the identity, in the bundle or by path.
    public var file: String
    /// Whether the rule counts.
    public var isOn: Bool

    /// A rule.
    public init(host: String, port: Int? = nil, file: String, isOn: Bool = true) {
        self.host = host
        self.port = port
        self.file = file
        self.isOn = isOn
    }

    /// `*.lab.test:9450`
    public var pattern: String { host + (port.map { ":\($0)" } ?? "") }

    /// Reads `HOST[:PORT]=FILE`; an IPv6 address with a port stands in brackets. nil for anything else.
    public init?(text: String) {
        guard let sign = text.firstIndex(of: "="), let (host, port) = Self.place(text[..<sign]) else { return nil }
        let file = String(text[text.index(after: sign)...])
        guard !host.isEmpty, !file.isEmpty else { return nil }
        self.init(host: host, port: port, file: file)
    }

    private static func place(_ text: Substring) -> (host: String, port: Int?)? {
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let host = String(text[text.index(after: text.startIndex)..<end])
            let rest = text[text.index(after: end)...]
            if rest.isEmpty { return (host, nil) }
            return rest.first == ":" ? number(rest.dropFirst()).map { (host, $0) } : nil
        }
        guard let colon = text.firstIndex(of: ":"), text.lastIndex(of: ":") == colon else { return (String(text), nil) }
        return number(text[text.index(after: colon)...]).map { (String(text[..<colon]), $0) }
    }

    private static func number(_ text: Substring) -> Int? { Int(text).flatMap { 1...65535 ~= $0 ? $0 : nil } }

    /// How a rule fares with a server.
    enum Fit: Hashable {
        /// It applies.
        case applies
        /// The host differs.
        case otherHost
        /// The host is right, the port differs.
        case otherPort
    }

    func fit(host asked: String, port askedPort: Int?) -> Fit {
        guard matches(asked) else { return .otherHost }
        guard let port, let askedPort, port != askedPort else { return .applies }
        return .otherPort
    }

    private func matches(_ asked: String) -> Bool {
        if host == "*" { return true }
        let asked = HostName(asked)
        guard host.hasPrefix("*.") else { return HostName(host).compared == asked.compared }
        // A wildcard is for names: no address has labels.
        guard case .name(let name) = asked.form, let dot = name.firstIndex(of: ".") else { return false }
        return name[name.index(after: dot)...] == HostName(String(host.dropFirst(2))).compared
    }
}

extension KeyedDecodingContainer {
    /// None where none was written.
    func decode(_ type: [IdentityRule].Type, forKey key: Key) throws -> [IdentityRule] {
        try decodeIfPresent(type, forKey: key) ?? []
    }
}
