import Diagnosis

/// The first bytes of an answer that is no TLS, and what they look like.
struct FirstBytes {
    /// In quotes when they are text, else in hexadecimal.
    let text: String
    /// The protocol that begins so; nil for none known.
    let likeness: String?

    init(_ bytes: [UInt8]) {
        let line = bytes.prefix { $0 != 0x0a && $0 != 0x0d }
        let isText = line.count >= 3 && line.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
        let shown = String(decoding: line, as: UTF8.self)
        text =
            isText
            ? "\"\(shown)\""
            : bytes.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
        likeness = isText ? Self.protocols.first { shown.hasPrefix($0.start) }?.name : nil
    }

    private static let protocols: [(start: String, name: String)] = [
        ("HTTP", "HTTP"), ("<!", "HTTP"), ("<html", "HTTP"), ("SSH-", "SSH"), ("220", "SMTP or FTP"),
        ("+OK", "POP3"), ("* OK", "IMAP"), ("RFB ", "VNC"), ("@RSYNCD", "rsync"), ("-ERR", "Redis"),
    ]
}
