import FileSamples
import Foundation
import Testing

@testable import Diagnosis
@testable import Trust

/// Pass phrases of containers: empty, wrong, in other encodings, one for the key.
@Suite struct PKCS12PassPhraseTests {
    let pki: FilePKI

    init() throws { pki = try FilePKI.shared.get() }

    @Test func emptyInBothForms() throws {
        for macForm in [[], nil] as [[UInt8]?] {
            var container = FixtureContainer(pki.leaf, passPhrase: "")
            container.macPassPhrase = macForm
            container.parts[0].passPhrase = macForm
            let bytes = try container.bytes()
            for given in ["", nil] as [String?] {
                let file = FilePKI.open(bytes, given)
                #expect(file.identities.count == 1, "\(file.problem as Any)")
                let form = macForm == nil ? "as nothing" : "as two zero bytes"
                #expect(file.container?.passPhraseForm?.hasSuffix(form) == true)
                #expect(file.notes.contains { $0.hasSuffix(form) })
            }
            let wrong = FilePKI.open(bytes, "x")
            #expect(wrong.problem?.code == .p12MacMismatch)
            #expect(wrong.problem?.sentence.contains("With the empty pass phrase the MAC verifies") == true)
        }
    }

    @Test func absentAndWrong() throws {
        let bytes = try FixtureContainer(pki.leaf).bytes()
        let absent = FilePKI.open(bytes, nil)
        #expect(absent.problem?.code == .p12MacMismatch)
        #expect(absent.missing == .passPhrase)
        #expect(absent.problem?.sentence.contains("No pass phrase was given") == true)
        let empty = FilePKI.open(bytes, "")
        #expect(empty.problem?.code == .p12MacMismatch)
        #expect(empty.missing == nil)
        let wrong = FilePKI.open(bytes, "Secret")
        #expect(
            wrong.problem?.sentence.contains("wrong, or the file was altered; the two cannot be told apart") == true
        )
        for (typed, words) in [(" secret\n", "without it the MAC verifies"), ("sec ", "is that meant")] {
            #expect(FilePKI.open(bytes, typed).problem?.sentence.contains(words) == true)
        }
    }

    @Test func aFlippedByteLooksTheSame() throws {
        var bytes = try FixtureContainer(pki.leaf).bytes()
        bytes[bytes.count / 2] ^= 1
        #expect(FilePKI.open(bytes).problem?.code == .p12MacMismatch)
    }

    /// A pass phrase, the bytes that went into MAC and parts, the scheme, and whether that is the standard's way.
    static let encodings: [(String, mac: [UInt8], part: [UInt8], FixtureContainer.Scheme, isStandard: Bool)] = {
        let typed = "z\u{142}\u{F3}w"
        let latin = "gr\u{FC}n"
        let utf8 = Array(typed.utf8)
        let widened = Array(String(String.UnicodeScalarView(utf8.map { Unicode.Scalar($0) })).utf8)
        let wide = typed.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let decomposed = Array(latin.decomposedStringWithCanonicalMapping.utf8)
        return [
            (typed, utf8, utf8, .tripleDES, true), (typed, utf8, utf8, .aes256, true),
            (typed, widened, widened, .tripleDES, false), (typed, utf8, wide, .aes256, false),
            (typed, utf8, wide + [0, 0], .aes256, false),
            (latin, Array(latin.utf8), [0x67, 0x72, 0xFC, 0x6E], .aes256, false),
            (latin, decomposed, decomposed, .aes256, false),
            (latin.decomposedStringWithCanonicalMapping, Array(latin.utf8), Array(latin.utf8), .tripleDES, false),
            ("\u{1F511}", Array("\u{1F511}".utf8), Array("\u{1F511}".utf8), .tripleDES, true),
            (
                "plain", Array("plain".utf8), "plain".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, .aes256,
                false
            ),
        ]
    }()

    @Test(arguments: encodings.indices) func encodingsOfOnePassPhrase(row: Int) throws {
        let (typed, mac, part, scheme, isStandard) = Self.encodings[row]
        var container = FixtureContainer(parts: [
            .init(content: [.certificate(pki.leaf)], scheme: scheme, passPhrase: part),
            .init(content: [.key(pki.leaf.key, scheme: scheme, passPhrase: part)]),
        ])
        container.macPassPhrase = mac
        let file = FilePKI.open(try container.bytes(), typed)
        #expect(file.identities.count == 1, "\(file.problem as Any)")
        #expect(file.codes.contains(.p12PasswordEncoding) != isStandard)
        #expect(!file.codes.contains(.p12MacMismatch))
    }

    @Test func bytesThatAreNoUTF8() throws {
        var container = FixtureContainer(pki.leaf, passPhrase: "gr\u{FC}n")
        container.macDigest = "SHA1"
        let options = IdentityFile.Options(passPhrase: PassPhrase(bytes: [0x67, 0x72, 0xFC, 0x6E]))
        #expect(IdentityFile(FilePKI.file("a.p12", try container.bytes()), options: options).identities.count == 1)
    }

    @Test func keyWithAPassPhraseOfItsOwn() throws {
        let bytes = Array("secret".utf8)
        var container = FixtureContainer(parts: [
            .init(content: [.certificate(pki.leaf)], scheme: .tripleDES, passPhrase: bytes),
            .init(content: [.key(pki.leaf.key, passPhrase: Array("other".utf8))]),
        ])
        container.macPassPhrase = bytes
        let made = try container.bytes()
        let locked = FilePKI.open(made)
        #expect(locked.problem?.code == .p12KeyPassword)
        #expect(locked.missing == .keyPassPhrase)
        #expect(locked.problem?.sentence.contains("client-one") == true)
        #expect(FilePKI.open(made, key: "third").problem?.sentence.contains("does not fit") == true)
        #expect(FilePKI.open(made, key: "third").missing == nil)
        #expect(FilePKI.open(made, key: "other").identities.count == 1)
        #expect(FilePKI.open(made, "other").problem?.code == .p12MacMismatch)
    }
}
