import Diagnosis
import Trust

/// An HTTP proxy that a request goes through: it is asked by CONNECT for a tunnel to the origin.
///
/// Pins, flows and the client's identity belong to the origin: the proxy's own certificate is judged by the system's
/// rules, and it is never shown an identity.
public struct Proxy: Hashable, Sendable {
    /// The address; over `https` the way to the proxy is TLS itself.
    public let url: RequestURL
    /// Where the setting came from, as shown: `--proxy`, `https_proxy`.
    public let source: String
    /// The only anchors for the proxy's certificate; nil takes those of the client.
    public var anchors: [Certificate]?

    /// Reads an address; without a scheme it is `http`.
    ///
    /// - Parameter source: Where it came from.
    /// - Throws: `url.malformed`.
    public init(_ text: String, source: String, anchors: [Certificate]? = nil) throws(Problem) {
        url = try RequestURL(text.contains("://") ? text : "http://" + text)
        guard url.target == "/" else {
            throw Problem.urlMalformed(text, place: 1, fault: "a proxy is HOST:PORT with http:// or https:// before it")
        }
        self.source = source
        self.anchors = anchors
    }

    /// The address as libcurl takes it: `https://proxy.example:8443`.
    var address: String { "\(url.scheme.rawValue)://\(url.bracketedHost):\(url.port)" }

    /// The address and where the setting came from.
    var recorded: String { "\(address) (\(source))" }
}

/// The proxy settings of an environment: `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
///
/// As libcurl reads them, and only on demand: by itself the engine takes none, not even for loopback.
public struct ProxyEnvironment: Hashable, Sendable {
    private let settings: [String: String]

    /// The settings of a process's environment. `HTTP_PROXY` in capitals does not count, since a CGI program's client
    /// can set it.
    public init(_ environment: [String: String]) {
        let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"]
        settings = environment.filter { names.contains($0.key) && !$0.value.isEmpty }
    }

    /// The proxy for an address; nil for none.
    ///
    /// - Throws: `url.malformed` for a setting that is none.
    public func proxy(for url: RequestURL, anchors: [Certificate]?) throws(Problem) -> Proxy? {
        if isExcepted(url.host) { return nil }
        let names = url.scheme == .https ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        for name in names + ["all_proxy", "ALL_PROXY"] {
            if let value = settings[name] { return try Proxy(value, source: name, anchors: anchors) }
        }
        return nil
    }

    /// Whether `no_proxy` names the host, a domain above it, or everything (`*`).
    private func isExcepted(_ host: String) -> Bool {
        guard let list = settings["no_proxy"] ?? settings["NO_PROXY"] else { return false }
        let host = host.lowercased()
        return list.lowercased().split { $0 == "," || $0 == " " }.contains { entry in
            if entry == "*" { return true }
            let name = entry.hasPrefix(".") ? entry.dropFirst() : entry
            return host == name || host.hasSuffix("." + name)
        }
    }
}
