extension Problem {
    /// A name that does not resolve.
    ///
    /// - Parameters:
    ///   - answer: the resolver's own words; empty when it had none.
    ///   - family: the addresses that were wanted, where others did not count: `IPv6`.
    public static func nameNotFound(_ name: String, answer: String, family: String? = nil) -> Problem {
        Problem(
            .wireNameNotFound,
            "The name \(name) does not resolve" + (family.map { " to an \($0) address" } ?? "")
                + (answer.isEmpty ? "." : " (\(answer))."),
            remedy: "Check the name."
        )
    }

    /// Nobody listens on the port.
    ///
    /// - Parameter addresses: the addresses tried, with the port.
    public static func connectionRefused(addresses: [String]) -> Problem {
        Problem(
            .wireRefused,
            "Nobody listens on \(addresses.isEmpty ? "the address" : list(addresses)): the connection was refused.",
            remedy: "Check the port, and that the server runs."
        )
    }

    /// No way to the address.
    public static func unreachable(addresses: [String], reason: String) -> Problem {
        Problem(
            .wireUnreachable,
            "\(addresses.isEmpty ? "the address" : list(addresses)) cannot be reached (\(reason)).",
            remedy: "Check the network."
        )
    }

    /// No answer in time.
    ///
    /// - Parameters:
    ///   - phase: what was waited for: `the handshake`.
    ///   - limit: the limit in words: `15 s`.
    ///   - setter: who set it: `the request's limit`, `the limit of this phase`.
    public static func timedOut(waitingFor phase: String, limit: String, setter: String) -> Problem {
        Problem(
            .wireTimeout,
            "No answer in time: waiting for \(phase) was ended after \(limit) (\(setter)).",
            remedy: "Look at the server, or raise the limit."
        )
    }

    /// An answer that is no TLS.
    ///
    /// - Parameters:
    ///   - first: the first bytes as text, or in hexadecimal.
    ///   - likeness: what they look like: `HTTP`; nil when like nothing known.
    ///   - isProxy: whether a proxy answered so.
    public static func notTLS(first: String, likeness: String?, isProxy: Bool) -> Problem {
        let port = isProxy ? "this proxy" : "this port"
        return Problem(
            .wireNotTls,
            "What \(isProxy ? "the proxy" : "the server") answered is no TLS: it began with \(first)"
                + (likeness.map { ", which looks like \($0)." } ?? "."),
            remedy: likeness == "HTTP"
                ? "Use http:// for \(port), or the port that speaks TLS."
                : "Use the port that speaks TLS, or the right scheme."
        )
    }

    /// No common TLS version.
    ///
    /// - Parameters:
    ///   - offered: the range offered: `TLS 1.2..1.3`.
    ///   - answer: what the peer answered: `alert 70 protocol_version`, `TLS 1.0`.
    public static func noCommonVersion(offered: String, answer: String) -> Problem {
        Problem(
            .wireVersion,
            "No common TLS version: offered \(offered) (--min-tls, --max-tls), the server answered \(answer).",
            remedy: "Change the minimum or maximum here, or the versions of the server."
        )
    }

    /// A Diffie-Hellman group below the minimum.
    public static func dhTooSmall(bits: Int?, level: Int, wanted: Int) -> Problem {
        Problem(
            .wireDhTooSmall,
            "The server's Diffie-Hellman group"
                + (bits.map { " of \($0) bits" } ?? "")
                + " is too small: security level \(level) wants at least \(wanted) bits.",
            remedy: "Use a larger group, or ECDHE, on the server."
        )
    }

    /// A peer without secure renegotiation.
    public static var legacyRenegotiation: Problem {
        Problem(
            .wireLegacyRenegotiation,
            "The server's hello lacks the renegotiation_info extension (RFC 5746); nobody tried to renegotiate."
                + " SSL_OP_LEGACY_SERVER_CONNECT would allow it, at the risk that an attacker's data is put before ours.",
            remedy: "Update the server."
        )
    }

    /// The connection was closed before the handshake ended.
    ///
    /// - Parameters:
    ///   - last: the last message that came and the one we had sent last.
    ///   - received: bytes received so far.
    public static func endInHandshake(last: String, received: UInt64) -> Problem {
        Problem(
            .wireEofInHandshake,
            "The server closed the connection in the handshake, \(last); \(received) bytes had come.",
            remedy: "Look at the server, at a firewall, or at the name sent (SNI)."
        )
    }

    /// Bytes that are no valid message in that place.
    public static func protocolError(last: String, received: UInt64, alert: String?, words: String) -> Problem {
        Problem(
            .wireProtocolError,
            "What came is no valid message in this place (\(words)): \(last), \(received) bytes received"
                + (alert.map { "; we sent \($0)." } ?? "."),
            remedy: "Look at the peer's TLS or HTTP, or at what stands in between."
        )
    }

    /// The connection was reset.
    public static func reset(phase: String, received: UInt64, last: String) -> Problem {
        Problem(
            .wireReset,
            "The connection was reset during \(phase); \(received) bytes had come, and the last we sent was \(last).",
            remedy: "Look at the server, or at a firewall."
        )
    }

    /// One stream of HTTP/2 was reset by the server; its connection goes on.
    ///
    /// - Parameters:
    ///   - reason: the server's own: `CANCEL (err 8)`.
    ///   - received: bytes of the body so far.
    public static func streamReset(reason: String, phase: String, received: Int) -> Problem {
        Problem(
            .wireReset,
            "The server reset the HTTP/2 stream during \(phase): \(reason). \(received) bytes of the body had come.",
            remedy: "Look at the server, or at what passes HTTP/2 on to it."
        )
    }

    /// A close without close_notify and without a known length, or with too few bytes.
    ///
    /// - Parameters:
    ///   - phase: what was waited for.
    ///   - end: how the end of the response could be told.
    public static func truncated(
        phase: String,
        received: Int,
        end: ResponseEnd,
        hadCloseNotify: Bool
    ) -> Problem {
        let length =
            switch end {
            case .noHead: "Nothing of the response had come."
            case .head: "The head of the response is not whole."
            case .length(let expected): "\(received) of the \(expected) bytes announced had come."
            case .marked: "The mark of the body's end did not come: something is missing after \(received) bytes."
            case .unknown:
                "No length was announced, so whether something is missing after \(received) bytes cannot be told."
            }
        return Problem(
            .wireTruncatedPossible,
            "The server closed the connection during \(phase) "
                + (hadCloseNotify ? "after its close_notify. " : "without close_notify. ") + length,
            remedy: "The server should send close_notify, or a length."
        )
    }

    /// By what the end of a response could have been told when its connection was closed.
    public enum ResponseEnd: Hashable, Sendable {
        /// Not even its first line came.
        case noHead
        /// Its head is not whole.
        case head
        /// A length in bytes was announced.
        case length(Int)
        /// The last chunk, or the end of the stream.
        case marked
        /// By nothing but the close.
        case unknown
    }

    /// Alert 112.
    ///
    /// - Parameter serverName: the name sent; nil when none was.
    public static func unrecognizedName(serverName: String?) -> Problem {
        Problem(
            .wireUnrecognizedName,
            "The server does not serve the name "
                + (serverName.map { "\($0), which was sent as SNI" }
                    ?? "asked for: none was sent as SNI, the host is an address")
                + " (received alert 112 unrecognized_name).",
            remedy: "Use a name that the server knows in place of an address."
        )
    }

    /// Any other alert received.
    ///
    /// - Parameters:
    ///   - offered: what had been offered: versions, ALPN, SNI.
    ///   - about: what the peer may dislike, in words; nil where the number says it all.
    public static func alertReceived(
        _ number: UInt8,
        name: String,
        offered: String,
        about: String? = nil,
        remedy: String? = nil
    ) -> Problem {
        Problem(
            .wireAlert(number),
            "Received from the peer: alert \(number) \(name)" + (about.map { ", \($0)" } ?? "") + ". We had offered "
                + "\(offered).",
            remedy: remedy
        )
    }
}
