import Testing

@testable import Lab

@Suite struct ClientHelloTests {
    /// A ClientHello of known parts.
    static func message(
        version: UInt16 = 0x0303,
        suites: [UInt16] = [0x1301, 0x1302],
        extensions: [(UInt16, [UInt8])]
    ) -> [UInt8] {
        func number(_ value: Int, _ bytes: Int) -> [UInt8] {
            (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var body = number(Int(version), 2) + [UInt8](repeating: 7, count: 32) + [0]
        body += number(suites.count * 2, 2) + suites.flatMap { number(Int($0), 2) } + [1, 0]
        let list = extensions.flatMap { number(Int($0.0), 2) + number($0.1.count, 2) + $0.1 }
        body += number(list.count, 2) + list
        return [1] + number(body.count, 3) + body
    }

    static let serverName: (UInt16, [UInt8]) = (0, [0, 6, 0, 0, 3, 0x61, 0x2e, 0x62])
    static let alpn: (UInt16, [UInt8]) = (16, [0, 12, 2, 0x68, 0x32, 8] + Array("http/1.1".utf8))
    static let versions: (UInt16, [UInt8]) = (43, [6, 0x5a, 0x5a, 3, 4, 3, 3])

    @Test func isRead() throws {
        let hello = try #require(
            ClientHello(message: Self.message(extensions: [Self.serverName, Self.alpn, Self.versions, (0x1a1a, [])]))
        )
        #expect(hello.serverName == "a.b")
        #expect(hello.protocols == ["h2", "http/1.1"])
        #expect(hello.versions == [0x0304, 0x0303])
        #expect(hello.cipherSuites == [0x1301, 0x1302])
        #expect(hello.extensions == [0, 16, 43])
    }

    @Test func anOldOneHasNoExtensions() throws {
        var message = Self.message(version: 0x0301, extensions: [])
        message.removeLast(2)
        message[3] -= 2
        let hello = try #require(ClientHello(message: message))
        #expect(hello.versions == [0x0301])
        #expect(hello.serverName == nil)
    }

    @Test func theFingerprintIsThatOfTheLibraryNotOfTheConnection() throws {
        func fingerprint(suites: [UInt16] = [1, 2], _ extensions: [(UInt16, [UInt8])]) throws -> String {
            try #require(ClientHello(message: Self.message(suites: suites, extensions: extensions))).fingerprint
        }
        let one = try fingerprint([(10, []), Self.serverName, (13, [])])
        #expect(one.count == 16)
        #expect(try fingerprint([(13, []), (41, []), (10, [])]) == one)
        #expect(try fingerprint(suites: [0x2a2a, 1, 2], [(13, []), (10, []), (0x3a3a, [])]) == one)
        #expect(try fingerprint(suites: [2, 1], [(13, []), (10, [])]) != one)
        #expect(try fingerprint([(13, []), (10, []), (23, [])]) != one)
    }

    @Test func nothingThatIsCutOrChangedDoesHarm() {
        let message = Self.message(extensions: [Self.serverName, Self.alpn, Self.versions])
        for count in 0..<message.count { #expect(ClientHello(message: Array(message.prefix(count))) == nil) }
        for index in message.indices {
            for value in [0, 0x7f, 0xff] as [UInt8] {
                var changed = message
                changed[index] = value
                _ = ClientHello(message: changed)
            }
        }
    }

    @Test func recordsArePutTogether() {
        let message = Self.message(extensions: [Self.serverName])
        let record = [22, 3, 1, 0, UInt8(message.count)] + message
        #expect(TLSRecord.opening(of: record) == .clientHello(message))
        for count in 0..<record.count { #expect(TLSRecord.opening(of: Array(record.prefix(count))) == .incomplete) }
        let split = [22, 3, 1, 0, 10] + message[..<10] + [22, 3, 1, 0, UInt8(message.count - 10)] + message[10...]
        #expect(TLSRecord.opening(of: split) == .clientHello(message))
        #expect(TLSRecord.opening(of: Array("GET / HTTP/1.1\r\n".utf8)) == .notTLS)
        #expect(TLSRecord.opening(of: [22, 9]) == .notTLS)
        #expect(TLSRecord.opening(of: [22, 3, 1, 0, 4, 2, 0, 0, 0]) == .notTLS)
        #expect(TLSRecord.opening(of: [22, 3, 1, 0, 4, 1, 255, 255, 255]) == .notTLS)
        #expect(TLSRecord.opening(of: [22, 3, 1, 0, 1, 1, 21, 3, 1]) == .notTLS)
    }

    @Test func anAlertIsRead() {
        #expect(TLSRecord.fatalAlert(70) == [21, 3, 3, 0, 2, 2, 70])
        #expect(TLSRecord.alert(in: [21, 3, 1, 0, 2, 2, 45])?.number == 45)
        #expect(TLSRecord.alert(in: [21, 3, 1, 0, 2, 1, 0])?.isFatal == false)
        #expect(TLSRecord.alert(in: [21, 3, 1, 0, 2, 2]) == nil)
        #expect(TLSRecord.alert(in: [22, 3, 1, 0, 2, 2, 45]) == nil)
    }
}
