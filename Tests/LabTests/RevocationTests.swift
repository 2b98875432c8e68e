import COpenSSL
import Diagnosis
import Foundation
import TestSupport
import Testing
import Trust

@testable import Lab

/// What the lab says about revoked certificates: stapled, by OCSP, by a list; and issuers to be fetched.
@Suite struct RevocationTests {
    /// Fetches from the lab's files.
    private func fetch(_ lab: RunningLab, _ path: String, body: [UInt8]? = nil) throws -> Reply {
        let port = try #require(lab.server.filesURL.split(separator: ":").last.flatMap { Int($0) })
        let client = try PlainClient(port: port)
        let method =
            body.map { "POST \(path) HTTP/1.1\r\nContent-Length: \($0.count)\r\n" } ?? "GET \(path) HTTP/1.1\r\n"
        client.send(Array((method + "Connection: close\r\n\r\n").utf8) + (body ?? []))
        var parser = ReplyParser()
        parser.feed(try #require(client.readToEnd()))
        return try #require(parser.reply())
    }

    /// The words of `openssl` about an answer, its signature checked against the lab's root.
    private func words(about leaf: Certificate, _ lab: RunningLab, _ answer: [UInt8]) throws -> String {
        let folder = try TemporaryFolder()
        let intermediate = try lab.pki().issued(.authority("intermediate")).certificate
        let result = try Program.run(
            "openssl",
            [
                "ocsp", "-respin", folder.write("answer.der", answer), "-CAfile", lab.server.rootPEMPath,
                "-issuer", folder.write("issuer.pem", text: CertificateText.pem(intermediate.der)),
                "-verify_other", folder.file("issuer.pem"), "-cert",
                folder.write("leaf.pem", text: CertificateText.pem(leaf.der)), "-no_nonce",
            ]
        )
        return result.output + result.errors
    }

    @Test(
        arguments: [("stapled-good", ": good"), ("stapled-revoked", ": revoked")],
        [TLS1_2_VERSION, TLS1_3_VERSION]
    )
    func staplesItsAnswer(_ scenario: (name: String, word: String), _ version: Int32) throws {
        let lab = try RunningLab(only: [scenario.name])
        let client = try lab.client(scenario.name) {
            $0.wantsStaple = true
            $0.maximum = version
        }.handshake()
        let words = try words(about: client.chain[0], lab, try #require(client.staple))
        #expect(words.contains("Response verify OK") && words.contains(scenario.word), "\(words)")
        #expect(try client.get().status == 200)
        #expect(try lab.client(scenario.name).handshake().staple == nil)
    }

    @Test(arguments: ["good", "must-staple", "revoked"]) func theOthersStapleNothing(_ name: String) throws {
        let lab = try RunningLab(only: [name])
        #expect(try lab.client(name) { $0.wantsStaple = true }.handshake().staple == nil)
    }

    @Test func theResponderAnswersByPostAndByGet() throws {
        let lab = try RunningLab(only: ["stapled-revoked", "must-staple"])
        let folder = try TemporaryFolder()
        let intermediate = try lab.pki().issued(.authority("intermediate")).certificate
        for (scenario, word) in [("stapled-revoked", ": revoked"), ("must-staple", ": good")] {
            let leaf = try lab.server.leaf(of: scenario)
            let request = folder.file("\(scenario).req")
            let made = try Program.run(
                "openssl",
                [
                    "ocsp", "-issuer", folder.write("i.pem", text: CertificateText.pem(intermediate.der)), "-cert",
                    folder.write("l.pem", text: CertificateText.pem(leaf.der)), "-reqout", request,
                ]
            )
            try #require(made.status == 0, "\(made.errors)")
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: request)))
            let posted = try fetch(lab, "/ocsp/intermediate", body: bytes)
            #expect(posted.headers["content-type"] == "application/ocsp-response")
            #expect(try words(about: leaf, lab, posted.body).contains(word))
            let text = Data(bytes).base64EncodedString().replacing("/", with: "%2F").replacing("+", with: "%2B")
            let asked = try fetch(lab, "/ocsp/intermediate/" + text)
            #expect(try words(about: leaf, lab, asked.body).contains(word))
        }
    }

    @Test func aCertificateThatIsNotItsOwnIsUnknownToTheResponder() throws {
        let lab = try RunningLab(only: ["stapled-good"])
        let good = try lab.server.leaf(of: "good")
        let responder = try PublishedFiles.responder(of: "intermediate", RunningLab.recipe(), lab.pki())
        let answer = try #require(responder.answer(about: good))
        #expect(try words(about: good, lab, answer).contains(": unknown"))
        #expect(responder.answer(to: []) == nil)
        #expect(responder.answer(to: Array("no request".utf8)) == nil)
    }

    @Test func aListedCertificateIsRevokedForWhoHasTheList() throws {
        let lab = try RunningLab(only: ["revoked", "good"])
        let client = try lab.client("revoked").handshake()
        let list = try fetch(lab, "/crl/intermediate.crl")
        #expect(list.headers["content-type"] == "application/pkix-crl")
        let folder = try TemporaryFolder()
        let printed = try Program.run(
            "openssl",
            ["crl", "-inform", "DER", "-noout", "-text", "-in", folder.write("list.crl", list.body)]
        )
        let address = lab.server.filesURL + "/crl/intermediate.crl"
        let leaf = try Program.run(
            "openssl",
            ["x509", "-noout", "-text", "-in", folder.write("l.pem", text: CertificateText.pem(client.chain[0].der))]
        )
        #expect(leaf.output.contains("URI:" + address))
        #expect(printed.output.contains("Serial Number: " + StatusResponder.serialNumber(of: client.chain[0])))
        let good = try lab.client("good").handshake()
        #expect(!printed.output.contains(StatusResponder.serialNumber(of: good.chain[0])))

        var request = EvaluationRequest(
            chain: client.chain.map { PresentedCertificate($0) },
            host: "revoked.lab.test",
            date: Date()
        )
        request.anchors.system = [lab.server.publicRoot]
        request.rules = .openssl
        #expect(Decider.serverTrust(request, profile: ClientProfile()).evaluation?.verdict == .accept)
        request.crls = [list.body]
        let refused = Decider.serverTrust(request, profile: ClientProfile()).evaluation
        #expect(refused?.codes.contains(.revocationRevoked) == true, "\(refused?.reason ?? "")")
    }

    @Test func theMissingIssuerIsToBeHad() throws {
        let lab = try RunningLab(only: ["missing-intermediate"])
        let client = try lab.client("missing-intermediate").handshake()
        let reply = try fetch(lab, "/issuer/intermediate.cer")
        #expect(reply.headers["content-type"] == "application/pkix-cert")
        let issuer = try Certificate(der: reply.body)
        #expect(issuer.subject == client.chain[0].issuer)
        let folder = try TemporaryFolder()
        let text = try Program.run(
            "openssl",
            ["x509", "-noout", "-text", "-in", folder.write("l.pem", text: CertificateText.pem(client.chain[0].der))]
        )
        #expect(text.output.contains("CA Issuers - URI:\(lab.server.filesURL)/issuer/intermediate.cer"))
        #expect(try lab.verdict("files").requestLine == "GET /issuer/intermediate.cer")
    }

    @Test func theRootIsHandedOutInThreeForms() throws {
        let lab = try RunningLab(only: ["good"])
        #expect(try fetch(lab, "/root.cer").body == lab.server.root.der)
        #expect(try fetch(lab, "/root.pem").text == CertificateText.pem(lab.server.root.der))
        let profile = try fetch(lab, "/root.mobileconfig")
        #expect(profile.headers["content-type"] == "application/x-apple-aspen-config")
        let list = try PropertyListSerialization.propertyList(from: Data(profile.body), format: nil) as? [String: Any]
        let payload = (list?["PayloadContent"] as? [[String: Any]])?.first
        #expect(payload?["PayloadType"] as? String == "com.apple.security.root")
        #expect(payload?["PayloadContent"] as? Data == Data(lab.server.root.der))
        #expect(UUID(uuidString: list?["PayloadUUID"] as? String ?? "") != nil)
        #expect(try fetch(lab, "/").status == 404)
        #expect(try fetch(lab, "/issuer/other-root.cer").status == 404)
    }
}
