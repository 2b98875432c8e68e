extension Problem {
    /// A proxy that answered CONNECT with something other than 2xx.
    ///
    /// - Parameters:
    ///   - target: what was asked for: `api.example:443`.
    ///   - wants: the proxy's `Proxy-Authenticate`; nil where it wants no credentials.
    public static func tunnelRefused(status: Int, target: String, wants: String?) -> Problem {
        Problem(
            .proxyTunnelRefused,
            "CONNECT \(target) was answered with \(status)"
                + (wants.map { ", credentials are wanted (\($0))" } ?? "")
                + ". There is no tunnel, so no TLS took place and the origin was never reached.",
            remedy: status == 407 ? "Give the proxy's credentials." : "Look at the rules of the proxy."
        )
    }

    /// A proxy that was addressed in the clear and did not answer as an HTTP proxy.
    ///
    /// - Parameter words: what was seen, in plain words.
    public static func proxyExpectsTLS(words: String) -> Problem {
        Problem(
            .proxyExpectsTls,
            "It was addressed in the clear and closed without an HTTP answer to CONNECT"
                + (words.isEmpty ? "." : " (\(words)).") + " So does a proxy that wants TLS.",
            remedy: "Use https:// for this proxy."
        )
    }

    /// The same, said of the proxy and not of the origin.
    ///
    /// - Parameter proxy: its address: `https://127.0.0.1:8443`.
    public func atProxy(_ proxy: String) -> Problem {
        Problem(code, "At the proxy \(proxy): \(sentence)", remedy: remedy)
    }
}
