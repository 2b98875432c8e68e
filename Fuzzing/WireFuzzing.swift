@testable import Lab

/// What clients of the lab send.
enum WireFuzzing {
    static func readRecords(_ bytes: [UInt8]) {
        if case .clientHello(let message) = TLSRecord.opening(of: bytes), let hello = ClientHello(message: message) {
            _ = hello.fingerprint
        }
        _ = ClientHello(message: bytes)
        _ = TLSRecord.alert(in: bytes)
    }

    /// The bytes come in pieces, as on a connection.
    static func readRequests(_ bytes: [UInt8]) {
        var parser = HTTPRequestParser()
        let size = max(1, Int(bytes.first ?? 1))
        var rest = bytes.dropFirst()
        while !rest.isEmpty {
            parser.feed(rest.prefix(size))
            rest = rest.dropFirst(size)
            reading: while true {
                switch parser.next() {
                case .request, .wantsContinue: continue
                case .needsMore: break reading
                case .bad: return
                }
            }
        }
    }

    // MARK: Corpus

    static func hellos() -> [[UInt8]] {
        let name: [UInt8] = Array("a.lab.test".utf8)
        let serverName: [UInt8] =
            [0, 0, 0, UInt8(name.count + 5), 0, UInt8(name.count + 3), 0, 0, UInt8(name.count)] + name
        let protocols: [UInt8] = [0, 16, 0, 14, 0, 12, 2, 0x68, 0x32, 8] + Array("http/1.1".utf8).prefix(8)
        let versions: [UInt8] = [0, 43, 0, 5, 4, 3, 4, 3, 3]
        let extensions = serverName + protocols + versions
        let body: [UInt8] =
            [3, 3] + [UInt8](repeating: 7, count: 32) + [0, 0, 4, 0x13, 0x01, 0x0A, 0x0A, 1, 0]
            + [UInt8(extensions.count >> 8), UInt8(extensions.count & 0xFF)] + extensions
        let message: [UInt8] = [1, 0, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
        let record: [UInt8] = [22, 3, 1, UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message
        return [record, message, TLSRecord.fatalAlert(48), Array("GET / HTTP/1.1\r\n\r\n".utf8)]
    }

    static func requests() -> [[UInt8]] {
        [
            "\u{10}GET /slow HTTP/1.1\r\nHost: a\r\n\r\n",
            "\u{40}POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhelloGET / HTTP/1.1\r\n\r\n",
            "\u{05}POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n5\r\nhello\r\n0\r\nX: y\r\n\r\n",
        ].map { Array($0.utf8) }
    }
}
