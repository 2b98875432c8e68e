import Diagnosis
import Foundation
import Testing

@testable import Trust

/// Whatever bytes a policy file has, reading it ends, with a client or with a problem of a known code.
@Suite struct HostilePolicyFileTests {
    /// xorshift64*: the same bytes in every run.
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return state &* 0x2545_F491_4F6C_DD1D
        }
    }

    private static func seeds() throws -> [[UInt8]] {
        let plist = PropertyListText.xml(InfoPlistTests.whole)
        let android = """
            <network-security-config><domain-config><domain includeSubdomains="true">a.test</domain>
            <pin-set expiration="2030-01-01"><pin digest="SHA-256">\(String(repeating: "A", count: 43))=</pin></pin-set>
            <trust-anchors><certificates src="user"/></trust-anchors></domain-config></network-security-config>
            """
        let presets = Presets.all.prefix(4).map { [UInt8](ClientProfileForm.text($0.profile).utf8) }
        return [plist, try PropertyListText.binary(plist), [UInt8](android.utf8)] + presets
    }

    private static let codes: Set<String> = [
        "config.syntax", "config.key", "pin.format", "file.missing", "file.unrecognized", "option.unknown",
    ]

    private static func read(_ bytes: [UInt8]) {
        let found = problem { () throws(Problem) in
            _ = try PolicyFile(bytes, name: "x", load: InfoPlistTests.noFile)
        }
        if let found { #expect(codes.contains(found.code.rawValue), "\(found)") }
    }

    @Test func truncated() throws {
        for seed in try Self.seeds() {
            let step = max(1, seed.count / 400)
            for length in stride(from: 0, to: seed.count, by: step) { Self.read(Array(seed.prefix(length))) }
        }
    }

    @Test func mutated() throws {
        var random = Random(state: 20_261_130)
        for seed in try Self.seeds() {
            for _ in 0..<500 {
                var bytes = seed
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                    case 1: bytes.remove(at: place)
                    case 2: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: place)
                    default:
                        let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
                        bytes.insert(contentsOf: bytes[place..<end], at: place)
                    }
                }
                Self.read(bytes)
            }
        }
    }

    @Test func random() {
        var random = Random(state: 7)
        let heads: [[UInt8]] = [[], Array("bplist00".utf8), Array("<plist>".utf8), Array("{".utf8), [0xFF, 0xFE]]
        for head in heads {
            for length in [1, 7, 40, 200, 1000] {
                for _ in 0..<60 {
                    Self.read(head + (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
                }
            }
        }
    }

    @Test(arguments: [63, 64, 199, 200, 10_000, 200_000]) func nested(_ depth: Int) {
        func nest(_ open: String, _ close: String) -> String {
            String(repeating: open, count: depth) + String(repeating: close, count: depth)
        }
        Self.read(Array(nest("[", "]").utf8))
        Self.read(Array(nest("{a:", "}").utf8))
        Self.read(Array("<plist>\(nest("<array>", "</array>"))</plist>".utf8))
        Self.read(Array("<plist>\(nest("<dict><key>a</key>", "</dict>"))</plist>".utf8))
        Self.read(
            Array(
                "<network-security-config>\(nest("<domain-config>", "</domain-config>"))</network-security-config>".utf8
            )
        )
        Self.read(Self.binaryList(depth: depth, references: 1))
    }

    /// 60 levels that each name the next one twice: 2^60 values, when written out.
    @Test func aBinaryListThatNamesItsPartsAgainAndAgain() {
        let bytes = Self.binaryList(depth: 60, references: 2)
        let found = problem { () throws(Problem) in _ = try InfoPlist(bytes, file: "x") }
        #expect(found?.code == .configSyntax)
        let loop = problem { () throws(Problem) in
            _ = try InfoPlist(Self.binaryList(depth: 1, references: 1, loops: true), file: "x")
        }
        #expect(loop?.code == .configSyntax)
    }

    @Test func entitiesAreRefused() {
        let bomb = """
            <?xml version="1.0"?><!DOCTYPE plist [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
            <plist><string>&b;</string></plist>
            """
        let found = problem { () throws(Problem) in _ = try InfoPlist([UInt8](bomb.utf8), file: "x.plist") }
        #expect(found?.code == .configSyntax)
        #expect(found?.sentence.contains("entity") == true)
        let outside = "<!DOCTYPE plist [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><plist><string>&a;</string></plist>"
        for text in [outside, "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + outside] {
            #expect(problem { () throws(Problem) in _ = try InfoPlist([UInt8](text.utf8), file: "x") } != nil)
        }
    }

    private static func binaryList(depth: Int, references: Int, loops: Bool = false) -> [UInt8] {
        func number(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
        }
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for level in 0..<depth {
            offsets.append(bytes.count)
            bytes.append(0xA0 | UInt8(references))
            for _ in 0..<references { bytes += number(loops ? level : level + 1, 4) }
        }
        offsets.append(bytes.count)
        bytes.append(0x09)
        let table = bytes.count
        for offset in offsets { bytes += number(offset, 4) }
        return bytes + [0, 0, 0, 0, 0, 0, 4, 4] + number(offsets.count, 8) + number(0, 8) + number(table, 8)
    }
}
