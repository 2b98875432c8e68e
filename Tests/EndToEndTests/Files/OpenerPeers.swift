import FileSamples
import Foundation
import TestSupport
import Testing

@testable import Diagnosis
@testable import Trust

/// What *who opens it* claims of OpenSSL, curl and Java is compared with these programs, on containers of every age.
@Suite struct OpenerPeers {
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        var given = "secret"
        var keyPassPhrase: String?

        var testDescription: String { name }
    }

    static func samples() throws -> [Sample] {
        let pki = try FilePKI.shared.get()
        let secret = Array("secret".utf8)
        var bare = FixtureContainer(pki.leaf, scheme: .aes256)
        bare.macDigest = nil
        let apart: [FixtureContainer.Part] = [
            .init(content: [.certificate(pki.leaf)], scheme: .aes256, passPhrase: secret),
            .init(content: [.key(pki.leaf.key, scheme: .aes256, passPhrase: Array("own".utf8))]),
        ]
        let open: [FixtureContainer.Part] = [
            .init(content: [.certificate(pki.leaf)]), .init(content: [.plainKey(pki.leaf.key)]),
        ]
        let container = { (scheme: FixtureContainer.Scheme, phrase: String) in
            try FixtureContainer(pki.leaf, issuers: [pki.issuing], passPhrase: phrase, scheme: scheme).bytes()
        }
        let key = FilePKI.pem("PRIVATE KEY", pki.leaf.key.pkcs8)
        return [
            Sample(name: "rc2-40", bytes: try container(.rc2, "secret")),
            Sample(name: "3des", bytes: try container(.tripleDES, "secret")),
            Sample(name: "aes256", bytes: try container(.aes256, "secret")),
            Sample(name: "aes128", bytes: try container(.aes128, "secret")),
            Sample(name: "empty", bytes: try container(.tripleDES, ""), given: ""),
            Sample(name: "not ASCII", bytes: try container(.tripleDES, "geh\u{E9}im"), given: "geh\u{E9}im"),
            Sample(name: "decomposed", bytes: try container(.tripleDES, "geh\u{E9}im"), given: "gehe\u{301}im"),
            Sample(name: "wrong", bytes: try container(.aes256, "secret"), given: "other phrase"),
            Sample(name: "no MAC", bytes: try bare.bytes()),
            Sample(
                name: "key apart",
                bytes: try FixtureContainer(parts: apart).sealed(secret, digest: "SHA256").bytes(),
                keyPassPhrase: "own"
            ),
            Sample(name: "not encrypted", bytes: try FixtureContainer(parts: open).sealed(secret).bytes()),
            Sample(name: "base64", bytes: Array(Data(try container(.aes256, "secret")).base64EncodedString().utf8)),
            Sample(name: "cut", bytes: Array(try container(.aes256, "secret").dropLast(20))),
            Sample(name: "PEM", bytes: Array((pki.leaf.pem + pki.issuing.pem + key).utf8)),
            Sample(name: "PEM, CA first", bytes: Array((pki.issuing.pem + pki.leaf.pem + key).utf8)),
        ]
    }

    private func openers(_ sample: Sample) -> [String: FileOpener] {
        let file = IdentityFile(
            FilePKI.file("id", sample.bytes),
            options: .init(
                passPhrase: PassPhrase(sample.given),
                keyPassPhrase: sample.keyPassPhrase.map { PassPhrase($0) }
            )
        )
        return Dictionary(file.openers.map { ($0.program, $0) }) { first, _ in first }
    }

    @Test func everyProgramIsThere() throws {
        for sample in try Self.samples() {
            #expect(openers(sample).count == 9, "\(sample.name): \(openers(sample).keys.sorted())")
        }
    }

    @Test func openSSL() throws {
        let folder = try TemporaryFolder()
        for sample in try Self.samples() where !sample.name.hasPrefix("PEM") {
            let claimed = try #require(openers(sample)[ContainerOpeners.openSSL])
            let path = try folder.write("id.p12", sample.bytes)
            let result = try Program.run(
                "openssl",
                ["pkcs12", "-in", path, "-nodes", "-passin", "env:PHRASE"],
                environment: ["PHRASE": sample.given]
            )
            #expect(claimed.opens == (result.status == 0), "\(sample.name): \(result.errors)")
            #expect(claimed.status.hasPrefix("exit \(result.status)"), "\(sample.name): \(result.errors)")
            #expect(!claimed.opens || result.output.contains("PRIVATE KEY"), "\(sample.name)")
        }
    }

    @Test func curl() throws {
        let folder = try TemporaryFolder()
        let pki = try FilePKI.shared.get()
        let certificate = try folder.write("server.pem", text: pki.leaf.pem)
        let key = try folder.write("server.key", text: FilePKI.pem("PRIVATE KEY", pki.leaf.key.pkcs8))
        let port = try LoopbackPort.free()
        let server = try Program(
            "openssl",
            [
                "s_server", "-accept", "127.0.0.1:\(port)", "-cert", certificate, "-key", key, "-www", "-Verify", "1",
                "-quiet",
            ]
        )
        defer { server.stop() }
        try Waiting.until("the server") { LoopbackPort.answers(port) }
        for sample in try Self.samples() {
            let isText = sample.name.hasPrefix("PEM")
            let claimed = try #require(openers(sample)[ContainerOpeners.curl])
            let path = try folder.write("id", sample.bytes)
            let result = try Program.run(
                "curl",
                ["-ksS", "--cert-type", isText ? "PEM" : "P12", "--cert", "\(path):\(sample.given)"]
                    + ["https://127.0.0.1:\(port)/"]
            )
            #expect(claimed.opens == (result.status == 0), "\(sample.name): \(result.errors)")
            #expect(claimed.status.hasPrefix("\(result.status)"), "\(sample.name): \(result.errors)")
        }
    }

    @Test(.enabled(if: RemedyPeers.hasKeytool, "keytool is part of Java")) func java() throws {
        let folder = try TemporaryFolder()
        for sample in try Self.samples() where sample.name != "empty" {
            let claimed = try #require(openers(sample)[ContainerOpeners.java])
            let path = try folder.write("id.p12", sample.bytes)
            let isText = sample.name.hasPrefix("PEM")
            let result = try Program.run(
                "keytool",
                ["-list", "-keystore", path, "-storepass:env", "PHRASE"] + (isText ? [] : ["-storetype", "PKCS12"]),
                environment: ["PHRASE": sample.given, "LC_ALL": "C.UTF-8"]
            )
            let opens = result.status == 0 && result.output.contains("PrivateKeyEntry")
            #expect(claimed.opens == opens, "\(sample.name): \(result.output)")
            if let word = claimed.status.split(separator: ",").last, claimed.status.contains(",") {
                #expect(result.output.contains(word.trimmingCharacters(in: .whitespaces)), "\(result.output)")
            }
        }
    }
}
