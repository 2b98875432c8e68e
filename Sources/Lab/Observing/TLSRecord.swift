/// The first records of a connection as bytes, for servers that do not speak TLS to their clients (RFC 8446 §5.1).
enum TLSRecord {
    /// What the bytes so far are.
    enum Opening: Equatable {
        /// A whole ClientHello, its handshake message.
        case clientHello([UInt8])
        /// The beginning of one, or too little to tell.
        case incomplete
        /// Something else.
        case notTLS
    }

    /// Longest ClientHello that is waited for.
    private static let limit = 65_536

    static func opening(of bytes: [UInt8]) -> Opening {
        guard let first = bytes.first else { return .incomplete }
        guard first == 22, bytes.count < 2 || bytes[1] == 3 else { return .notTLS }
        // A ClientHello may be spread over several records.
        var message: [UInt8] = []
        var reader = ByteReader(bytes[...])
        while let type = reader.number(1) {
            guard type == 22 else { return .notTLS }
            guard reader.number(2) != nil, let length = reader.number(2) else { break }
            message += reader.rest.prefix(Int(length))
            guard reader.part(Int(length)) != nil else { break }
        }
        guard message.count >= 4 else { return .incomplete }
        guard message[0] == 1 else { return .notTLS }
        let length = 4 + (Int(message[1]) << 16 | Int(message[2]) << 8 | Int(message[3]))
        guard length <= limit else { return .notTLS }
        return message.count >= length ? .clientHello(Array(message.prefix(length))) : .incomplete
    }

    /// A fatal alert in a record of its own.
    static func fatalAlert(_ number: UInt8) -> [UInt8] { [21, 3, 3, 0, 2, 2, number] }

    /// The number of an alert that was sent without encryption; nil when the bytes are none.
    static func alert(in bytes: [UInt8]) -> (isFatal: Bool, number: Int)? {
        guard bytes.count >= 7, bytes[0] == 21, bytes[1] == 3, bytes[3] == 0, bytes[4] == 2 else { return nil }
        return (bytes[5] == 2, Int(bytes[6]))
    }
}
