import Foundation
import Testing

@testable import Trust

@Suite struct PEMScannerTests {
    static let body = "TUlJQg==".utf8
    static let block = "-----BEGIN CERTIFICATE-----\nTUlJQg==\n-----END CERTIFICATE-----\n"

    static func scan(_ text: String) -> PEMScanner { PEMScanner(Array(text.utf8)[...]) }

    @Test(arguments: [
        block, block.replacing("\n", with: "\r\n"), block.replacing("\n", with: "\r"), "  " + block, block + "\n\n",
        block.replacing("TUlJQg==", with: "TUl\nJQg=="), block.replacing("\n", with: "  \n"),
        block.replacing("TUlJQg==", with: "TUlJQg"), "Bag Attributes\n  localKeyID: 01\n" + block + "trailing",
    ]) func oneBlockWithoutAFault(text: String) {
        let scanner = Self.scan(text)
        #expect(scanner.blocks.map(\.bytes) == [Array("MIIB".utf8)])
        #expect(scanner.blocks.map(\.label) == ["CERTIFICATE"])
        let isUnpadded = !text.contains("=")
        #expect(scanner.faults.isEmpty != isUnpadded, "\(scanner.faults)")
    }

    /// Each damaged text: the line of the fault, words of it, and whether the bytes still came out.
    static let damaged: [(String, Int, String, Bool)] = [
        ("-----BEGIN CERTIFICATE-----\n\nTUlJQg==\n-----END CERTIFICATE-----", 2, "empty line behind BEGIN", true),
        ("-----BEGIN CERTIFICATE-----\nTUlJ\n\nQg==\n-----END CERTIFICATE-----", 3, "empty line in the base64", true),
        ("-----BEGIN CERTIFICATE-----\nTUlJ\n# note\nQg==\n-----END CERTIFICATE-----", 3, "no base64 (\"#\")", true),
        ("x\n-----BEGIN CERTIFICATE-----\nTUlJQg==\n", 2, "has no END line", true),
        ("-----BEGIN A-----\nTUlJQg==\n-----BEGIN B-----\nTUlJQg==\n-----END B-----", 1, "BEGIN A has no END", true),
        (
            "-----BEGIN CERTIFICATE-----\nTUlJQg==\n-----END PRIVATE KEY-----", 3, "END PRIVATE KEY closes BEGIN CERT",
            true
        ),
        ("-----END CERTIFICATE-----\n" + block, 1, "has no BEGIN", true),
        ("----BEGIN CERTIFICATE-----\nTUlJQg==\n-----END CERTIFICATE-----", 1, "five hyphens", true),
        ("—–BEGIN CERTIFICATE–—\nTUlJQg==\n-----END CERTIFICATE-----", 1, "five hyphens", true),
        ("-----BEGIN CERTIFICATE-----\nTUlJQg==\nTUlJ\n-----END CERTIFICATE-----", 3, "behind its padding", true),
        ("-----BEGIN CERTIFICATE-----\nTUlJQ\n-----END CERTIFICATE-----", 1, "does not decode (5 characters)", false),
        ("-----BEGIN CERTIFICATE----- TUlJ Qg== -----END CERTIFICATE-----", 1, "lines of its own", true),
        ("-----BEGIN CERTIFICATE-----\\nTUlJ\\nQg==\\n-----END CERTIFICATE-----\\n", 1, "lines of its own", true),
    ]

    @Test(arguments: damaged.indices) func faults(row: Int) throws {
        let (text, line, words, comesOut) = Self.damaged[row]
        let scanner = Self.scan(text)
        let fault = try #require(scanner.faults.first, "\(text)")
        #expect(fault.line == line)
        #expect(fault.text.contains(words), "\(fault.text)")
        #expect(scanner.blocks.last?.bytes == (comesOut ? Array("MIIB".utf8) : []))
    }

    @Test func headersBelongToTheBlock() {
        let scanner = Self.scan(
            "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,\n 00FF\n\nTUlJQg==\n"
                + "-----END RSA PRIVATE KEY-----\n"
        )
        #expect(scanner.faults.isEmpty)
        #expect(scanner.blocks.first?.headers.map(\.name) == ["Proc-Type", "DEK-Info"])
        #expect(scanner.blocks.first?.headers.last?.value == "AES-128-CBC, 00FF")
        #expect(scanner.blocks.first?.bytes == Array("MIIB".utf8))
    }

    @Test func linesOutsideAreCounted() {
        let scanner = Self.scan("# one\n\n\u{E9}\n" + Self.block + "# two\n")
        #expect(scanner.linesOutside == 3)
        #expect(scanner.faults.isEmpty)
    }

    @Test(arguments: ["", "BEGIN", "-----BEGIN -----", "-----BEGIN\n", "---------", "begin CERTIFICATE"])
    func nothing(text: String) { #expect(Self.scan(text).isEmpty) }
}
