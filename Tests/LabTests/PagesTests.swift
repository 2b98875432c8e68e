import Foundation
import TestSupport
import Testing

@testable import Lab

@Suite struct PagesTests {
    let lab: RunningLab
    let client: TLSClient

    init() throws {
        lab = try RunningLab(only: ["good"])
        client = try lab.client("good").handshake()
    }

    @Test(arguments: [
        ("/status/200", 200), ("/status/204", 204), ("/status/304", 304), ("/status/404", 404), ("/status/503", 503),
        ("/status/599", 599), ("/status/99", 404), ("/status/600", 404), ("/status/x", 404), ("/status/-1", 404),
        ("/status", 200), ("/large/x", 404), ("/large/-1", 404), ("/large/99999999999999", 404), ("/slow/-1", 404),
        ("/slow/nan", 404), ("/slow/inf", 404), ("/redirect", 404), ("/redirect?to=", 404),
        ("/redirect?to=a%0d%0aX:%20y", 404), ("/redirect?to=a%00", 404), ("/redirect?to=/&status=200", 404),
        ("/", 200), ("//", 200), ("/%00", 200), ("*", 200), ("http://other/", 200),
    ])
    func aPathHasItsStatus(_ path: String, _ status: Int) throws {
        let reply = try client.get(path)
        #expect(reply.status == status)
        #expect(reply.headers["x"] == nil)
        // The connection goes on.
        #expect(try client.get().status == 200)
    }

    @Test func aLargeBodyIsAsLargeAsAsked() throws {
        for count in [0, 1, 16_384, 16_385, 5_000_000] {
            let reply = try client.get("/large/\(count)")
            #expect(reply.body.count == count)
            #expect(reply.headers["content-length"] == "\(count)")
        }
    }

    @Test func aSlowPageComesLater() throws {
        let start = ContinuousClock.now
        #expect(try client.get("/slow/0.2").status == 200)
        #expect(ContinuousClock.now - start >= .milliseconds(200))
    }

    @Test(arguments: [nil, 301, 303, 307, 308] as [Int?]) func aRedirectGoesWhereItIsTold(_ status: Int?) throws {
        let reply = try client.get(
            "/redirect?to=https%3A%2F%2Fother.lab.test%2Fa%3Fb" + (status.map { "&status=\($0)" } ?? "")
        )
        #expect(reply.status == status ?? 302)
        #expect(reply.headers["location"] == "https://other.lab.test/a?b")
    }

    @Test func aHeadHasNoBody() throws {
        let reply = try client.get("/large/1000", method: "HEAD")
        #expect(reply.headers["content-length"] == "1000")
        #expect(reply.body.isEmpty)
        #expect(try client.get().status == 200)
    }

    @Test func aBodyIsCounted() throws {
        let reply = try client.get("/", method: "POST", body: String(repeating: "x", count: 100_000))
        #expect(try reply.echo("request", "bodyBytes") as? Int == 100_000)
        try client.send("PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
        #expect(try client.reply().echo("request", "bodyBytes") as? Int == 5)
    }

    @Test func requestsInOnePieceAreAnsweredInTurn() throws {
        let requests = (1...50).map { "GET /\($0) HTTP/1.1\r\n\r\n" }
        try client.send(
            requests.joined() + "GET /slow/0.01 HTTP/1.1\r\n\r\nGET /last HTTP/1.1\r\nConnection: close\r\n\r\n"
        )
        let text = try client.readToEnd()
        #expect(text.components(separatedBy: "HTTP/1.1 200 OK").count == 53)
        #expect(text.contains("GET /last HTTP/1.1"))
        #expect(lab.verdicts("good").count == 52)
    }

    @Test func theClientIsToldToGoOnWithItsBody() throws {
        try client.send("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
        #expect(try client.read(atLeast: 21).starts(with: "HTTP/1.1 100 Continue".utf8))
        try client.send("abc")
        #expect(try client.reply().echo("request", "bodyBytes") as? Int == 3)
    }

    @Test(arguments: ["GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"])
    func aClientThatWantsTheEndGetsIt(_ request: String) throws {
        try client.send(request)
        let text = try client.readToEnd()
        #expect(text.hasPrefix("HTTP/1.1 200 OK"))
        #expect(text.contains("Connection: close"))
    }

    @Test(arguments: ["nonsense\r\n\r\n", "GET / HTTP/9\r\n\r\n", "\u{0}\u{1}\u{2}\n\n"])
    func whatIsNoRequestIsRefused(_ text: String) throws {
        try client.send(text)
        #expect(try client.readToEnd().hasPrefix("HTTP/1.1 400 Bad Request"))
        #expect(try lab.verdict("good").conduct == .refused)
    }

    @Test func theEchoIsJSONWhateverTheClientSends() throws {
        let reply = try client.get("/\"\\\u{7f}", headers: ["X: \u{1}\"\\\t\u{1F600}"])
        let object = try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
        let request = object?["request"] as? [String: Any]
        let headers = request?["headers"] as? [[String]]
        #expect(request?["line"] as? String == "GET /\"\\\u{7f} HTTP/1.1")
        #expect(headers?.last == ["X", "\u{1}\"\\\t\u{1F600}"])
    }
}
