import Diagnosis
import Foundation
import TestSupport
import Testing
import Trust

@testable import Lab

@Suite struct LabBundleTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func lab(days: Double = 0, bundle: String? = nil) throws -> RunningLab {
        let now = Date().addingTimeInterval(days * 86_400)
        return try RunningLab(folder: folder, only: ["good"]) {
            $0.now = { now }
            $0.bundleDirectory = bundle
        }
    }

    func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("lab/bundle/" + name))))
    }

    @Test func theLabsFilesAreThereAtTheFirstStart() throws {
        let lab = try lab()
        #expect(lab.server.bundleDirectory == folder.file("lab/bundle"))
        let names = try FileManager.default.contentsOfDirectory(atPath: lab.server.bundleDirectory).sorted()
        #expect(
            names == [
                "client.p12", "custom.der", "lab-ca.cer", "lab-root.pem", "old.p12", "other.p12", "server.cer",
                "server.der",
            ]
        )
        let leaf = try lab.client("good").handshake().chain.first
        #expect(try bytes("server.cer") == leaf?.der)
        #expect(try bytes("server.der") == leaf?.der)
        #expect(try bytes("lab-ca.cer") == lab.server.root.der)
        #expect(try bytes("custom.der") == lab.server.root.der)
        #expect(
            CertificateText.bytes(ofPEM: String(decoding: try bytes("lab-root.pem"), as: UTF8.self))
                == lab.server.root.der
        )
        #expect(try Data(bytes("lab-root.pem")) == Data(contentsOf: URL(fileURLWithPath: lab.server.rootPEMPath)))
        #expect(lab.server.passPhrase(ofBundleFile: "client.p12") == "lab")
        #expect(lab.server.passPhrase(ofBundleFile: "server.cer") == nil)
    }

    @Test func aSecondStartChangesNothing() throws {
        _ = try lab()
        let before = try ["server.cer", "client.p12", "old.p12", "lab-root.pem"].map(bytes)
        _ = try lab()
        #expect(try ["server.cer", "client.p12", "old.p12", "lab-root.pem"].map(bytes) == before)
    }

    @Test func aChangedFileAndARemovedOneStayAsTheUserLeftThem() throws {
        _ = try lab()
        try folder.write("lab/bundle/server.cer", text: "mine")
        try FileManager.default.removeItem(atPath: folder.file("lab/bundle/client.p12"))
        _ = try lab(days: 340)
        #expect(try bytes("server.cer") == Array("mine".utf8))
        #expect(!FileManager.default.fileExists(atPath: folder.file("lab/bundle/client.p12")))
    }

    @Test func anUnchangedFileFollowsItsCertificate() throws {
        let first = try lab()
        let before = try (bytes("server.cer"), bytes("lab-ca.cer"), bytes("client.p12"), bytes("old.p12"))
        first.server.stop()
        let second = try lab(days: 340)
        #expect(try bytes("server.cer") != before.0)
        #expect(try bytes("server.cer") == second.client("good").handshake().chain.first?.der)
        #expect(try bytes("lab-ca.cer") == before.1)
        #expect(try bytes("client.p12") != before.2)
        #expect(try bytes("old.p12") == before.3)
    }

    @Test func anEmptyFolderOfTheUsersIsFilledAndAFullOneIsNot() throws {
        let empty = folder.file("empty")
        #expect(try lab(bundle: empty).server.bundleDirectory == empty)
        #expect(FileManager.default.fileExists(atPath: empty + "/client.p12"))
        try folder.write("app/Info.plist", text: "x")
        _ = try lab(bundle: folder.file("app"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("app")) == ["Info.plist"])
        // The folder is known from now on: it is the lab's files that lie there.
        _ = try lab(days: 340, bundle: empty)
        #expect(FileManager.default.fileExists(atPath: empty + "/client.p12"))
    }

    @Test(arguments: [("client.p12", "alice", 2), ("other.p12", "bob", 1), ("old.p12", "carol", 1)])
    func openSSLOpensTheIdentities(_ file: String, _ name: String, _ certificates: Int) throws {
        let lab = try lab()
        let result = try Program.run(
            "openssl",
            ["pkcs12", "-in", lab.server.bundleDirectory + "/" + file, "-passin", "pass:lab", "-nodes"]
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("friendlyName: \(name)"))
        #expect(result.output.components(separatedBy: "BEGIN CERTIFICATE").count - 1 == certificates)
        #expect(result.output.contains("BEGIN PRIVATE KEY"))
        let wrong = try Program.run(
            "openssl",
            ["pkcs12", "-in", lab.server.bundleDirectory + "/" + file, "-passin", "pass:wrong", "-nodes"]
        )
        #expect(wrong.status != 0)
    }

    @Test func aFolderThatCannotBeUsedIsSaidAndTheLabRunsAllTheSame() throws {
        try folder.write("lab", text: "a file in its place")
        let lab = try RunningLab(folder: folder, only: ["good"])
        #expect(lab.server.notices.map(\.code) == [.fileUnreadable])
        #expect(lab.server.notices.first?.sentence.contains(folder.file("lab")) == true)
        #expect(try lab.client("good").handshake().get().status == 200)
        let temporary = lab.server.bundleDirectory
        #expect(FileManager.default.fileExists(atPath: temporary + "/client.p12"))
    }
}
