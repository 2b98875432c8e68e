import FileSamples
import Foundation
import Testing

@testable import Diagnosis
@testable import Trust

@Suite struct PKCS12Tests {
    let pki: FilePKI

    init() throws { pki = try FilePKI.shared.get() }

    func open(
        _ bytes: [UInt8],
        _ passPhrase: String? = "secret",
        key: String? = nil,
        legacy: LegacyProvider = .auto,
        name: String = "id.p12"
    ) -> IdentityFile {
        IdentityFile(
            FilePKI.file(name, bytes),
            options: .init(
                passPhrase: passPhrase.map { PassPhrase($0) },
                keyPassPhrase: key.map { PassPhrase($0) },
                legacyProvider: legacy
            )
        )
    }

    // MARK: Files that open

    @Test func schemes() throws {
        for (scheme, title) in [
            (FixtureContainer.Scheme.tripleDES, "PBE-SHA1-3DES"),
            (.aes256, "PBES2 AES-256-CBC, PBKDF2 with HMAC-SHA-256"),
            (.aes128, "PBES2 AES-128-CBC, PBKDF2 with HMAC-SHA-256"), (.rc2, "PBE-SHA1-RC2-40"),
        ] {
            let file = open(try FixtureContainer(pki.leaf, issuers: [pki.issuing], scheme: scheme).bytes())
            #expect(file.problem == nil)
            #expect(file.identities.map(\.leaf) == [pki.leaf.certificate])
            #expect(file.identities.first?.chain == [pki.issuing.certificate])
            #expect(file.identities.first?.name == "client-one")
            #expect(file.container?.parts.map(\.scheme) == [title, title])
            #expect(file.container?.parts.map(\.holds) == ["2 certificates", "private key"])
            #expect(file.container?.parts.map(\.iterations) == [2048, 2048])
            #expect(file.container?.mac?.iterations == 2048)
            #expect(file.container?.legacyAlgorithms == (scheme == .rc2 ? ["RC2-40-CBC"] : []))
        }
    }

    @Test func theKeyOfAnIdentityIsTheOneInTheFile() throws {
        let identity = try #require(open(try FixtureContainer(pki.leaf, scheme: .rc2).bytes()).identities.first)
        #expect(identity.withKey { OpenSSLKey.publicKeyInfo($0) } == pki.leaf.key.publicKeyInfo)
    }

    @Test func certificatesOfTheAuthorityFirst() throws {
        var container = FixtureContainer(pki.leaf, issuers: [pki.root, pki.issuing])
        container.parts[0].content.reverse()
        let file = open(try container.bytes())
        #expect(file.problem == nil)
        #expect(file.identities.first?.leaf == pki.leaf.certificate)
        #expect(file.identities.first?.chain == [pki.issuing.certificate, pki.root.certificate])
        #expect(file.codes == [.fileLeafNotFirst])
        #expect(file.remarks.first?.sentence.contains("number 2") == true)
    }

    @Test func severalIdentitiesWithTheirChains() throws {
        let bytes = Array("secret".utf8)
        let container = FixtureContainer(parts: [
            .init(
                content: [
                    .certificate(pki.issuing), .certificate(pki.other, name: "two"),
                    .certificate(pki.leaf, name: "one"),
                    .certificate(pki.rsa), .certificate(pki.root),
                ],
                scheme: .tripleDES,
                passPhrase: bytes
            ),
            .init(content: [
                .key(pki.leaf.key, passPhrase: bytes), .plainKey(pki.other.key),
                .key(pki.rsa.key, name: "rsa", passPhrase: bytes),
            ]),
        ])
        var sealed = container
        sealed.macPassPhrase = bytes
        let file = open(try sealed.bytes())
        #expect(file.problem == nil)
        // Keys that need no decryption come first.
        #expect(Set(file.identities.map(\.leaf)) == [pki.leaf.certificate, pki.other.certificate, pki.rsa.certificate])
        for identity in file.identities {
            #expect(identity.chain == [pki.issuing.certificate, pki.root.certificate])
            #expect(identity.withKey { OpenSSLKey.publicKeyInfo($0) } == identity.leaf.publicKeyInfo)
        }
        #expect(Set(file.identities.map(\.name)) == ["one", "two", "rsa"])
        #expect(file.codes.isEmpty)
    }

    @Test func theKeyIdentifierChoosesAmongCertificatesOfOneKey() throws {
        let renewed = try FixtureCertificate.issue("client-renewed", by: pki.issuing, key: pki.leaf.key)
        let bytes = Array("secret".utf8)
        var container = FixtureContainer(parts: [
            .init(content: [.certificate(pki.leaf, id: [1]), .certificate(renewed, id: [2])]),
            .init(content: [.key(pki.leaf.key, id: [2], passPhrase: bytes)]),
        ])
        container.macPassPhrase = bytes
        #expect(open(try container.bytes()).identities.map(\.leaf) == [renewed.certificate])
        container.parts[1] = .init(content: [.key(pki.leaf.key, id: [3], passPhrase: bytes)])
        #expect(open(try container.bytes()).identities.map(\.leaf) == [pki.leaf.certificate, renewed.certificate])
    }

    @Test func berWithIndefiniteLengthAndBytesBehind() throws {
        let der = try FixtureContainer(pki.leaf).bytes()
        let item = try #require(DERItem(der))
        let file = open([0x30, 0x80] + Array(item.content) + [0x00, 0x00])
        #expect(file.problem == nil)
        #expect(file.container?.encoding == "BER (indefinite length)")
        #expect(open(der + [0x0A]).notes == ["1 trailing byte behind the container ignored"])
        #expect(open(der + [0x0A]).problem == nil)
    }

    @Test func base64Text() throws {
        let text = Data(try FixtureContainer(pki.leaf).bytes()).base64EncodedString(options: .lineLength64Characters)
        let file = open(Array(text.utf8))
        #expect(file.problem == nil)
        #expect(file.codes == [.p12Base64])
        #expect(file.identities.count == 1)
    }

    @Test(arguments: ["a.pem", "a.cer", "a.txt"]) func underAnotherName(name: String) throws {
        let file = open(try FixtureContainer(pki.leaf).bytes(), name: name)
        #expect(file.problem == nil)
        #expect(file.codes == [.fileIsP12])
    }

    // MARK: Pass phrases

    @Test func emptyInBothForms() throws {
        for macForm in [[], nil] as [[UInt8]?] {
            var container = FixtureContainer(pki.leaf, passPhrase: "")
            container.macPassPhrase = macForm
            container.parts[0].passPhrase = macForm
            let bytes = try container.bytes()
            for given in ["", nil] as [String?] {
                let file = open(bytes, given)
                #expect(file.identities.count == 1, "\(file.problem as Any)")
                let form = macForm == nil ? "as nothing" : "as two zero bytes"
                #expect(file.container?.passPhraseForm?.hasSuffix(form) == true)
                #expect(file.notes.contains { $0.hasSuffix(form) })
            }
            let wrong = open(bytes, "x")
            #expect(wrong.problem?.code == .p12MacMismatch)
            #expect(wrong.problem?.sentence.contains("With the empty pass phrase the MAC verifies") == true)
        }
    }

    @Test func absentAndWrong() throws {
        let bytes = try FixtureContainer(pki.leaf).bytes()
        let absent = open(bytes, nil)
        #expect(absent.problem?.code == .p12MacMismatch)
        #expect(absent.missing == .passPhrase)
        #expect(absent.problem?.sentence.contains("No pass phrase was given") == true)
        let empty = open(bytes, "")
        #expect(empty.problem?.code == .p12MacMismatch)
        #expect(empty.missing == nil)
        let wrong = open(bytes, "Secret")
        #expect(
            wrong.problem?.sentence.contains("wrong, or the file was altered; the two cannot be told apart") == true
        )
        for (typed, words) in [(" secret\n", "without it the MAC verifies"), ("sec ", "is that meant")] {
            #expect(open(bytes, typed).problem?.sentence.contains(words) == true)
        }
    }

    @Test func aFlippedByteLooksTheSame() throws {
        var bytes = try FixtureContainer(pki.leaf).bytes()
        bytes[bytes.count / 2] ^= 1
        #expect(open(bytes).problem?.code == .p12MacMismatch)
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
        let file = open(try container.bytes(), typed)
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
        let locked = open(made)
        #expect(locked.problem?.code == .p12KeyPassword)
        #expect(locked.missing == .keyPassPhrase)
        #expect(locked.problem?.sentence.contains("client-one") == true)
        #expect(open(made, key: "third").problem?.sentence.contains("does not fit") == true)
        #expect(open(made, key: "third").missing == nil)
        #expect(open(made, key: "other").identities.count == 1)
        #expect(open(made, "other").problem?.code == .p12MacMismatch)
    }

    // MARK: No MAC

    @Test func withoutMAC() throws {
        var container = FixtureContainer(pki.leaf)
        container.macDigest = nil
        let bytes = try container.bytes()
        let right = open(bytes)
        #expect(right.identities.count == 1)
        #expect(right.codes.first == .p12NoMac)
        let wrong = open(bytes, "x")
        #expect(wrong.problem?.code == .p12DecryptFailed)
        #expect(wrong.codes == [.p12DecryptFailed, .p12NoMac])
        #expect(open(bytes, nil).missing == .passPhrase)
        container.parts[0].scheme = nil
        #expect(open(try container.bytes(), "x").problem?.code == .p12DecryptFailed)
    }

    @Test func nothingEncrypted() throws {
        var container = FixtureContainer(parts: [.init(content: [.certificate(pki.leaf), .plainKey(pki.leaf.key)])])
        container.macDigest = nil
        let file = open(try container.bytes(), nil)
        #expect(file.identities.count == 1)
        #expect(file.container?.parts.map(\.holds) == ["1 certificate, 1 private key, not encrypted"])
    }

    // MARK: Legacy algorithms

    @Test func legacyProvider() throws {
        let bytes = try FixtureContainer(pki.leaf, scheme: .rc2).bytes()
        let off = open(bytes, legacy: .off)
        #expect(off.problem?.code == .p12LegacyCipher)
        for words in ["RC2-40-CBC", "pass phrase is right", "--legacy-provider auto", "openssl pkcs12"] {
            #expect(off.problem?.description.contains(words) == true)
        }
        #expect(open(bytes, legacy: .on).identities.count == 1)
        let auto = open(bytes, legacy: .auto)
        #expect(auto.identities.count == 1)
        #expect(auto.notes == ["opened with OpenSSL's legacy provider: RC2-40-CBC"])
        #expect(open(bytes, "Secret", legacy: .off).problem?.code == .p12MacMismatch)
        #expect(open(try FixtureContainer(pki.leaf).bytes(), legacy: .off).identities.count == 1)
    }

    // MARK: Files that do not open

    @Test func truncated() throws {
        let bytes = try FixtureContainer(pki.leaf).bytes()
        for count in [bytes.count - 1, bytes.count / 2, 64] {
            let file = open(Array(bytes.prefix(count)))
            #expect(file.problem?.code == .p12Truncated)
            #expect(file.problem?.sentence.contains("announces \(bytes.count) bytes, and there are \(count)") == true)
        }
        let item = try #require(DERItem(bytes))
        let endless = open([0x30, 0x80] + Array(item.content))
        #expect(endless.problem?.code == .p12Truncated)
    }

    @Test func damagedInside() throws {
        var bytes = try FixtureContainer(pki.leaf).bytes()
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xA0, 0x82]) })
        bytes[place + 4] ^= 0x40
        let file = open(bytes)
        #expect(file.problem != nil)
        #expect(file.problem?.code != .p12MacMismatch)
    }

    @Test func noKey() throws {
        var container = FixtureContainer(parts: [
            .init(content: [.certificate(pki.leaf), .certificate(pki.issuing)], scheme: .aes256, passPhrase: [0x78])
        ])
        container.macPassPhrase = [0x78]
        container.macDigest = "SHA256"
        let file = open(try container.bytes(), "x")
        #expect(file.problem?.code == .p12NoKey)
        #expect(file.problem?.sentence.contains("2 certificates: client-one and Client Issuing CA") == true)
        #expect(file.codes == [.p12NoKey])
    }

    @Test func keyAlone() throws {
        var container = FixtureContainer(parts: [.init(content: [.plainKey(pki.leaf.key)])])
        container.macPassPhrase = []
        #expect(open(try container.bytes(), nil).problem?.code == .fileIsPrivateKey)
    }

    @Test func keyAndCertificateThatDoNotBelongTogether() throws {
        var container = FixtureContainer(pki.leaf, issuers: [pki.issuing])
        container.parts[1] = .init(content: [.key(pki.rsa.key, id: [1, 2, 3], passPhrase: Array("secret".utf8))])
        let file = open(try container.bytes())
        #expect(file.problem?.code == .identityKeyMismatch)
        for words in [pki.leaf.certificate.spkiPin, pki.rsa.certificate.spkiPin, "EC P-256 and RSA 2048", "client-one"]
        {
            #expect(file.problem?.sentence.contains(words) == true)
        }
    }

    /// One MAC, one part and one key of 2048 rounds each.
    @Test(arguments: [(6143, false), (6144, true)]) func roundsAreBoundedInAll(limit: Int, opens: Bool) throws {
        var opener = PKCS12Opener(
            name: "a.p12",
            bytes: try FixtureContainer(pki.leaf).bytes(),
            isWholeFile: true,
            passPhrase: PassPhrase("secret"),
            keyPassPhrase: nil,
            legacyProvider: .auto
        )
        opener.maximumRounds = limit
        let opened = opener.open()
        #expect(opened.keys.count == (opens ? 1 : 0))
        #expect(opened.problem?.code == (opens ? nil : .p12Iterations))
    }

    @Test func iterationsAreBounded() throws {
        var container = FixtureContainer(pki.leaf)
        container.macIterations = 20_000_000
        container.macDigest = nil
        let bytes = try container.bytes()
        // A MAC of 2^31 - 1 rounds, put behind by hand: computing it would take minutes.
        let item = try #require(DERItem(bytes))
        let digest = DERText.sequence([
            DERText.sequence([
                DERText.sequence([[0x06, 0x05, 0x2B, 0x0E, 0x03, 0x02, 0x1A], [0x05, 0x00]]),
                [0x04, 20] + [UInt8](repeating: 7, count: 20),
            ]), [0x04, 8, 1, 2, 3, 4, 5, 6, 7, 8], [0x02, 0x04, 0x7F, 0xFF, 0xFF, 0xFF],
        ])
        let started = ContinuousClock.now
        let file = open(DERText.sequence([Array(item.content), digest]))
        #expect(file.problem?.code == .p12Iterations)
        #expect(file.problem?.sentence.contains("2147483647") == true)
        #expect(ContinuousClock.now - started < .seconds(30))
    }

    @Test func manyIterationsAreNoted() throws {
        var container = FixtureContainer(pki.leaf)
        container.macIterations = 600_001
        let file = open(try container.bytes())
        #expect(file.identities.count == 1)
        #expect(file.notes.contains { $0.contains("600001 iterations") && $0.contains("600000") })
    }

    // MARK: RFC 9579

    @Test func macOfRFC9579() throws {
        var container = FixtureContainer(pki.leaf, scheme: .aes256)
        container.macDigest = nil
        let bytes = try FixtureMAC.appendPBMAC1(to: try container.bytes(), passPhrase: "secret", iterations: 2048)
        let file = open(bytes)
        #expect(file.problem == nil)
        #expect(file.container?.mac?.algorithm == "PBMAC1 SHA-256")
        #expect(open(bytes, "x").problem?.code == .p12MacMismatch)
        #expect(file.appleImport.allSatisfy { $0.status == -25293 })
    }

    // MARK: SecPKCS12Import

    @Test func statusesOfApple() throws {
        var noMAC = FixtureContainer(pki.leaf)
        noMAC.macDigest = nil
        var modernMAC = FixtureContainer(pki.leaf)
        modernMAC.macDigest = "SHA256"
        var emptyAsNothing = FixtureContainer(pki.leaf, passPhrase: "")
        emptyAsNothing.macPassPhrase = nil
        emptyAsNothing.parts[0].passPhrase = nil
        let table: [(FixtureContainer, String?, [Int])] = [
            (FixtureContainer(pki.leaf), "secret", [0, 0, 0, 0]),
            (FixtureContainer(pki.leaf, scheme: .rc2), "secret", [0, 0, 0, 0]),
            (FixtureContainer(pki.leaf, scheme: .aes256), "secret", [-25293, 0, -25293, 0]),
            (FixtureContainer(pki.leaf, scheme: .aes128), "secret", [-25293, -26275, -25293, -26275]),
            (modernMAC, "secret", [-25293, 0, -25293, 0]),
            (noMAC, "secret", [-26275, -26275, -26275, -26275]),
            (FixtureContainer(pki.leaf, passPhrase: ""), "", [0, 0, -25293, -25293]),
            (emptyAsNothing, nil, [-25293, -25293, 0, 0]),
            (FixtureContainer(pki.leaf), "wrong", [-25293, -25293, -25293, -25293]),
        ]
        for (number, (container, passPhrase, statuses)) in table.enumerated() {
            let file = open(try container.bytes(), passPhrase)
            #expect(file.appleImport.map(\.status) == statuses, "row \(number)")
            let fails = statuses.prefix(2).contains { $0 != 0 } && file.problem == nil
            #expect(file.codes.contains(.p12Apple) == fails, "row \(number)")
        }
        let remark = try #require(open(try modernMAC.bytes()).remarks.first { $0.code == .p12Apple })
        for words in [
            "-25293 (errSecAuthFailed) on iOS 17 and before", "MAC (SHA-256)", "looks like a wrong pass phrase",
        ] {
            #expect(remark.sentence.contains(words))
        }
    }
}
