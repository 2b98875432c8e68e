import Events

/// The handshake as popular articles tell it, each step beside what went over the wire.
enum Textbook {
    struct Step: Hashable, Sendable {
        /// What the articles say.
        var text: String
        /// What is so here.
        var mark: String
        /// The message that it is, by its place from 1 on; nil for none.
        var message: Int?
    }

    /// The steps for one handshake.
    ///
    /// - Parameters:
    ///   - messages: its messages in order.
    ///   - version: the version agreed: `1.2`, `1.3`; nil where none was.
    ///   - suite: the cipher suite agreed.
    static func steps(_ messages: [HandshakeMessageFacts], version: String?, suite: String?) -> [Step] {
        let isTLS13 = version == "1.3"
        // Up to 1.2 a suite that begins with its key exchange names it; one without is RSA key transport.
        let isTransport = !isTLS13 && suite.map { !$0.contains("DHE") } ?? false
        func place(_ name: String, _ direction: Direction) -> Int? {
            messages.firstIndex { $0.name == name && $0.direction == direction }.map { $0 + 1 }
        }
        func found(_ text: String, _ name: String, _ direction: Direction, absent: String) -> Step {
            let place = place(name, direction)
            return Step(text: text, mark: place.map { "message \($0), \(name)" } ?? absent, message: place)
        }
        let asks = place("CertificateRequest", .received) != nil
        let oneWay = "not here: the server asks for none (one-way)"
        return [
            found("client: versions, ciphers, a random number", "ClientHello", .sent, absent: "not sent"),
            found("server: the version, a cipher, a random number", "ServerHello", .received, absent: "did not come"),
            found("server: its certificate", "Certificate", .received, absent: "did not come: a session was resumed"),
            Step(
                text: "client checks: expired? trusted issuer? signature? name?",
                mark: "no message: the server-trust challenge"
            ),
            found("server: asks for the client's certificate", "CertificateRequest", .received, absent: oneWay),
            found("client: its certificate", "Certificate", .sent, absent: asks ? "did not come to it" : oneWay),
            found(
                "client: signs, so that the server can check its key",
                "CertificateVerify",
                .sent,
                absent: asks ? "not sent: no certificate was shown" : oneWay
            ),
            transport(isTLS13: isTLS13, isTransport: isTransport, place("ClientKeyExchange", .sent)),
            Step(
                text: "both compute the session key",
                mark: isTLS13 ? "no message: right behind the two hellos" : "no message: behind ClientKeyExchange"
            ),
            found(
                "client: \"from here on encrypted\"",
                "ChangeCipherSpec",
                .sent,
                absent: isTLS13 ? "does not exist in 1.3 (a relic may be sent)" : "not recorded as a message"
            ),
            found("client: finished", "Finished", .sent, absent: "not sent"),
            found("server: finished", "Finished", .received, absent: "did not come"),
            Step(text: "from here on everything is encrypted", mark: encrypted(isTLS13)),
        ]
    }

    private static func transport(isTLS13: Bool, isTransport: Bool, _ place: Int?) -> Step {
        let text = "client: a secret encrypted with the server's public key"
        if isTLS13 { return Step(text: text, mark: "does not exist in 1.3: keys are agreed by (EC)DHE alone") }
        if isTransport { return Step(text: text, mark: "message \(place ?? 0), ClientKeyExchange", message: place) }
        return Step(text: text, mark: "RSA key transport only; here the keys are agreed by (EC)DHE", message: place)
    }

    private static func encrypted(_ isTLS13: Bool) -> String {
        isTLS13 ? "sooner in 1.3: from behind ServerHello, certificates included" : "so it is"
    }
}
