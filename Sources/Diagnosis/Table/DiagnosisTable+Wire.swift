extension DiagnosisTable {
    /// What went wrong on the wire.
    static let wire: [Entry] = [
        Entry(
            code: DiagnosisCode(rawValue: "wire.name-not-found"),
            area: "On the wire",
            when: "the name does not resolve",
            remedy: "check the name"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.refused"),
            area: "On the wire",
            when: "nobody listens on the port",
            remedy: "check the port"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.unreachable"),
            area: "On the wire",
            when: "no route",
            remedy: "check the network"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.timeout"),
            area: "On the wire",
            when: "no answer in time",
            remedy: "server, or the limit"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.not-tls"),
            area: "On the wire",
            when: "the answer is no TLS record",
            remedy: "right port or scheme"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.version"),
            area: "On the wire",
            when: "no common TLS version",
            remedy: "change the minimum or maximum, or the server"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.dh-too-small"),
            area: "On the wire",
            when: "Diffie-Hellman group below the minimum",
            remedy: "larger group or ECDHE on the server"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.legacy-renegotiation"),
            area: "On the wire",
            when: "the peer lacks secure renegotiation (RFC 5746)",
            remedy: "update the server"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.eof-in-handshake"),
            area: "On the wire",
            when: "connection closed before the handshake ended",
            remedy: "look at the server, a firewall or the SNI"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "request.redirects"),
            area: "On the wire",
            when: "more redirects than the limit, or to a scheme not followed",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "request.stopped"),
            area: "On the wire",
            when: "the user or a limit stopped it",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.protocol-error"),
            area: "On the wire",
            when: "bytes that are no valid message in that place; we sent alert N",
            remedy: "the peer's TLS stack, or something in between"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.reset"),
            area: "On the wire",
            when: "the connection was reset",
            remedy: "server, firewall"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.truncated-possible"),
            area: "On the wire",
            when: "connection closed without close_notify and without a known length",
            remedy: "server should send close_notify or a length"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.unrecognized-name"),
            area: "On the wire",
            when: "alert 112: the peer does not serve that name",
            remedy: "name instead of address"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "wire.alert-N"),
            area: "On the wire",
            when: "any other alert N received before trust was decided",
            remedy:
                "depends on N: 40 no common parameters or a client certificate missing (TLS 1.2); 42-46, "
                + "48, 49 the peer dislikes our certificate; 70 version; 71 strength; 80 fault in the peer; "
                + "116 client certificate missing; 120 ALPN"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "response.status"),
            area: "On the wire",
            when: "a status that the client does not take",
            remedy: "server"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "response.content-type"),
            area: "On the wire",
            when: "a type that the client does not take",
            remedy: "server, or the accepted types"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "request.header-name"),
            area: "On the wire",
            when: "a header name that is no token",
            remedy: "right order"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "proxy.tunnel-refused"),
            area: "On the wire",
            when: "the proxy answered CONNECT with something other than 2xx",
            remedy: "credentials or rules of the proxy"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "proxy.expects-tls"),
            area: "On the wire",
            when: "a proxy addressed in clear text answers with TLS or closes",
            remedy: "https:// for this proxy"
        ),
    ]
}
