import Foundation
import TestSupport
import Testing

@testable import Lab

/// Pages that lead elsewhere, logins, and what may be kept.
@Suite struct WebPageTests {
    @Test(arguments: [
        ("page.lab.test", "https://good.lab.test/page/image.png", "http://plain-http.lab.test/page/image.png"),
        ("localhost:1", "https://localhost:{good}/page/image.png", "http://localhost:{plain-http}/page/image.png"),
        ("[::1]:1", "https://[::1]:{good}/page/image.png", "http://[::1]:{plain-http}/page/image.png"),
    ])
    func aPageNamesItsPartsAsItWasReached(_ host: String, _ other: String, _ plain: String) throws {
        let lab = try RunningLab(only: ["page", "good", "plain-http", "self-signed"])
        func placed(_ text: String) throws -> String {
            try lab.server.scenarios.reduce(text) { $0.replacing("{\($1.name)}", with: "\(try lab.port($1.name))") }
        }
        let client = try lab.client("page").handshake()
        try client.send("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        let page = try client.reply()
        #expect(page.headers["content-type"] == "text/html; charset=utf-8")
        for part in ["/page/style.css", "/page/script.js", "/page/image.png", try placed(other), try placed(plain)] {
            #expect(page.text.contains("\"\(part)\""), "\(part) in \(page.text)")
        }
        try client.send("GET /page/script.js HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        let origin = try placed(other).replacing("good", with: "self-signed")
            .replacing(":\(lab.port("good"))", with: ":\(lab.port("self-signed"))")
        #expect(try client.reply().text.contains("fetch(\"" + origin.replacing("image.png", with: "data.json") + "\")"))
    }

    @Test func partsHaveTheirTypes() throws {
        let lab = try RunningLab(only: ["good"])
        let client = try lab.client("good").handshake()
        for (path, type) in [
            ("/page", "text/html; charset=utf-8"), ("/page/style.css", "text/css"),
            ("/page/script.js", "text/javascript"), ("/page/image.png", "image/png"),
            ("/page/data.json", "application/json"), ("/type/text/html", "text/html"),
            ("/type/application/vnd.lab+json", "application/vnd.lab+json"),
        ] {
            let reply = try client.get(path)
            #expect(reply.status == 200 && reply.headers["content-type"] == type, "\(path)")
        }
        #expect(try client.get("/page/data.json").headers["access-control-allow-origin"] == "*")
        #expect(try client.get("/page/image.png").body.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        #expect(try client.get("/page/other").status == 404)
        #expect(try client.get("/type/text/h:x").status == 404)
    }

    @Test func aHostileHostFieldStaysInItsPlace() throws {
        let lab = try RunningLab(only: ["page", "good"])
        let client = try lab.client("page").handshake()
        try client.send("GET / HTTP/1.1\r\nHost: \"><script>alert(1)</script>\r\n\r\n")
        #expect(try !client.reply().text.contains("><script>alert"))
    }

    @Test(arguments: [
        ("localhost:1", "https://127.0.0.1:{good}/"), ("127.0.0.1", "https://localhost:{good}/"),
        ("redirect-to-other-host.lab.test", "https://good.lab.test/"),
    ])
    func theRedirectLeadsToAnotherHost(_ host: String, _ target: String) throws {
        let lab = try RunningLab(only: ["redirect-to-other-host", "good"])
        let client = try lab.client("redirect-to-other-host").handshake()
        try client.send("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        let reply = try client.reply()
        #expect(reply.status == 302)
        #expect(try reply.headers["location"] == target.replacing("{good}", with: "\(lab.port("good"))"))
        #expect(try client.get("/elsewhere").status == 200)
    }

    @Test func whatMayBeKeptIsAskedAfter() throws {
        let lab = try RunningLab(only: ["cacheable"])
        let client = try lab.client("cacheable").handshake()
        let first = try client.get()
        #expect(first.headers["cache-control"] == "private, max-age=600")
        let validator = try #require(first.headers["etag"])
        let again = try client.get(headers: ["If-None-Match: \(validator)"])
        #expect(again.status == 304 && again.body.isEmpty)
        #expect(try client.get(headers: ["If-None-Match: \"other\""]).status == 200)
        #expect(try client.get("/x").headers["cache-control"] == "no-store")
    }

    @Test func resumesAlwaysEndsEachConnection() throws {
        let lab = try RunningLab(only: ["resumes-always"])
        let client = try lab.client("resumes-always").handshake()
        #expect(try client.get().headers["connection"] == "close")
        #expect(throws: TLSClient.Failure.self) { try client.get() }
    }

    // MARK: Logins

    @Test func aDigestIsTheRightOneOrNone() throws {
        let lab = try RunningLab(only: ["digest"])
        let client = try lab.client("digest").handshake()
        let challenge = try #require(try client.get("/a?b").headers["www-authenticate"])
        let given = LoginCheck.parameters(of: challenge)
        #expect(given["realm"] == "lab" && given["algorithm"] == "MD5" && given["qop"] == "auth")
        let nonce = try #require(given["nonce"])
        func field(_ password: String, uri: String = "/a?b", nonce: String) -> String {
            let secret = MD5.hex("lab:lab:\(password)")
            let response = MD5.hex("\(secret):\(nonce):00000001:xyz:auth:\(MD5.hex("GET:" + uri))")
            return "Authorization: Digest username=\"lab\", realm=\"lab\", nonce=\"\(nonce)\", uri=\"\(uri)\", "
                + "qop=auth, nc=00000001, cnonce=\"xyz\", response=\"\(response)\""
        }
        #expect(try client.get("/a?b", headers: [field("lab", nonce: nonce)]).status == 200)
        #expect(try client.get("/a?b", headers: [field("wrong", nonce: nonce)]).status == 401)
        #expect(try client.get("/a?b", headers: [field("lab", nonce: "other")]).status == 401)
        #expect(try client.get("/c", headers: [field("lab", nonce: nonce)]).status == 401)
        #expect(try client.get("/a?b", headers: ["Authorization: Digest x"]).status == 401)
    }

    @Test func everyScenarioAsksOnRequest() throws {
        let lab = try RunningLab(only: ["good"])
        let client = try lab.client("good").handshake()
        #expect(try client.get("/basic").headers["www-authenticate"]?.hasPrefix("Basic ") == true)
        #expect(try client.get("/digest").headers["www-authenticate"]?.hasPrefix("Digest ") == true)
        #expect(try client.get("/basic", headers: ["Authorization: Basic bGFiOmxhYg=="]).status == 200)
    }

    @Test(arguments: [
        (#"Digest a="b", c=d,e="f\"g""#, ["a": "b", "c": "d", "e": "f\"g"]), ("Basic abc", [:]), ("Digest ", [:]),
        (#"Digest a=""#, ["a": ""]), (#"digest A="x"#, ["a": "x"]), (#"Digest a="x\"#, ["a": "x\\"]),
    ])
    func parametersAreRead(_ text: String, _ expected: [String: String]) {
        #expect(LoginCheck.parameters(of: text) == expected)
    }
}
