import Foundation
import TestSupport
import Testing

@testable import Diagnosis
@testable import Trust

/// A command shown as a remedy is run on the file that it is about, and cures it.
@Suite struct RemedyTests {
    let pki: FilePKI
    let folder: TemporaryFolder

    init() throws {
        pki = try FilePKI.shared.get()
        folder = try TemporaryFolder()
    }

    /// The command in a remedy, from its first word to its end.
    func command(_ problem: Problem?, _ word: String) throws -> String {
        let remedy = try #require(problem?.remedy)
        let start = try #require(remedy.range(of: word))
        let command = remedy[start.lowerBound...]
        return String(command.range(of: ". ").map { command[..<$0.lowerBound] } ?? command)
    }

    /// Runs it with the pass phrase where the program would ask for it.
    func run(_ command: String) throws {
        let unattended = command.replacing("openssl pkcs12 -export", with: "openssl pkcs12 -export -passout env:PHRASE")
            .replacing("openssl pkcs12 -in", with: "openssl pkcs12 -passin env:PHRASE -in")
            .replacing("openssl pkcs12 -legacy -in", with: "openssl pkcs12 -passin env:PHRASE -legacy -in")
        let result = try Program.run("sh", ["-c", unattended], environment: ["PHRASE": "secret"], folder: folder.path)
        #expect(result.status == 0, "\(unattended)\n\(result.errors)")
    }

    func identity(_ name: String) -> IdentityFile {
        IdentityFile(FileReader.read(folder.file(name)), options: .init(passPhrase: PassPhrase("secret")))
    }

    @Test(arguments: ["it's mine", "-dash", "plain"]) func pemUnderDER(stem: String) throws {
        let path = try folder.write(stem + ".cer", text: pki.leaf.pem)
        let file = CertificateFile(FileReader.read(path))
        try run(command(file.remarks.first, "openssl x509"))
        let cured = CertificateFile(FileReader.read(folder.file(stem + "-der.cer")))
        #expect(cured.codes.isEmpty && cured.format == .der)
        #expect(cured.certificates == [pki.leaf.certificate])
    }

    @Test func derUnderPEM() throws {
        let path = try folder.write("ca.pem", pki.root.der)
        try run(command(CertificateFile(FileReader.read(path)).remarks.first, "openssl x509"))
        #expect(CertificateFile(FileReader.read(folder.file("ca-text.pem"))).codes.isEmpty)
        let key = try folder.write("id.key", pki.leaf.key.pkcs8)
        let certificate = try folder.write("id.cer", pki.leaf.der)
        let file = IdentityFile(FileReader.read(certificate), key: FileReader.read(key))
        try run(command(file.remarks.first, "openssl pkey"))
        let cured = IdentityFile(FileReader.read(certificate), key: FileReader.read(folder.file("id-text.pem")))
        #expect(cured.identities.count == 1 && cured.codes.isEmpty)
    }

    @Test func pemUnderPKCS12() throws {
        let text = pki.leaf.pem + FilePKI.pem("PRIVATE KEY", pki.leaf.key.pkcs8)
        try folder.write("client.p12", text: text)
        try run(command(identity("client.p12").remarks.first, "openssl pkcs12"))
        let cured = identity("client-new.p12")
        #expect(cured.format == .pkcs12 && cured.identities.count == 1)
    }

    @Test func containersThatAppleCannotOpen() throws {
        for (name, scheme) in [("aes256", FixtureContainer.Scheme.aes256), ("aes128", .aes128)] {
            try folder.write(
                name + ".p12",
                try FixtureContainer(pki.leaf, issuers: [pki.issuing], scheme: scheme).bytes()
            )
            let before = identity(name + ".p12")
            try run(command(before.remarks.first { $0.code == .p12Apple }, "openssl pkcs12"))
            let after = identity(name + "-new.p12")
            #expect(after.appleImport.allSatisfy { $0.status == 0 })
            #expect(after.identities.map(\.leaf) == before.identities.map(\.leaf))
            #expect(after.identities.first?.chain == [pki.issuing.certificate])
            #expect(
                !FileManager.default.fileExists(atPath: folder.file(name + "-plain.pem")),
                "the key is left in the open"
            )
        }
    }

    @Test func legacyContainers() throws {
        let path = try folder.write("old.p12", try FixtureContainer(pki.leaf, scheme: .rc2).bytes())
        let options = IdentityFile.Options(passPhrase: PassPhrase("secret"), legacyProvider: .off)
        let locked = IdentityFile(FileReader.read(path), options: options)
        try run(command(locked.problem, "openssl pkcs12"))
        let cured = IdentityFile(FileReader.read(folder.file("old-new.p12")), options: options)
        #expect(cured.identities.map(\.leaf) == [pki.leaf.certificate])
    }

    @Test func base64AndUTF16() throws {
        let text = Data(try FixtureContainer(pki.leaf).bytes()).base64EncodedString(options: .lineLength64Characters)
        try folder.write("id.p12", text: text)
        try run(command(identity("id.p12").remarks.first { $0.code == .p12Base64 }, "base64 -di"))
        #expect(identity("id-decoded.p12").codes.isEmpty)
        let path = try folder.write("wide.pem", pki.leaf.pem.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        let command = try command(CertificateFile(FileReader.read(path)).remarks.first, "iconv")
        try run(command + " > narrow.pem")
        #expect(CertificateFile(FileReader.read(folder.file("narrow.pem"))).codes.isEmpty)
    }

    @Test func bundlesOfPKCS7() throws {
        let path = try folder.write("a.p7b", FixtureBundle.pkcs7([pki.leaf, pki.issuing]))
        let command = try command(CertificateFile(FileReader.read(path)).remarks.first, "openssl pkcs7")
        let plain = String(command.split(separator: ",")[0])
        try run(plain + " -inform DER -out a.pem")
        #expect(CertificateFile(FileReader.read(folder.file("a.pem"))).certificates.count == 2)
    }

    static let hasKeytool = (try? Program.run("keytool", ["-help"])) != nil

    @Test(.enabled(if: hasKeytool, "keytool is part of Java")) func javaKeyStore() throws {
        try folder.write("id.p12", try FixtureContainer(pki.leaf, issuers: [pki.issuing], passPhrase: "secret").bytes())
        let passes = ["-srcstorepass", "secret", "-deststorepass", "secret", "-noprompt"]
        let made = try Program.run(
            "keytool",
            ["-importkeystore", "-srckeystore", "id.p12", "-destkeystore", "store.jks", "-deststoretype", "JKS"]
                + passes,
            folder: folder.path
        )
        #expect(made.status == 0, "\(made.output)")
        let store = identity("store.jks")
        #expect(store.problem?.code == .fileIsJks)
        #expect(store.problem?.sentence.contains("private key client-one with 2 certificates") == true)
        try run(command(store.problem, "keytool") + " " + passes.joined(separator: " "))
        let cured = identity("store-pkcs12.p12")
        #expect(cured.identities.map(\.leaf) == [pki.leaf.certificate])
        #expect(cured.identities.first?.name == "client-one")
    }
}
