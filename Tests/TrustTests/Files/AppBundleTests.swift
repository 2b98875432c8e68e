import FileSamples
import Foundation
import TestSupport
import Testing

@testable import Diagnosis
@testable import Trust

@Suite struct AppBundleTests {
    let pki: FilePKI

    init() throws { pki = try FilePKI.shared.get() }

    @Test func eachFileAsTheClientReadsIt() throws {
        let container = try FixtureContainer(pki.leaf, issuers: [pki.issuing], scheme: .aes256).bytes()
        let files = [
            FilePKI.file("der.cer", pki.leaf.der), FilePKI.file("der.pem", pki.leaf.der),
            FilePKI.file("newline.cer", pki.leaf.der + [0x0A]), FilePKI.file("pem.cer", pki.leaf.pem),
            FilePKI.file("bundle.p7b", FixtureBundle.pkcs7([pki.leaf])), FilePKI.file("page.cer", "<html>"),
            FilePKI.file("base64.cer", Data(pki.leaf.der).base64EncodedString()), FilePKI.file("client.p12", container),
            FilePKI.file("key.der", pki.leaf.key.publicKeyInfo),
            FileSnapshot(path: "/x/gone.cer", content: .failure(.fileMissing(path: "/x/gone.cer"))),
        ]
        let bundle = AppBundle(files: files, options: .init(passPhrase: PassPhrase("secret")))
        let contents = bundle.snapshot.files
        for name in ["der.cer", "der.pem", "newline.cer"] {
            #expect(contents[name] == .certificate(pki.leaf.certificate))
        }
        let codes: [String: DiagnosisCode] = [
            "pem.cer": .fileIsPem, "bundle.p7b": .fileIsPkcs7, "page.cer": .fileIsHtml, "base64.cer": .fileBadArmor,
            "key.der": .fileIsPublicKey,
        ]
        for (name, code) in codes {
            guard case .other(let problem) = contents[name] else { Issue.record("\(name)"); continue }
            #expect(problem.code == code)
        }
        guard case .missing(let problem) = contents["gone.cer"] else { Issue.record("gone"); return }
        #expect(problem.code == .fileMissing)
        #expect(contents["client.p12"] == .identities(bundle.identities.map(\.summary)))
        #expect(bundle.identities.map(\.leaf) == [pki.leaf.certificate])
        #expect(bundle.snapshot.appleImports["client.p12"]?.map(\.status) == [-25293, 0, -25293, 0])
        let again = try JSONDecoder().decode(BundleSnapshot.self, from: JSONEncoder().encode(bundle.snapshot))
        #expect(again == bundle.snapshot)
    }

    @Test func aContainerThatStaysShut() throws {
        let file = FilePKI.file("client.p12", try FixtureContainer(pki.leaf).bytes())
        let bundle = AppBundle(files: [file], options: .init(passPhrase: PassPhrase("wrong")))
        guard case .locked(let problem) = bundle.snapshot.files["client.p12"] else { Issue.record("open"); return }
        #expect(problem.code == .p12MacMismatch)
        #expect(bundle.snapshot.appleImports["client.p12"]?.first?.name == "errSecAuthFailed")
        #expect(bundle.identities.isEmpty)
    }

    @Test func aFolder() throws {
        let folder = try TemporaryFolder()
        try folder.write("server.cer", pki.leaf.der)
        try folder.write("empty.cer", [])
        try folder.write("inner/other.cer", pki.leaf.der)
        let bundle = try AppBundle(folder: folder.path)
        #expect(Set(bundle.snapshot.files.keys) == ["server.cer", "empty.cer"])
        #expect(throws: Problem.self) { try AppBundle(folder: folder.file("none")) }
    }

    @Test func snapshotsWithoutStatusesStillDecode() throws {
        let old = Data(#"{"files":{}}"#.utf8)
        #expect(try JSONDecoder().decode(BundleSnapshot.self, from: old) == BundleSnapshot())
    }
}
