import COpenSSL

/// The server's stapled OCSP response (RFC 6066 §8): asked for in the ClientHello, read when it is there.
extension TLSHandle {
    /// Asks the server for a staple.
    func askForStaple() { co_ask_for_staple(ssl) }

    /// The staple by now, in DER. In TLS 1.3 it comes with the certificate; in TLS 1.2 in a message of its own, after the
    /// server's trust was judged.
    var staple: [UInt8]? {
        var bytes: UnsafePointer<UInt8>?
        let count = co_staple(ssl, &bytes)
        guard count > 0, let bytes else { return nil }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// The response within a CertificateStatus message of TLS 1.2, its header included; nil when it is none.
    static func staple(in message: [UInt8]) -> [UInt8]? {
        // Type, three bytes of length, the kind of status (1 is OCSP), three bytes of the response's length.
        guard message.count > 8, message[0] == 22, message[4] == 1 else { return nil }
        let length = Int(message[5]) << 16 | Int(message[6]) << 8 | Int(message[7])
        return message.count - 8 == length ? Array(message[8...]) : nil
    }
}
