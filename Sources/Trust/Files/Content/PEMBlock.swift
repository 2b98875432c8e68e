/// What stands between a BEGIN and an END line (RFC 7468), decoded.
struct PEMBlock {
    /// The words behind BEGIN.
    let label: String
    /// The line of its BEGIN, from 1.
    let line: Int
    /// RFC 1421 headers at its beginning (`DEK-Info`), in order.
    var headers: [(name: String, value: String)] = []
    /// The decoded bytes.
    var bytes: [UInt8] = []
    /// The base64 as it stands, for keys that OpenSSL has to decrypt as text.
    var base64: [UInt8] = []
    /// The first thing that breaks the format in it.
    var fault: PEMFault?
}

/// A line that breaks the format, and what was done about it.
struct PEMFault: Hashable {
    let line: Int
    let text: String
}
