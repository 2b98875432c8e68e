import Diagnosis
import Trust

/// What went wrong between us and a proxy that was to give a tunnel.
enum ProxyFault {
    /// The proxy answered CONNECT, and did not give the tunnel.
    static func tunnel(_ ending: Ending) -> Ending.Conclusion? {
        // libcurl takes a 1xx for the last word.
        guard let tunnel = ending.tunnel, let status = tunnel.status,
            tunnel.isHeadComplete || (100...199).contains(status),
            ending.expiry == nil
        else { return nil }
        let problem = Problem.tunnelRefused(
            status: status,
            target: "\(ending.request.url.bracketedHost):\(ending.request.url.port)",
            wants: status == 407 ? tunnel.header("proxy-authenticate") : nil
        )
        return .init(refusal: .undecided, problem: problem, error: .cannotConnectToHost.assumed)
    }

    /// A proxy addressed in the clear closed, or answered what is no HTTP.
    static func silence(_ ending: Ending) -> Ending.Conclusion? {
        guard ending.tunnel != nil, ending.hasConnected, ending.curlCode != 0,
            let proxy = ending.request.proxy, proxy.url.scheme == .http
        else { return nil }
        return .init(
            refusal: .undecided,
            problem: .proxyExpectsTLS(words: ending.curlText),
            error: .cannotConnectToHost.assumed
        )
    }
}
