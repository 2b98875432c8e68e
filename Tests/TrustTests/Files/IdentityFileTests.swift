import FileSamples
import Foundation
import Testing

@testable import Diagnosis
@testable import Trust

@Suite struct IdentityFileTests {
    let pki: FilePKI

    init() throws { pki = try FilePKI.shared.get() }

    func open(_ name: String, _ text: String, key: FileSnapshot? = nil, _ options: IdentityFile.Options = .init())
        -> IdentityFile
    {
        IdentityFile(FilePKI.file(name, text), key: key, options: options)
    }

    static func phrase(_ text: String) -> IdentityFile.Options { .init(passPhrase: PassPhrase(text)) }

    var keyPEM: String { FilePKI.pem("PRIVATE KEY", pki.leaf.key.pkcs8) }

    // MARK: In the open

    @Test func keyForms() {
        let key = pki.leaf.key
        let parameters = FilePKI.pem("EC PARAMETERS", [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])
        for text in [
            keyPEM, FilePKI.pem("EC PRIVATE KEY", key.traditional),
            parameters + FilePKI.pem("EC PRIVATE KEY", key.traditional),
        ] {
            for whole in [text + pki.leaf.pem + pki.issuing.pem, pki.leaf.pem + pki.issuing.pem + text] {
                let file = open("id.pem", whole)
                #expect(file.problem == nil)
                #expect(file.identities.map(\.leaf) == [pki.leaf.certificate])
                #expect(file.identities.first?.chain == [pki.issuing.certificate])
                #expect(file.codes.isEmpty)
            }
        }
        let rsa = open("id.pem", pki.rsa.pem + FilePKI.pem("RSA PRIVATE KEY", pki.rsa.key.traditional))
        #expect(rsa.identities.map(\.leaf) == [pki.rsa.certificate])
    }

    @Test func keyInAFileOfItsOwn() {
        for (name, bytes) in [
            ("id.key", Array(keyPEM.utf8)), ("id.key.der", pki.leaf.key.pkcs8), ("id.der", pki.leaf.key.traditional),
        ] {
            let file = open("id.pem", pki.leaf.pem, key: FilePKI.file(name, bytes))
            #expect(file.identities.count == 1, "\(name)")
            #expect(file.codes.isEmpty)
        }
        let der = IdentityFile(FilePKI.file("id.cer", pki.leaf.der), key: FilePKI.file("id.key", keyPEM))
        #expect(der.identities.count == 1)
        let bundle = FixtureBundle.pkcs7([pki.issuing, pki.leaf])
        let pkcs7 = IdentityFile(FilePKI.file("id.p7b", bundle), key: FilePKI.file("id.key", keyPEM))
        #expect(pkcs7.identities.first?.chain == [pki.issuing.certificate])
        #expect(open("id.pem", pki.leaf.pem, key: FilePKI.file("id.key", pki.leaf.key.pkcs8)).codes == [.fileIsDer])
    }

    @Test func encryptedKeys() throws {
        let forms = [
            FilePKI.pem("ENCRYPTED PRIVATE KEY", pki.leaf.key.encrypted("secret")),
            pki.leaf.key.encryptedTraditionalPEM("secret"),
        ]
        for key in forms {
            let text = pki.leaf.pem + key
            #expect(open("id.pem", text, Self.phrase("secret")).identities.count == 1)
            #expect(open("id.pem", text, .init(keyPassPhrase: PassPhrase("secret"))).identities.count == 1)
            let none = open("id.pem", text)
            #expect(none.problem?.code == .p12KeyPassword)
            #expect(none.missing == .keyPassPhrase)
            let wrong = open("id.pem", text, Self.phrase("x"))
            #expect(wrong.problem?.code == .p12KeyPassword)
            #expect(wrong.missing == nil)
            #expect(wrong.problem?.sentence.contains("client-one") == true)
        }
        let der = IdentityFile(
            FilePKI.file("id.cer", pki.leaf.der),
            key: FilePKI.file("key.der", pki.leaf.key.encrypted("secret")),
            options: Self.phrase("secret")
        )
        #expect(der.identities.count == 1)
    }

    @Test func leafNotFirst() throws {
        let file = open("id.pem", pki.root.pem + pki.issuing.pem + pki.leaf.pem + keyPEM)
        #expect(file.problem == nil)
        #expect(file.codes == [.fileLeafNotFirst])
        #expect(file.identities.first?.chain == [pki.issuing.certificate, pki.root.certificate])
        let sentence = try #require(file.remarks.first).sentence
        #expect(sentence.contains("0: Client Root, 1: Client Issuing CA and 2: client-one"))
        #expect(sentence.contains("number 2"))
    }

    @Test func mismatch() throws {
        let file = open(
            "id.pem",
            pki.leaf.pem,
            key: FilePKI.file("wrong.key", FilePKI.pem("PRIVATE KEY", pki.other.key.pkcs8))
        )
        #expect(file.problem?.code == .identityKeyMismatch)
        for words in [
            "\"wrong.key\"", "\"id.pem\"", pki.leaf.certificate.spkiPin, pki.other.certificate.spkiPin,
            "Nothing was sent",
        ] {
            #expect(file.problem?.sentence.contains(words) == true)
        }
        #expect(file.problem?.sentence.contains("types differ") == false)
        #expect(file.identities.isEmpty)
    }

    @Test func certificatesThatBelongToNoIdentityAreSaid() {
        let file = open("id.pem", pki.leaf.pem + pki.other.pem + keyPEM)
        #expect(file.identities.count == 1)
        #expect(file.notes == ["client-two belongs to no identity in the file"])
        #expect(file.certificates.count == 2)
    }

    // MARK: What is no identity

    @Test func strangers() throws {
        let trust = try FixtureContainer(pki.leaf).bytes()
        let table: [(String, [UInt8], DiagnosisCode)] = [
            ("a.pem", Array(pki.leaf.pem.utf8), .p12NoKey), ("a.cer", pki.leaf.der, .p12NoKey),
            ("a.p7b", FixtureBundle.pkcs7([pki.leaf]), .fileIsPkcs7), ("a.key", Array(keyPEM.utf8), .fileIsPrivateKey),
            ("a.csr", pki.leaf.key.request("x"), .fileIsCsr), ("a.pub", pki.leaf.key.publicKeyInfo, .fileIsPublicKey),
            ("a.p12", Array("<html>".utf8), .fileIsHtml), ("a.p12", [0xFE, 0xED, 0xFE, 0xED], .fileIsJks),
            ("a.p12", Array("hello".utf8), .fileUnrecognized), ("a.p12", [], .fileEmpty),
            ("a.p12", Array(trust.prefix(100)), .p12Truncated),
            (
                "a.pem", Array(FilePKI.pem("OPENSSH PRIVATE KEY", [1]).utf8) + Array(pki.leaf.pem.utf8),
                .fileIsPrivateKey
            ),
            ("a.pem", Array(FilePKI.pem("PRIVATE KEY", [1, 2]).utf8) + Array(pki.leaf.pem.utf8), .fileIsPrivateKey),
        ]
        for (name, bytes, code) in table {
            let file = IdentityFile(FilePKI.file(name, bytes), options: Self.phrase("secret"))
            #expect(file.problem?.code == code, "\(name) \(file.problem as Any)")
            #expect(file.identities.isEmpty)
        }
        for (bytes, code) in [
            (Array(pki.leaf.pem.utf8), DiagnosisCode.p12NoKey), (trust, .fileIsP12),
            (Array("<html>".utf8), .fileIsHtml), ([], .fileEmpty),
        ] {
            let file = open("id.pem", pki.leaf.pem, key: FilePKI.file("k", bytes))
            #expect(file.problem?.code == code, "\(file.problem as Any)")
        }
    }

    @Test func pemUnderTheNameOfAContainer() {
        let file = open("id.p12", pki.leaf.pem + keyPEM)
        #expect(file.problem == nil)
        #expect(file.codes == [.fileIsPem])
        #expect(file.remarks.first?.sentence.contains("1 certificate, 1 private key") == true)
        #expect(file.appleImport.isEmpty)
    }

    // MARK: Strength and dates

    @Test func securityLevels() throws {
        var options = FixtureCertificate.Options()
        let small = try FixtureCertificate.issue("small", by: pki.issuing, key: .rsa(1024), options)
        options.digest = "SHA1"
        let old = try FixtureCertificate.issue("old", by: pki.issuing, options)
        let selfMade = try FixtureCertificate.issue("self", options)
        func codes(_ certificate: FixtureCertificate, _ level: Int) throws -> [DiagnosisCode] {
            let text = certificate.pem + FilePKI.pem("PRIVATE KEY", certificate.key.pkcs8)
            return try #require(open("id.pem", text).identities.first).weaknesses(atSecurityLevel: level).map(\.code)
        }
        #expect(try codes(pki.leaf, 2) == [])
        #expect(try codes(pki.leaf, 3) == [])
        #expect(try codes(pki.leaf, 4) == [.identityWeakKey, .identityWeakDigest])
        #expect(try codes(pki.rsa, 3) == [.identityWeakKey])
        #expect(try codes(small, 1) == [])
        #expect(try codes(small, 2) == [.identityWeakKey])
        #expect(try codes(old, 0) == [])
        #expect(try codes(old, 1) == [.identityWeakDigest])
        #expect(try codes(old, 2) == [.identityWeakDigest])
        #expect(try codes(selfMade, 2) == [])
    }

    @Test func remarksBeforeSending() throws {
        var server = FixtureCertificate.Options()
        server.usages = "serverAuth"
        server.to = Date(timeIntervalSince1970: 1_767_225_700)
        let leaf = try FixtureCertificate.issue("server", by: pki.issuing, server)
        let file = open(
            "id.pem",
            leaf.pem + FilePKI.pem("PRIVATE KEY", leaf.key.pkcs8),
            .init(date: FilePKI.now)
        )
        #expect(file.problem == nil)
        #expect(file.codes == [.clientExpired, .clientPurpose])
        #expect(open("id.pem", pki.leaf.pem + keyPEM, .init(date: FilePKI.now)).codes.isEmpty)
    }

    @Test func summaryHoldsNoKey() throws {
        let identity = try #require(open("id.pem", pki.leaf.pem + pki.issuing.pem + keyPEM).identities.first)
        #expect(identity.summary.leaf == pki.leaf.certificate.sha256)
        #expect(identity.summary.chain == [pki.issuing.certificate.sha256])
        #expect(identity.file == "id.pem")
    }
}
