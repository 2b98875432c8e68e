import FileSamples
import Foundation
import TestSupport
import Testing

@testable import Diagnosis
@testable import Trust

/// The command in a remedy is run as it stands on the file that it is about, from the folder where the file was named, and
/// cures it.
@Suite struct RemedyPeers {
    /// What a file is looked at as.
    enum Look {
        case certificate
        case identity(key: String? = nil, legacy: LegacyProvider = .auto)
    }

    let pki: FilePKI
    let folder: TemporaryFolder
    let terminal: TypedCommand

    init() throws {
        pki = try FilePKI.shared.get()
        folder = try TemporaryFolder()
        terminal = TypedCommand(folder: folder, home: try TemporaryFolder())
    }

    // MARK: Looking at a file

    func snapshot(_ name: String) -> FileSnapshot {
        let read = FileReader.read(folder.file(name))
        return FileSnapshot(path: read.path, content: read.content, typed: name)
    }

    func identity(_ name: String, key: String? = nil, legacy: LegacyProvider = .auto) -> IdentityFile {
        IdentityFile(
            snapshot(name),
            key: key.map { snapshot($0) },
            options: .init(passPhrase: PassPhrase("secret"), keyPassPhrase: PassPhrase("own"), legacyProvider: legacy)
        )
    }

    func problems(_ name: String, _ look: Look) -> [Problem] {
        switch look {
        case .certificate:
            let file = CertificateFile(snapshot(name))
            return [file.problem].compactMap(\.self) + file.remarks
        case .identity(let key, let legacy):
            let file = identity(name, key: key, legacy: legacy)
            return [file.problem].compactMap(\.self) + file.remarks
        }
    }

    /// Runs the remedy of a diagnosis, from its tool's name to its end; what was on the terminal.
    @discardableResult
    func cure(
        _ name: String,
        _ look: Look,
        _ code: DiagnosisCode,
        _ tool: String,
        environment: [String: String] = [:]
    ) throws -> String {
        let problem = try #require(problems(name, look).first { $0.code == code }, "\(name): \(problems(name, look))")
        let remedy = try #require(problem.remedy)
        let start = try #require(remedy.range(of: tool + " "), "\(remedy)")
        let command = String(remedy[start.lowerBound...])
        let result = try terminal.run(command, environment: environment)
        #expect(result.status == 0, "\(command)\n\(result.output)")
        return result.output
    }

    static let names = ["plain", "in a folder/it's", "-dash", "odd\u{202E}name", "a.b/x"]

    // MARK: Certificates

    @Test(arguments: names) func pemUnderDER(stem: String) throws {
        try folder.write(stem + ".cer", text: pki.leaf.pem)
        try cure(stem + ".cer", .certificate, .fileIsPem, "openssl")
        let cured = CertificateFile(snapshot(stem + "-der.cer"))
        #expect(cured.codes.isEmpty && cured.format == .der && cured.certificates == [pki.leaf.certificate])
    }

    @Test func severalUnderDER() throws {
        try folder.write("all.cer", text: pki.leaf.pem + pki.issuing.pem)
        try cure("all.cer", .certificate, .fileIsPem, "openssl")
        let cured = CertificateFile(snapshot("all-all.p7b"))
        #expect(cured.format == .pkcs7 && Set(cured.certificates) == [pki.leaf.certificate, pki.issuing.certificate])
    }

    @Test(arguments: ["mark", "wide"]) func pemThatOpenSSLDoesNotRead(kind: String) throws {
        let text = Array(pki.leaf.pem.utf8)
        try folder.write("x.cer", kind == "mark" ? [0xEF, 0xBB, 0xBF] + text : text.flatMap { [$0, 0] })
        try cure("x.cer", .certificate, .fileIsPem, "countersign")
        #expect(CertificateFile(snapshot("x-der.cer")).codes.isEmpty)
    }

    @Test func derUnderPEM() throws {
        try folder.write("d/ca.pem", pki.root.der)
        try cure("d/ca.pem", .certificate, .fileIsDer, "openssl")
        #expect(CertificateFile(snapshot("d/ca-text.pem")).codes.isEmpty)
        try folder.write("two.pem", pki.leaf.der + pki.issuing.der)
        try cure("two.pem", .certificate, .fileIsDer, "countersign")
        #expect(CertificateFile(snapshot("two-text.pem")).certificates.count == 2)
    }

    @Test(arguments: [false, true]) func keyUnderText(isEncrypted: Bool) throws {
        let key = pki.leaf.key
        try folder.write("id.key", isEncrypted ? key.encrypted("secret") : key.pkcs8)
        try folder.write("id.cer", pki.leaf.der)
        try cure("id.cer", .identity(key: "id.key"), .fileIsDer, "openssl")
        let cured = identity("id.cer", key: "id-text.pem")
        #expect(cured.identities.count == 1 && cured.codes.isEmpty)
        let text = try String(contentsOfFile: folder.file("id-text.pem"), encoding: .utf8)
        #expect(text.contains("ENCRYPTED") == isEncrypted)
    }

    @Test(arguments: [false, true]) func wide(hasMark: Bool) throws {
        let wide = pki.leaf.pem.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        try folder.write("w.pem", (hasMark ? [0xFF, 0xFE] : []) + wide)
        try cure("w.pem", .certificate, .fileUtf16, "iconv")
        let cured = CertificateFile(snapshot("w-utf8.pem"))
        #expect(cured.codes.isEmpty && cured.notes.isEmpty && cured.certificates.count == 1)
    }

    @Test func brokenArmor() throws {
        let lines = pki.leaf.pem.split(separator: "\n")
        let blank = lines[0] + "\n\n" + lines[1...].joined(separator: "\n")
        try folder.write("b.pem", text: String(blank))
        try cure("b.pem", .certificate, .fileBadArmor, "countersign")
        #expect(CertificateFile(snapshot("b-repaired.pem")).codes.isEmpty)
        try folder.write("i.pem", text: blank + "\n" + FilePKI.pem("PRIVATE KEY", pki.leaf.key.pkcs8))
        try cure("i.pem", .identity(), .fileBadArmor, "countersign")
        let cured = identity("i-repaired.pem")
        #expect(cured.codes.isEmpty && cured.identities.count == 1)
    }

    @Test func base64WithoutArmor() throws {
        try folder.write("c.txt", text: Data(pki.leaf.der).base64EncodedString())
        try cure("c.txt", .certificate, .fileBadArmor, "base64")
        #expect(CertificateFile(snapshot("c-text.pem")).codes.isEmpty)
        try folder.write("k.txt", text: Data(pki.leaf.key.pkcs8).base64EncodedString())
        try cure("c.txt", .identity(key: "k.txt"), .fileBadArmor, "base64", environment: [:])
        let remark = try #require(identity("c.txt", key: "k.txt").remarks.last { $0.code == .fileBadArmor })
        let command = try #require(
            remark.remedy?.range(of: "base64 ").map { String((remark.remedy ?? "")[$0.lowerBound...]) }
        )
        #expect(try terminal.run(command).status == 0)
        #expect(identity("c-text.pem", key: "k-text.pem").codes.isEmpty)
    }

    @Test(arguments: [false, true]) func bundles(isText: Bool) throws {
        let bundle = FixtureBundle.pkcs7([pki.leaf, pki.issuing])
        try folder.write("a.p7b", isText ? Array(FilePKI.pem("PKCS7", bundle).utf8) : bundle)
        try cure("a.p7b", .certificate, .fileIsPkcs7, "openssl")
        #expect(CertificateFile(snapshot("a-certs.pem")).certificates.count == 2)
        try folder.write("b.txt", text: Data(bundle).base64EncodedString())
        try cure("b.txt", .certificate, .fileIsPkcs7, "countersign")
        #expect(CertificateFile(snapshot("b-certs.pem")).certificates.count == 2)
    }

    // MARK: Identities

    @Test func pemUnderPKCS12() throws {
        let text = pki.issuing.pem + pki.leaf.pem + FilePKI.pem("PRIVATE KEY", pki.leaf.key.pkcs8)
        try folder.write("client.p12", text: text)
        try cure("client.p12", .identity(), .fileIsPem, "openssl")
        #expect(identity("client-new.p12").identities.map(\.leaf) == [pki.leaf.certificate])
        try folder.write("apart.p12", text: pki.leaf.pem)
        try folder.write("apart.key", text: FilePKI.pem("PRIVATE KEY", pki.leaf.key.pkcs8))
        try cure("apart.p12", .identity(key: "apart.key"), .fileIsPem, "openssl")
        #expect(identity("apart-new.p12").identities.map(\.leaf) == [pki.leaf.certificate])
    }

    @Test(arguments: names) func containersThatAppleCannotOpen(stem: String) throws {
        let container = FixtureContainer(pki.leaf, issuers: [pki.issuing], scheme: .aes256)
        try folder.write(stem + ".p12", try container.bytes())
        try cure(stem + ".p12", .identity(), .p12Apple, "openssl")
        let after = identity(stem + "-new.p12")
        #expect(after.appleImport.allSatisfy { $0.status == 0 })
        #expect(after.identities.map(\.leaf) == [pki.leaf.certificate])
        #expect(after.identities.first?.chain == [pki.issuing.certificate])
        #expect(
            !FileManager.default.fileExists(atPath: folder.file(stem + "-plain.pem")),
            "the key is left in the open"
        )
    }

    @Test func containersThatOpenSSLCannotOpenEither() throws {
        let container = try FixtureContainer(pki.leaf, issuers: [pki.issuing], scheme: .aes256).bytes()
        try folder.write("text.p12", text: Data(container).base64EncodedString())
        try cure("text.p12", .identity(), .p12Apple, "countersign")
        #expect(identity("text-new.p12").appleImport.allSatisfy { $0.status == 0 })
        try cure("text.p12", .identity(), .p12Base64, "base64")
        #expect(identity("text-decoded.p12").codes == [.p12Apple])
    }

    @Test func withoutMAC() throws {
        var container = FixtureContainer(pki.leaf, scheme: .rc2)
        container.macDigest = nil
        try folder.write("bare.p12", try container.bytes())
        try cure("bare.p12", .identity(), .p12NoMac, "openssl")
        #expect(identity("bare-new.p12").container?.mac != nil)
    }

    @Test func legacyContainers() throws {
        try folder.write("old.p12", try FixtureContainer(pki.leaf, scheme: .rc2).bytes())
        try cure("old.p12", .identity(legacy: .off), .p12LegacyCipher, "openssl")
        #expect(identity("old-new.p12", legacy: .off).identities.map(\.leaf) == [pki.leaf.certificate])
        let options = ["identity", folder.file("old.p12"), "--legacy-provider"]
        let secret: [String: String?] = ["COUNTERSIGN_IDENTITY_PASSWORD": "secret"]
        #expect(try Countersign.run(options + ["off"], home: terminal.home, environment: secret).status == 2)
        #expect(try Countersign.run(options + ["auto"], home: terminal.home, environment: secret).status == 0)
    }

    @Test func authorityFirst() throws {
        let key = FilePKI.pem("PRIVATE KEY", pki.leaf.key.pkcs8)
        try folder.write("ca.pem", text: pki.issuing.pem + pki.leaf.pem + key)
        try cure("ca.pem", .identity(), .fileLeafNotFirst, "countersign")
        let cured = identity("ca-ordered.pem")
        #expect(cured.codes.isEmpty && cured.certificates == [pki.leaf.certificate, pki.issuing.certificate])
        try folder.write("chain.pem", text: pki.issuing.pem + pki.leaf.pem)
        try folder.write("my key", text: key)
        try cure("chain.pem", .identity(key: "my key"), .fileLeafNotFirst, "countersign")
        #expect(identity("chain-ordered.pem").codes.isEmpty)
        let secret = Array("secret".utf8)
        try folder.write(
            "ca.p12",
            try FixtureContainer(parts: [
                .init(
                    content: [.certificate(pki.issuing), .certificate(pki.leaf)],
                    scheme: .tripleDES,
                    passPhrase: secret
                ),
                .init(content: [.key(pki.leaf.key, passPhrase: secret)]),
            ]).sealed(secret).bytes()
        )
        try cure("ca.p12", .identity(), .fileLeafNotFirst, "countersign")
        #expect(!identity("ca-ordered.p12").codes.contains(.fileLeafNotFirst))
    }

    @Test func unusualPassPhraseForms() throws {
        // Composed for the MAC and the certificates, decomposed for nobody: what is typed here is decomposed.
        let composed = Array("caf\u{E9}".utf8)
        let container = try FixtureContainer(pki.leaf, passPhrase: "caf\u{E9}").bytes()
        try folder.write("nfc.p12", container)
        let typed = "cafe\u{301}"
        let file = IdentityFile(snapshot("nfc.p12"), options: .init(passPhrase: PassPhrase(typed)))
        let remedy = try #require(file.remarks.first { $0.code == .p12PasswordEncoding }?.remedy)
        let start = try #require(remedy.range(of: "countersign "))
        let result = try terminal.run(
            String(remedy[start.lowerBound...]),
            environment: ["COUNTERSIGN_IDENTITY_PASSWORD": typed]
        )
        #expect(result.status == 0, "\(result.output)")
        let cured = IdentityFile(snapshot("nfc-new.p12"), options: .init(passPhrase: PassPhrase(typed)))
        #expect(cured.identities.count == 1 && !cured.codes.contains(.p12PasswordEncoding))
        #expect(composed != Array(typed.utf8))
    }

    @Test func aKeyWithAPassPhraseOfItsOwn() throws {
        let secret = Array("secret".utf8)
        let parts: [FixtureContainer.Part] = [
            .init(content: [.certificate(pki.leaf)], scheme: .aes256, passPhrase: secret),
            .init(content: [.key(pki.leaf.key, scheme: .aes256, passPhrase: Array("own".utf8))]),
        ]
        try folder.write("own.p12", try FixtureContainer(parts: parts).sealed(secret, digest: "SHA256").bytes())
        let environment = ["COUNTERSIGN_IDENTITY_PASSWORD": "secret", "COUNTERSIGN_IDENTITY_KEY_PASSWORD": "own"]
        let path = folder.file("own.p12")
        let without = try Countersign.run(
            ["identity", path],
            home: terminal.home,
            environment: ["COUNTERSIGN_IDENTITY_PASSWORD": "secret"]
        )
        #expect(without.status == 2 && without.output.contains("COUNTERSIGN_IDENTITY_KEY_PASSWORD"))
        #expect(try Countersign.run(["identity", path], home: terminal.home, environment: environment).status == 0)
        try cure("own.p12", .identity(), .p12Apple, "countersign", environment: environment)
        #expect(identity("own-new.p12").appleImport.allSatisfy { $0.status == 0 })
    }

    @Test func aContainerUnderAnotherName() throws {
        try folder.write("d/c.pem", try FixtureContainer(pki.leaf).bytes())
        let output = try cure("d/c.pem", .certificate, .fileIsP12, "countersign")
        #expect(output.contains("1 identity"))
    }

    @Test func theBundleOfAnApp() throws {
        try folder.write("bundle/pin.cer", text: pki.leaf.pem)
        let bundle = try AppBundle(folder: folder.file("bundle"))
        guard case .other(let problem)? = bundle.snapshot.files["pin.cer"] else {
            Issue.record("\(bundle.snapshot)")
            return
        }
        let start = try #require(problem.remedy?.range(of: "openssl "))
        let result = try terminal.run(String((problem.remedy ?? "")[start.lowerBound...]))
        #expect(result.status == 0, "\(result.output)")
        guard case .certificate? = try AppBundle(folder: folder.file("bundle")).snapshot.files["pin-der.cer"] else {
            Issue.record("not cured")
            return
        }
    }

    static let hasKeytool = (try? Program.run("keytool", ["-help"])) != nil

    @Test(.enabled(if: hasKeytool, "keytool is part of Java")) func javaKeyStore() throws {
        try folder.write("id.p12", try FixtureContainer(pki.leaf, issuers: [pki.issuing]).bytes())
        let made = try Program.run(
            "keytool",
            ["-importkeystore", "-srckeystore", "id.p12", "-destkeystore", "store.jks", "-deststoretype", "JKS"]
                + ["-srcstorepass", "secret", "-deststorepass", "secret", "-noprompt"],
            folder: folder.path
        )
        #expect(made.status == 0, "\(made.output)")
        try cure("store.jks", .identity(), .fileIsJks, "keytool")
        #expect(identity("store-pkcs12.p12").identities.map(\.leaf) == [pki.leaf.certificate])
    }
}

extension FixtureContainer {
    /// The same with a MAC of a pass phrase.
    func sealed(_ passPhrase: [UInt8], digest: String = "SHA1") -> FixtureContainer {
        var result = self
        result.macPassPhrase = passPhrase
        result.macDigest = digest
        return result
    }
}
