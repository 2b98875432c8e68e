import Diagnosis
import RequestEngine
import Trust

/// Which proxy requests go through, and what its certificate is judged by.
public struct ProxyChoice: Hashable, Sendable {
    /// Where the address comes from.
    enum Source: Hashable, Sendable {
        /// It is given.
        case address(String)
        /// The environment says it for each address.
        case environment(ProxyEnvironment)
    }

    /// Where the address comes from.
    let source: Source
    /// Files with the only anchors for the proxy's certificate; empty takes the client's.
    let anchorFiles: [String]

    /// A choice as typed: an address, or `env` for what the environment says.
    ///
    /// - Throws: `url.malformed`.
    public init(_ text: String, environment: [String: String], anchorFiles: [String] = []) throws(Problem) {
        self.anchorFiles = anchorFiles
        if text == "env" {
            source = .environment(ProxyEnvironment(environment))
        } else {
            _ = try Proxy(text, source: Self.option)
            source = .address(text)
        }
    }

    private static let option = "--proxy"

    /// The proxy for an address; nil for none.
    ///
    /// - Throws: `url.malformed`.
    func proxy(for url: RequestURL, anchors: [Certificate]?) throws(Problem) -> Proxy? {
        switch source {
        case .address(let text): try Proxy(text, source: Self.option, anchors: anchors)
        case .environment(let environment): try environment.proxy(for: url, anchors: anchors)
        }
    }
}
