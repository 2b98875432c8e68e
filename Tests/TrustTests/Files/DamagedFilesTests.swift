import FileSamples
import Foundation
import Testing

@testable import Diagnosis
@testable import Trust

/// Files cut anywhere and with bytes changed at random: each is read, or is a problem with a code; nothing traps, nothing hangs.
@Suite struct DamagedFilesTests {
    let pki: FilePKI

    init() throws { pki = try FilePKI.shared.get() }

    /// The same numbers in every run.
    struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    func originals() throws -> [[UInt8]] {
        let leaf = pki.leaf
        let text = { (text: String) in Array(text.utf8) }
        return [
            leaf.der, leaf.der + pki.issuing.der, text(leaf.pem + pki.issuing.pem),
            text("Bag Attributes\n" + leaf.pem + FilePKI.pem("PRIVATE KEY", leaf.key.pkcs8)),
            text(leaf.key.encryptedTraditionalPEM("secret") + leaf.pem),
            text(FilePKI.pem("ENCRYPTED PRIVATE KEY", leaf.key.encrypted("secret"))), leaf.key.pkcs8,
            leaf.key.traditional,
            leaf.key.encrypted("secret"), leaf.key.publicKeyInfo, leaf.key.request("x"),
            FixtureBundle.pkcs7([leaf, pki.issuing], content: text("<plist></plist>")),
            try FixtureContainer(leaf, issuers: [pki.issuing]).bytes(),
            try FixtureContainer(leaf, scheme: .aes256).bytes(), try FixtureContainer(leaf, scheme: .rc2).bytes(),
            text(Data(leaf.der).base64EncodedString()),
            [0xFF, 0xFE] + leaf.pem.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
            [0xFE, 0xED, 0xFE, 0xED, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 0x61, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5],
            text("<html><title>x</title>"),
        ]
    }

    func judge(_ bytes: [UInt8]) {
        let snapshot = FilePKI.file("a.pem", bytes)
        for role in [CertificateFile.Role.certificate, .chain] {
            let file = CertificateFile(snapshot, as: role, at: FilePKI.now)
            #expect(file.problem != nil || !file.presented.isEmpty || !file.publicKeys.isEmpty)
            for certificate in file.certificates { _ = CertificateText.describe(certificate) }
            _ = FileReport(file: "a.pem", file).lines()
        }
        for phrase in [PassPhrase("secret"), nil] {
            let file = IdentityFile(snapshot, options: .init(passPhrase: phrase, date: FilePKI.now))
            #expect((file.problem == nil) == !file.identities.isEmpty)
            for identity in file.identities { _ = identity.weaknesses(atSecurityLevel: 2) }
        }
        _ = AppBundle(files: [snapshot], options: .init(passPhrase: PassPhrase("secret")))
    }

    @Test func cut() throws {
        for original in try originals() {
            let step = max(1, original.count / 40)
            for count in stride(from: 0, to: original.count, by: step) { judge(Array(original.prefix(count))) }
        }
    }

    @Test(arguments: 1...4) func changed(seed: UInt64) throws {
        var numbers = Numbers(state: 0x9E37_79B9_7F4A_7C15 &* seed)
        for original in try originals() {
            for _ in 0..<12 {
                var bytes = original
                for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                    let place = Int.random(in: 0..<bytes.count, using: &numbers)
                    switch Int.random(in: 0..<4, using: &numbers) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
                    case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
                    case 2: bytes.insert(UInt8.random(in: 0...255, using: &numbers), at: place)
                    default: if bytes.count > 1 { bytes.remove(at: place) }
                    }
                }
                judge(bytes)
            }
        }
    }

    @Test func spliced() throws {
        let originals = try originals()
        for (number, first) in originals.enumerated() {
            let second = originals[(number + 5) % originals.count]
            judge(Array(first.prefix(first.count / 2)) + Array(second.suffix(second.count / 2)))
            judge(first + second)
        }
    }

    @Test func noise() {
        var numbers = Numbers(state: 42)
        for size in [1, 2, 3, 16, 17, 255, 4096] {
            for first: UInt8 in [0x30, 0xFE, 0xCE, 0xFF, 0x4D, 0x3C, 0x2D, 0x00] {
                judge([first] + (1..<size).map { _ in UInt8.random(in: 0...255, using: &numbers) })
            }
        }
    }
}
