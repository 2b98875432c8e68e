import FileSamples
import Foundation
import TestSupport
import Testing

@testable import Diagnosis
@testable import Trust

/// What is written is read again as what it was.
@Suite struct ConversionTests {
    let pki: FilePKI

    init() throws { pki = try FilePKI.shared.get() }

    func identity() throws -> Identity {
        let bytes = try FixtureContainer(pki.leaf, issuers: [pki.issuing]).bytes()
        let file = IdentityFile(FilePKI.file("id.p12", bytes), options: .init(passPhrase: PassPhrase("secret")))
        return try #require(file.identities.first)
    }

    @Test(arguments: CertificateForm.allCases) func certificates(form: CertificateForm) throws {
        let all = [pki.leaf.certificate, pki.issuing.certificate]
        guard form != .der else {
            #expect(throws: Problem.self) { try form.encode(all, from: "x") }
            #expect(try form.encode([all[0]], from: "x") == all[0].der)
            return
        }
        let file = CertificateFile(FilePKI.file("x." + form.rawValue, try form.encode(all, from: "x")))
        #expect(Set(file.certificates) == Set(all))
        #expect(file.codes == (form == .p7b ? [.fileIsPkcs7] : []))
        #expect(throws: Problem.self) { try form.encode([], from: "x") }
    }

    @Test(arguments: ContainerAge.allCases, ["secret", "", "geh\u{E9}im"])
    func containers(age: ContainerAge, phrase: String) throws {
        for withChain in [true, false] {
            let bytes = try IdentityForm.container(age).encode(
                [try identity()],
                withChain: withChain,
                passPhrase: PassPhrase(phrase),
                from: "x"
            )
            let file = IdentityFile(
                FilePKI.file("new.p12", bytes),
                options: .init(passPhrase: PassPhrase(phrase), legacyProvider: .off)
            )
            #expect(file.problem == nil)
            #expect(file.identities.map(\.leaf) == [pki.leaf.certificate])
            #expect(file.identities.first?.chain == (withChain ? [pki.issuing.certificate] : []))
            #expect(file.identities.first?.name == "client-one")
            let old = file.openers.first { $0.program == "iOS 17 and before" }
            #expect(old?.opens == (age == .ios17))
            #expect(file.openers.first { $0.program == "iOS 18 and later" }?.opens == true)
            #expect(file.openers.first { $0.program == "Android 13 and before" }?.opens == (age == .ios17))
        }
    }

    @Test func textWithAndWithoutAPassPhrase() throws {
        for phrase in ["secret", ""] {
            let bytes = try IdentityForm.pem.encode(
                [try identity()],
                withChain: true,
                passPhrase: PassPhrase(phrase),
                from: "x"
            )
            #expect(String(decoding: bytes, as: UTF8.self).contains("ENCRYPTED") == !phrase.isEmpty)
            let file = IdentityFile(FilePKI.file("x.pem", bytes), options: .init(passPhrase: PassPhrase(phrase)))
            #expect(file.codes.isEmpty)
            #expect(file.certificates == [pki.leaf.certificate, pki.issuing.certificate])
            let locked = IdentityFile(FilePKI.file("x.pem", bytes))
            #expect((locked.problem?.code == .p12KeyPassword) == !phrase.isEmpty)
        }
    }

    @Test func severalIdentitiesStayTogether() throws {
        let key = { (certificate: FixtureCertificate) in
            certificate.pem + FilePKI.pem("PRIVATE KEY", certificate.key.pkcs8)
        }
        let source = IdentityFile(FilePKI.file("all.pem", key(pki.leaf) + key(pki.rsa) + pki.issuing.pem))
        #expect(source.identities.count == 2)
        let bytes = try IdentityForm.container(.current).encode(
            source.identities,
            withChain: true,
            passPhrase: PassPhrase("secret"),
            from: "x"
        )
        let file = IdentityFile(FilePKI.file("all.p12", bytes), options: .init(passPhrase: PassPhrase("secret")))
        #expect(file.identities.map(\.leaf) == [pki.leaf.certificate, pki.rsa.certificate])
        #expect(file.certificates.count == 3)
    }

    @Test func filesAreNewAndPrivate() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("out.pem")
        try FileWriter.create(path, [1, 2, 3])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data([1, 2, 3]))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let again = #expect(throws: Problem.self) { try FileWriter.create(path, [4]) }
        #expect(again?.code == .fileExists)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data([1, 2, 3]))
        let nowhere = #expect(throws: Problem.self) { try FileWriter.create(folder.file("none/out"), [4]) }
        #expect(nowhere?.code == .fileNotWritten)
        #expect(throws: Problem.self) { try FileWriter.create("", [4]) }
        // Nothing half-written is left beside it.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out.pem"])
    }

    @Test func theBuiltChain() throws {
        let all = pki.root.pem + pki.other.pem + pki.issuing.pem
        let built = try #require(CertificateFile(FilePKI.file("a.pem", all)).built)
        #expect(built.members == [1, 2, 0] && built.unused.isEmpty && built.missingIssuer == nil)
        let partial = try #require(CertificateFile(FilePKI.file("a.pem", pki.leaf.pem + pki.root.pem)).built)
        #expect(partial.members == [0] && partial.unused == [1])
        #expect(partial.missingIssuer == "CN=Client Issuing CA, O=Lab")
        let two = CertificateFile(FilePKI.file("a.pem", pki.leaf.pem + pki.other.pem + pki.issuing.pem))
        #expect(two.built == nil)
    }
}
