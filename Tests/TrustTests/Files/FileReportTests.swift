import FileSamples
import Foundation
import Testing

@testable import Diagnosis
@testable import Trust

@Suite struct FileReportTests {
    let pki: FilePKI

    init() throws { pki = try FilePKI.shared.get() }

    func object(_ value: some Encodable) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)) as? [String: Any])
    }

    /// The names are stable: programs read them.
    @Test func jsonOfCertificates() throws {
        let file = CertificateFile(FilePKI.file("pin.cer", pki.leaf.pem + pki.issuing.pem))
        let json = try object(FileReport(file: "pin.cer", file))
        #expect(
            Set(json.keys) == [
                "file", "format", "codes", "remarks", "notes", "certificates", "publicKeys", "built",
            ]
        )
        #expect(json["format"] as? String == "pem")
        #expect(json["codes"] as? [String] == ["file.is-pem"])
        let certificates = try #require(json["certificates"] as? [[String: Any]])
        #expect(
            Set(certificates[0].keys) == [
                "number", "subject", "issuer", "serialNumber", "notBefore", "notAfter", "key", "signatureAlgorithm",
                "dnsNames", "ipAddresses", "isAuthority", "extendedKeyUsage", "sha256", "spki",
            ]
        )
        #expect(certificates[0]["notBefore"] as? String == "2026-01-01T00:00:00Z")
        #expect(certificates[0]["extendedKeyUsage"] as? [String] == ["clientAuth"])
        #expect(certificates[0]["sha256"] as? String == pki.leaf.certificate.sha256.hex)
        #expect(certificates[1]["isAuthority"] as? Bool == true)
    }

    @Test func jsonOfIdentities() throws {
        let bytes = try FixtureContainer(pki.leaf, issuers: [pki.issuing]).bytes()
        let file = IdentityFile(FilePKI.file("id.p12", bytes), options: .init(passPhrase: PassPhrase("secret")))
        let json = try object(FileReport(file: "id.p12", file))
        #expect(
            Set(json.keys) == [
                "file", "format", "codes", "remarks", "notes", "certificates", "publicKeys", "identities", "container",
                "opens",
            ]
        )
        let identity = try #require((json["identities"] as? [[String: Any]])?.first)
        #expect(
            Set(identity.keys) == [
                "name", "subject", "issuer", "leaf", "chain", "chainSubjects", "key", "spki", "missingIssuer",
                "certificate",
            ]
        )
        #expect(identity["missingIssuer"] as? String == "CN=Client Root, O=Lab")
        let container = try #require(json["container"] as? [String: Any])
        #expect(
            Set(container.keys) == ["mac", "parts", "encoding", "passPhraseForm", "legacyAlgorithms", "appleImport"]
        )
    }

    @Test func documentOfSeveral() throws {
        let good = FileReport(file: "a.cer", CertificateFile(FilePKI.file("a.cer", pki.leaf.pem)))
        let bad = FileReport(file: "b.cer", CertificateFile(FilePKI.file("b.cer", "<html>")))
        let worse = FileReport(file: "c.cer", CertificateFile(FilePKI.file("c.cer", "")))
        let document = FilesDocument([good, bad, worse])
        #expect(document.code == .fileIsHtml)
        #expect(document.codes == [.fileIsPem, .fileIsHtml, .fileEmpty])
        #expect(document.reason == bad.reason)
        #expect(!document.isUsable)
        let json = try object(document)
        #expect(json["schema"] as? String == "countersign.files/1")
        #expect((json["files"] as? [Any])?.count == 3)
        let well = try object(FilesDocument([good]))
        #expect(well["code"] == nil && well["reason"] == nil)
        #expect(try JSONDecoder().decode(FilesDocument.self, from: JSONEncoder().encode(document)) == document)
    }

    @Test func text() throws {
        let bytes = try FixtureContainer(pki.leaf, issuers: [pki.issuing], scheme: .aes256).bytes()
        let file = IdentityFile(FilePKI.file("id.p12", bytes), options: .init(passPhrase: PassPhrase("secret")))
        let text = FileReport(file: "id.p12", file).lines().joined(separator: "\n")
        for words in [
            "id.p12: PKCS#12, 1 identity, 2 certificates", "CN=client-one, O=Lab  (\"client-one\")",
            "CN=Client Issuing CA",
            "missing issuer   CN=Client Root, O=Lab", "SHA-256, 2048 iterations", "PBES2 AES-256-CBC",
            "iOS 17 and before      no   SecPKCS12Import -25293 errSecAuthFailed", "remark           p12.apple",
            pki.leaf.certificate.spkiPin,
            "2026-01-01T00:00:00Z to 2028-01-01T00:00:00Z", "client.example.test, 192.0.2.1, 2001:db8::1",
        ] {
            #expect(text.contains(words), "\(words)\n\(text)")
        }
        let missing = FileReport(
            file: "none\u{1B}.pem",
            CertificateFile(FileSnapshot(path: "/none", content: .failure(.fileMissing(path: "/none"))))
        )
        #expect(missing.lines().first == "none\\u{1b}.pem: not read")
        #expect(missing.lines().contains { $0.contains("file.missing") })
    }
}
