import FileSamples
import Foundation
import Testing

@testable import Diagnosis
@testable import Trust

@Suite struct CertificateFileTests {
    let pki: FilePKI

    init() throws { pki = try FilePKI.shared.get() }

    func judge(_ name: String, _ bytes: [UInt8], as role: CertificateFile.Role = .certificate) -> CertificateFile {
        CertificateFile(FilePKI.file(name, bytes), as: role)
    }

    func judge(_ name: String, _ text: String, as role: CertificateFile.Role = .certificate) -> CertificateFile {
        judge(name, Array(text.utf8), as: role)
    }

    // MARK: What can be used

    @Test func derAndPEM() {
        for name in ["a.cer", "a.der", "a.crt", "a"] {
            let file = judge(name, pki.leaf.der)
            #expect(file.format == .der)
            #expect(file.certificates == [pki.leaf.certificate])
            #expect(file.codes.isEmpty, "\(name)")
        }
        for name in ["a.pem", "a.crt", "a"] {
            let file = judge(name, pki.leaf.pem + pki.issuing.pem)
            #expect(file.format == .pem)
            #expect(file.certificates == [pki.leaf.certificate, pki.issuing.certificate])
            #expect(file.codes.isEmpty, "\(name)")
        }
    }

    @Test func severalInDERAndBytesBehind() {
        let file = judge("a.der", pki.leaf.der + pki.issuing.der + [0x0A])
        #expect(file.certificates == [pki.leaf.certificate, pki.issuing.certificate])
        #expect(file.codes.isEmpty)
        #expect(file.notes == ["1 trailing byte behind the last certificate ignored"])
    }

    @Test(arguments: ["cer", "der", "p12"]) func pemUnderAnotherName(suffix: String) throws {
        let file = judge("pin.\(suffix)", pki.leaf.pem)
        #expect(file.problem == nil)
        #expect(file.codes == [.fileIsPem])
        let sentence = try #require(file.remarks.first).sentence
        #expect(sentence.contains("\"pin.\(suffix)\"") && sentence.contains("1 certificate"))
    }

    @Test func derUnderATextName() throws {
        let file = judge("ca.pem", pki.root.der)
        #expect(file.codes == [.fileIsDer])
        #expect(try #require(file.remarks.first).sentence.contains("30 82"))
        #expect(file.certificates == [pki.root.certificate])
    }

    @Test func byteOrderMarkAndPreamble() {
        let file = judge(
            "a.pem",
            [0xEF, 0xBB, 0xBF] + Array("# one\n# \u{E9}\n".utf8) + [0xE9, 0x0A] + Array(pki.leaf.pem.utf8)
        )
        #expect(file.codes.isEmpty)
        #expect(file.certificates == [pki.leaf.certificate])
        #expect(file.notes == ["UTF-8 byte order mark skipped", "3 lines of text outside of the blocks skipped"])
    }

    @Test func utf16InEitherOrder() throws {
        for (mark, isLittle) in [([0xFF, 0xFE], true), ([0xFE, 0xFF], false), ([], true), ([], false)]
            as [([UInt8], Bool)]
        {
            let wide = pki.leaf.pem.utf16.flatMap { unit in
                isLittle ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            }
            let file = judge("a.pem", mark + wide)
            #expect(file.codes == [.fileUtf16])
            #expect(file.certificates == [pki.leaf.certificate])
            #expect(try #require(file.remarks.first).sentence.contains(isLittle ? "UTF-16LE" : "UTF-16BE"))
        }
    }

    @Test func armorThatIsBroken() throws {
        let lines = pki.leaf.pem.split(separator: "\n")
        let blank = judge("a.pem", lines[0] + "\n\n" + lines[1...].joined(separator: "\n"))
        #expect(blank.problem == nil && blank.codes == [.fileBadArmor])
        #expect(try #require(blank.remarks.first).sentence.contains("line 2"))
        let endless = judge("a.pem", lines.dropLast().joined(separator: "\n"))
        #expect(endless.problem == nil && endless.codes == [.fileBadArmor])
        #expect(endless.certificates == [pki.leaf.certificate])
        let one = judge("a.pem", pki.leaf.pem.replacing("\n", with: "\\n"))
        #expect(one.problem == nil && one.codes == [.fileBadArmor])
        #expect(one.certificates == [pki.leaf.certificate])
    }

    @Test func aCertificateThatIsLostIsAnError() throws {
        let lines = pki.leaf.pem.split(separator: "\n")
        let stray = lines[0...2].joined(separator: "\n") + "\n!!! \n" + lines[4...].joined(separator: "\n")
        let file = judge("bundle.pem", pki.issuing.pem + stray)
        #expect(file.problem?.code == .fileBadArmor)
        #expect(file.certificates == [pki.issuing.certificate])
        #expect(try #require(file.problem).sentence.contains("no certificate comes out of it"))
        let cut = judge("a.pem", FilePKI.pem("CERTIFICATE", Array(pki.leaf.der.dropLast(9))))
        #expect(cut.problem?.code == .chainMalformed)
        #expect(
            try #require(cut.problem).sentence.contains(
                "\(pki.leaf.der.count - 9) bytes, of \(pki.leaf.der.count) that"
            )
        )
    }

    @Test func aChainKeepsTheMemberThatDoesNotDecode() {
        let file = judge("a.pem", pki.leaf.pem + FilePKI.pem("CERTIFICATE", [0x30, 0x03, 1, 2, 3]), as: .chain)
        #expect(file.problem == nil)
        #expect(file.presented.count == 2)
        #expect(file.certificates.count == 1)
        #expect(file.codes == [.chainMalformed])
    }

    @Test func pkcs7InDERAndPEM() throws {
        let bundle = FixtureBundle.pkcs7([pki.leaf, pki.issuing])
        for file in [judge("a.p7b", bundle), judge("a.p7b", FilePKI.pem("PKCS7", bundle)), judge("a.cer", bundle)] {
            #expect(file.problem == nil)
            #expect(file.codes.first == .fileIsPkcs7)
            #expect(Set(file.certificates) == [pki.leaf.certificate, pki.issuing.certificate])
            #expect(try #require(file.remarks.first).sentence.contains("client-one"))
        }
    }

    @Test func trustedCertificateOfOpenSSL() {
        let file = judge("a.pem", FilePKI.pem("TRUSTED CERTIFICATE", pki.root.der + [0x30, 0x00]))
        #expect(file.problem == nil)
        #expect(file.certificates == [pki.root.certificate])
    }

    @Test func base64WithoutArmor() {
        let text = Data(pki.leaf.der).base64EncodedString(options: [
            .lineLength76Characters, .endLineWithCarriageReturn,
        ])
        let file = judge("a.cer", text)
        #expect(file.problem == nil)
        #expect(file.codes == [.fileBadArmor])
        #expect(file.certificates == [pki.leaf.certificate])
    }

    @Test func privateKeyBesideCertificates() {
        let file = judge("a.pem", FilePKI.pem("PRIVATE KEY", pki.leaf.key.pkcs8) + pki.leaf.pem)
        #expect(file.problem == nil)
        #expect(file.certificates == [pki.leaf.certificate])
        #expect(file.notes.contains { $0.contains("private key") })
    }

    @Test func orderOfAChainIsSaid() {
        let file = judge("a.pem", pki.root.pem + pki.issuing.pem + pki.leaf.pem)
        #expect(file.codes.isEmpty)
        #expect(file.notes == ["not in the order of a chain: number 2 (client-one) is the leaf"])
        #expect(judge("a.pem", pki.leaf.pem + pki.issuing.pem + pki.root.pem).notes.isEmpty)
    }

    // MARK: What cannot

    /// What a file is in place of a certificate: format, code, words that the sentence has to have.
    func strangers() throws -> [(String, [UInt8], FileFormat?, DiagnosisCode, [String])] {
        let key = pki.leaf.key
        let p12 = try FixtureContainer(pki.leaf).bytes()
        let bytes = { (text: String) in Array(text.utf8) }
        return [
            (
                "k.pem", bytes(FilePKI.pem("PRIVATE KEY", key.pkcs8)), .pem, .fileIsPrivateKey,
                ["PRIVATE KEY", "wanted"]
            ),
            (
                "k.pem", bytes(FilePKI.pem("EC PRIVATE KEY", key.traditional)), .pem, .fileIsPrivateKey,
                ["EC PRIVATE KEY"]
            ),
            (
                "k.pem", bytes(FilePKI.pem("ENCRYPTED PRIVATE KEY", key.encrypted("x"))), .pem, .fileIsPrivateKey,
                ["ENCRYPTED"]
            ),
            ("k.pem", bytes(FilePKI.pem("OPENSSH PRIVATE KEY", [1, 2, 3])), .pem, .fileIsPrivateKey, ["OPENSSH"]),
            ("k.der", key.pkcs8, .privateKey, .fileIsPrivateKey, ["PKCS#8"]),
            ("k.der", key.traditional, .privateKey, .fileIsPrivateKey, ["SEC 1"]),
            ("k.der", pki.rsa.key.traditional, .privateKey, .fileIsPrivateKey, ["PKCS#1"]),
            ("k.der", key.encrypted("x"), .privateKey, .fileIsPrivateKey, ["encrypted"]),
            ("r.pem", bytes(FilePKI.pem("CERTIFICATE REQUEST", key.request("www"))), .pem, .fileIsCsr, ["CN=www"]),
            ("r.csr", key.request("www"), .certificateRequest, .fileIsCsr, ["CN=www"]),
            ("i.p12", p12, .pkcs12, .fileIsP12, ["--identity i.p12".replacing("--identity ", with: ""), "wanted"]),
            ("i.pem", p12, .pkcs12, .fileIsP12, ["PKCS#12"]),
            (
                "s.jks", [0xFE, 0xED, 0xFE, 0xED, 0, 0, 0, 2, 0, 0, 0, 0], .javaKeyStore, .fileIsJks,
                ["JKS", "no entries"]
            ),
            ("s.jks", [0xCE, 0xCE, 0xCE, 0xCE, 0, 0, 0, 2], .javaKeyStore, .fileIsJks, ["JCEKS"]),
            (
                "p.cer", bytes("\n <!DOCTYPE html><html><title> Log\n in </title>"), .html, .fileIsHtml,
                ["web page", "Log in"]
            ),
            ("p.cer", bytes("<HTML>"), .html, .fileIsHtml, ["web page"]),
            ("x.pem", bytes(FilePKI.pem("DH PARAMETERS", [0x30, 0x00])), .pem, .fileUnrecognized, ["DH PARAMETERS"]),
            (
                "x.cer", bytes("hello"), .unrecognized, .fileUnrecognized,
                ["5 bytes", "68 65 6c 6c 6f", "PKCS#12", "PEM"]
            ),
            ("x.cer", [0x30, 0x03, 0x02, 0x01, 0x07], .unrecognized, .fileUnrecognized, ["30 03 02 01 07"]),
            ("c.cer", Array(pki.leaf.der.prefix(200)), .der, .chainMalformed, ["200 bytes, of \(pki.leaf.der.count)"]),
        ]
    }

    @Test func strangersAreNamed() throws {
        for (name, bytes, format, code, words) in try strangers() {
            for role in CertificateFile.Role.allCases where !(role == .chain && code == .chainMalformed) {
                let file = judge(name, bytes, as: role)
                #expect(file.format == format, "\(name) \(code)")
                #expect(file.problem?.code == code, "\(name) \(role)")
                #expect(file.certificates.isEmpty)
                for word in words {
                    #expect(file.problem?.description.contains(word) == true, "\(file.problem as Any)")
                }
            }
        }
    }

    @Test func keysAreNeverShown() throws {
        let secret = Data(pki.leaf.key.pkcs8).base64EncodedString()
        for (name, bytes, _, _, _) in try strangers() {
            let file = judge(name, bytes)
            let shown = "\(file.problem as Any) \(file.remarks) \(file.notes)"
            for start in stride(from: 0, to: secret.count - 16, by: 8) {
                let part = secret.dropFirst(start).prefix(16)
                #expect(!shown.contains(part))
            }
        }
    }

    @Test func bareKeysArePins() throws {
        for bytes in [Array(FilePKI.pem("PUBLIC KEY", pki.leaf.key.publicKeyInfo).utf8), pki.leaf.key.publicKeyInfo] {
            let pin = judge("k.pub", bytes, as: .pin)
            #expect(pin.problem == nil)
            #expect(pin.codes == [.fileIsPublicKey])
            #expect(pin.pins == [.publicKey(pki.leaf.certificate.publicKeySHA256)])
            #expect(try #require(pin.remarks.first).sentence.contains(pki.leaf.certificate.spkiPin))
            #expect(judge("k.pub", bytes, as: .anchor).problem?.code == .fileIsPublicKey)
            #expect(judge("k.pub", bytes, as: .chain).problem?.code == .fileIsPublicKey)
        }
    }

    @Test func provisioningProfile() throws {
        let list: [String: Any] = [
            "TeamName": "Lab Team", "TeamIdentifier": ["AB12"], "ProvisionedDevices": ["a", "b"],
            "Entitlements": ["application-identifier": "AB12.test.lab.app"], "ExpirationDate": FilePKI.now,
            "DeveloperCertificates": [Data(pki.leaf.der)],
        ]
        let content = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        let file = judge("a.mobileprovision", FixtureBundle.pkcs7([pki.root], content: [UInt8](content)))
        #expect(file.format == .provisioningProfile)
        #expect(file.problem?.code == .fileIsMobileprovision)
        let sentence = try #require(file.problem).sentence
        for word in ["Lab Team", "AB12.test.lab.app", "2 devices", "client-one", "2026-11-30", "no private key"] {
            #expect(sentence.contains(word), "\(sentence)")
        }
    }

    @Test func chineseStandards() throws {
        let certificate = try FixtureCertificate.issue(
            "gm",
            by: nil,
            key: .ec("SM2"),
            {
                var options = FixtureCertificate.Options()
                options.digest = "SM3"
                return options
            }()
        )
        let file = judge("a.cer", certificate.der)
        #expect(file.problem?.code == .fileIsSm2)
        #expect(file.certificates.count == 1)
        #expect(try #require(file.problem).sentence.contains("SM2"))
    }

    // MARK: Remarks about dates and strength

    @Test func datesAndWeaknessesAreRemarks() throws {
        var options = FixtureCertificate.Options()
        options.to = Date(timeIntervalSince1970: 1_767_225_700)
        options.digest = "SHA1"
        let old = try FixtureCertificate.issue("old", by: pki.root, key: .rsa(1024), options)
        options.from = Date(timeIntervalSince1970: 2_000_000_000)
        options.to = Date(timeIntervalSince1970: 2_000_000_100)
        options.digest = "SHA256"
        let early = try FixtureCertificate.issue("early", by: pki.root, options)
        let file = CertificateFile(FilePKI.file("a.pem", old.pem + early.pem), as: .certificate, at: FilePKI.now)
        #expect(file.problem == nil)
        #expect(file.codes == [.dateExpired, .chainWeakDigest, .chainWeakKey, .dateNotYetValid])
        #expect(CertificateFile(FilePKI.file("a.pem", old.pem), as: .anchor, at: FilePKI.now).codes.isEmpty)
    }

    @Test func problemsOfReadingComeThrough() {
        let file = CertificateFile(
            FileSnapshot(path: "/lab/none.pem", content: .failure(.fileMissing(path: "/lab/none.pem")))
        )
        #expect(file.problem?.code == .fileMissing)
        #expect(file.format == nil)
        #expect(CertificateFile(FilePKI.file("a.pem", "")).problem?.code == .fileEmpty)
    }
}
