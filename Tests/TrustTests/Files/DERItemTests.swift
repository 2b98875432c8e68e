import Testing

@testable import Trust

@Suite struct DERItemTests {
    @Test func lengths() throws {
        let short = try #require(DERItem([0x04, 0x02, 0xAA, 0xBB, 0xCC]))
        #expect(short.announced == 4)
        #expect(Array(short.content) == [0xAA, 0xBB])
        let long = try #require(DERItem([0x30, 0x82, 0x01, 0x00, 0x05]))
        #expect(long.announced == 260)
        #expect(long.isTruncated)
        #expect(!short.isTruncated)
    }

    @Test func indefinite() throws {
        let item = try #require(DERItem([0x30, 0x80, 0x02, 0x01, 0x03, 0x30, 0x80, 0x00, 0x00, 0x00, 0x00, 0x0A]))
        #expect(item.isIndefinite)
        #expect(!item.isTruncated)
        #expect(item.announced == 11)
        #expect(item.children.map(\.tag) == [0x02, 0x30])
        #expect(item.children.first?.integer == 3)
        let cut = try #require(DERItem([0x30, 0x80, 0x02, 0x01, 0x03, 0x00]))
        #expect(cut.isTruncated)
        #expect(cut.announced == nil)
    }

    @Test func objectIdentifiers() throws {
        let item = try #require(DERItem([0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]))
        #expect(item.objectIdentifier == "1.2.840.113549.1.7.1")
        #expect(DERItem([0x06, 0x03, 0x55, 0x1D, 0x11])?.objectIdentifier == "2.5.29.17")
        #expect(DERItem([0x06, 0x00])?.objectIdentifier == nil)
        #expect(
            DERItem([UInt8](arrayLiteral: 0x06, 0x0B) + [UInt8](repeating: 0xFF, count: 11))?.objectIdentifier == nil
        )
    }

    @Test(
        arguments: [
            [], [0x30], [0x30, 0x88, 1, 2, 3], [0x1F, 0x01, 0x00], [0x04, 0x80, 0x00, 0x00], [0x30, 0xFF],
        ] as [[UInt8]]
    ) func nothing(bytes: [UInt8]) { #expect(DERItem(bytes) == nil) }

    @Test func hugeLengthsDoNotOverflow() throws {
        let item = try #require(DERItem([0x30, 0x87, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00]))
        #expect(item.isTruncated)
        #expect(item.integer == nil)
    }

    @Test func deepNestingEnds() {
        var bytes: [UInt8] = []
        for _ in 0..<10_000 { bytes += [0x30, 0x80] }
        #expect(DERItem(bytes)?.isTruncated == true)
    }
}
