/// What each handshake message is for, in plain words (RFC 8446 for 1.3, RFC 5246 for 1.2).
enum HandshakeWords {
    /// Two sentences at most about a message.
    static func explanation(_ name: String, isSent: Bool, version: String) -> [String] {
        let isTLS13 = version == "1.3"
        switch name {
        case "ClientHello":
            return [
                "The client begins: versions, cipher suites, the name it wants (SNI), and its random number.",
                isTLS13 ? "In 1.3 its key share is in here already, so one round trip is enough." : "",
            ]
        case "ServerHello":
            return [
                "The server chooses version and cipher suite, and adds its random number.",
                isTLS13
                    ? "With its key share the keys are agreed: everything behind it is encrypted."
                    : "The keys are agreed later, in ServerKeyExchange and ClientKeyExchange.",
            ]
        case "EncryptedExtensions":
            return ["What else the server agrees to (ALPN), encrypted. It exists in 1.3 alone."]
        case "Certificate":
            return isSent
                ? [
                    "The client shows who it is. An empty one says: none.",
                    isTLS13 ? "In 1.3 nobody on the way can read it." : "In 1.2 it is readable on the way.",
                ]
                : [
                    "The server shows who it is; the client checks issuer, date, signature and name: server trust.",
                    isTLS13 ? "In 1.3 nobody on the way can read it." : "In 1.2 it is readable on the way.",
                ]
        case "CertificateStatus": return ["The server staples a fresh OCSP response about its certificate."]
        case "ServerKeyExchange":
            return [
                "The server's part of the key agreement, signed with its certificate's key: that proves the key.",
                "It exists up to 1.2, and only where the keys are agreed by (EC)DHE.",
            ]
        case "CertificateRequest":
            return [
                "The server asks who the client is, and names the authorities it takes: that makes this two-way.",
                "Which of them it will refuse is seen only when it answers.",
            ]
        case "ServerHelloDone": return ["The server has said everything; it waits for the client. Up to 1.2."]
        case "ClientKeyExchange":
            return [
                "The client's part of the key agreement. From here on both can compute the keys. Up to 1.2.",
                "Only with RSA key transport is a secret encrypted to the server's key in here.",
            ]
        case "CertificateVerify":
            return [
                "A signature over the handshake so far: whoever sent the certificate holds its private key.",
                isSent ? "Without it a copied certificate would do." : "In 1.3 the server proves its key by this.",
            ]
        case "ChangeCipherSpec":
            return [
                isTLS13
                    ? "Means nothing in 1.3: it is sent to please boxes that expect it."
                    : "What this side sends from here on is encrypted."
            ]
        case "Finished":
            return ["A checksum over the whole handshake: nobody on the way has changed anything."]
        case "NewSessionTicket":
            return [
                "A ticket to resume this session: the next connection needs no certificate, hence raises no challenge."
            ]
        case "KeyUpdate": return ["New keys for what this side sends. 1.3 alone."]
        case "HelloRequest": return ["The server wants another handshake over this connection. Up to 1.2."]
        case "EndOfEarlyData": return ["The data sent before the handshake's end is over. 1.3 alone."]
        default: return ["\(name): see RFC 8446 section 4 and RFC 5246 section 7.4."]
        }
    }
}
