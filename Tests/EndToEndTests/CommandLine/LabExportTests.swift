import Foundation
import TestSupport
import Testing
import Trust

/// `lab --export` and what a lab for other machines hands out.
@Suite struct LabExportTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func export(_ more: [String] = []) throws -> Program.Result {
        try Countersign.run(["lab", "--export", home.file("out")] + more, home: home)
    }

    @Test func everyFileIsThereAndSecretsAreForTheUserAlone() throws {
        let result = try export()
        #expect(result.status == 0, "\(result.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: home.file("out"))
        #expect(result.output.split(separator: "\n").count == names.count)
        let wanted = [
            "root.pem", "root.cer", "root.mobileconfig", "server.der", "server.cer", "custom.der", "server.pem",
            "server.key",
            "server.p12", "truststore.p12", "clients-ca.pem", "client.p12", "client.pem", "other.p12", "old.p12",
            "nginx.conf", "server.csr", "client.csr",
            "apache.conf", "tomcat-server.xml", "README.md",
        ]
        #expect(Set(wanted).isSubset(of: names))
        for name in names {
            let path = home.file("out/\(name)")
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
            let isSecret = text.contains("PRIVATE KEY") || (name.hasSuffix(".p12") && name != "truststore.p12")
            #expect(mode == (isSecret ? 0o600 : 0o644), "\(name)")
        }
        let folder = try FileManager.default.attributesOfItem(atPath: home.file("out"))[.posixPermissions] as? Int
        #expect(folder == 0o700)
    }

    @Test func nothingIsOverwritten() throws {
        #expect(try export().status == 0)
        let before = try Data(contentsOf: URL(fileURLWithPath: home.file("out/root.pem")))
        let again = try export()
        #expect(again.status == 2)
        #expect(again.errors.contains("nothing is overwritten"))
        try FileManager.default.removeItem(atPath: home.file("out/README.md"))
        #expect(try export().status == 2)
        #expect(!FileManager.default.fileExists(atPath: home.file("out/README.md")))
        #expect(try Data(contentsOf: URL(fileURLWithPath: home.file("out/root.pem"))) == before)
    }

    @Test func aPathThatServersWouldReadOtherwiseIsRefused() throws {
        let result = try Countersign.run(["lab", "--export", home.file("a$b")], home: home)
        #expect(result.status == 2)
        #expect(!FileManager.default.fileExists(atPath: home.file("a$b")))
    }

    @Test func namesFromOutsideAreBorne() throws {
        #expect(try export(["--name", "mybox.local", "--name", "192.0.2.7"]).status == 0)
        let der = [UInt8](try Data(contentsOf: URL(fileURLWithPath: home.file("out/server.der"))))
        let certificate = try Certificate(der: der)
        #expect(certificate.dnsNames.contains("mybox.local") && certificate.dnsNames.contains("localhost"))
        #expect(certificate.ipAddresses.contains([192, 0, 2, 7]))
        // What the loopback's own lab serves is another certificate, and stays as it is.
        #expect(try Countersign.run(["lab", "--export", home.file("plain")], home: home).status == 0)
        let plain = try Certificate(
            der: [UInt8](try Data(contentsOf: URL(fileURLWithPath: home.file("plain/server.der"))))
        )
        #expect(!plain.dnsNames.contains("mybox.local"))
        #expect(plain.publicKeyInfo != certificate.publicKeyInfo)
    }

    @Test func theFilesAreListedAsJSON() throws {
        let object = try JSONSerialization.jsonObject(with: Data(try export(["--json"]).output.utf8)) as? [String: Any]
        #expect(object?["schema"] as? String == "countersign.lab-export/1")
        #expect((object?["files"] as? [String])?.contains { $0.hasSuffix("/out/root.cer") } == true)
    }

    /// 127.0.0.2 stands for the address in the network that a user would name.
    @Test func aLabThatListensElsewhereWarns() throws {
        let lab = try Program(
            Countersign.path,
            ["lab", "--port", "0", "--only", "good", "--listen", "127.0.0.2"],
            environment: Countersign.environment(home: home)
        )
        try Waiting.until("the lab's table") { lab.outputSoFar.contains("root.mobileconfig") }
        #expect(lab.errorsSoFar.contains("warning: the lab listens on 127.0.0.2 too"))
        #expect(lab.outputSoFar.contains("https://127.0.0.2:"))
    }
}
