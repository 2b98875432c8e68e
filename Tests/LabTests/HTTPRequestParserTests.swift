import Testing

@testable import Lab

@Suite struct HTTPRequestParserTests {
    static func request(
        _ method: String,
        _ target: String,
        _ headers: [(String, String)] = [],
        body: String = "",
        isVersion11: Bool = true
    ) -> HTTPRequestParser.Step {
        .request(
            HTTPRequest(
                method: method,
                target: target,
                isVersion11: isVersion11,
                headers: headers.map { (name: $0.0, value: $0.1) },
                bodyBytes: body.utf8.count,
                bodyStart: Array(body.utf8)
            )
        )
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var bytes: String
        var steps: [HTTPRequestParser.Step]
        var testDescription: String { String(bytes.prefix(40).debugDescription) }
    }

    static let cases: [Case] = [
        Case(bytes: "", steps: [.needsMore]),
        Case(bytes: "GET / HTTP/1.1\r\n\r\n", steps: [request("GET", "/"), .needsMore]),
        Case(bytes: "GET / HTTP/1.0\n\n", steps: [request("GET", "/", isVersion11: false), .needsMore]),
        Case(
            bytes: "\r\n\r\nGET /x HTTP/1.1\r\nA: b \r\n\r\n",
            steps: [request("GET", "/x", [("A", "b")]), .needsMore]
        ),
        Case(
            bytes: "GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\n",
            steps: [request("GET", "/1"), request("GET", "/2"), .needsMore]
        ),
        Case(
            bytes: "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcGET / HTTP/1.1\r\n\r\n",
            steps: [request("POST", "/", [("Content-Length", "3")], body: "abc"), request("GET", "/"), .needsMore]
        ),
        Case(
            bytes:
                "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\na\r\n0123456789\r\n0\r\nT: 1\r\n\r\n",
            steps: [request("PUT", "/", [("Transfer-Encoding", "chunked")], body: "abc0123456789"), .needsMore]
        ),
        Case(
            bytes: "POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n",
            steps: [.wantsContinue, .needsMore]
        ),
        // The published mistake: name and value swapped.
        Case(
            bytes: "GET / HTTP/1.1\r\napplication/json; charset=utf-8: Content-Type\r\n\r\n",
            steps: [request("GET", "/", [("application/json; charset=utf-8", "Content-Type")]), .needsMore]
        ),
        Case(bytes: "GET / HTTP/1.1\r\nA: b\r\n", steps: [.needsMore]),
        Case(bytes: "GET / HTTP/2.0\r\n\r\n", steps: [.bad(status: 400), .bad(status: 400)]),
        Case(bytes: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", steps: [.bad(status: 400)]),
        Case(bytes: "GET /\r\n\r\n", steps: [.bad(status: 400)]),
        Case(bytes: "GET  / HTTP/1.1\r\n\r\n", steps: [.bad(status: 400)]),
        Case(bytes: "GET / HTTP/1.1\r\nno colon\r\n\r\n", steps: [.bad(status: 400)]),
        Case(bytes: "GET / HTTP/1.1\r\n: no name\r\n\r\n", steps: [.bad(status: 400)]),
        Case(bytes: "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", steps: [.bad(status: 400)]),
        Case(bytes: "POST / HTTP/1.1\r\nContent-Length: 1 2\r\n\r\n", steps: [.bad(status: 400)]),
        Case(bytes: "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", steps: [.bad(status: 400)]),
        Case(bytes: "POST / HTTP/1.1\r\nContent-Length: 67108865\r\n\r\n", steps: [.bad(status: 413)]),
        Case(bytes: "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", steps: [.bad(status: 400)]),
        Case(bytes: "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\n", steps: [.bad(status: 400)]),
        Case(bytes: "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n7fffffff\r\n", steps: [.bad(status: 413)]),
        Case(bytes: "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\n", steps: [.bad(status: 400)]),
        Case(bytes: "\u{16}\u{3}\u{1}", steps: [.bad(status: 400)]),
        Case(bytes: " GET / HTTP/1.1", steps: [.bad(status: 400)]),
        Case(bytes: "GET /" + String(repeating: "x", count: 40_000), steps: [.bad(status: 431)]),
    ]

    static func steps(_ parser: inout HTTPRequestParser, _ limit: Int) -> [HTTPRequestParser.Step] {
        (0..<limit).map { _ in parser.next() }
    }

    @Test(arguments: cases) func takesRequestsOutOfAStream(_ one: Case) {
        var parser = HTTPRequestParser()
        parser.feed(Array(one.bytes.utf8))
        #expect(Self.steps(&parser, one.steps.count) == one.steps)
    }

    /// However the bytes are cut, the requests are the same.
    @Test(arguments: cases) func cutsDoNotMatter(_ one: Case) {
        var parser = HTTPRequestParser()
        var steps: [HTTPRequestParser.Step] = []
        for byte in one.bytes.utf8 {
            parser.feed([byte])
            while true {
                let step = parser.next()
                guard step != .needsMore else { break }
                steps.append(step)
                if case .bad = step { break }
            }
            if case .bad = steps.last { break }
        }
        let wanted = one.steps.filter { $0 != .needsMore }
        #expect(
            steps
                == (wanted.firstIndex { if case .bad = $0 { true } else { false } }.map { Array(wanted[...$0]) }
                    ?? wanted)
        )
    }

    @Test func aRequestThatHasBegunIsToldFromNone() {
        var parser = HTTPRequestParser()
        #expect(!parser.isInRequest)
        parser.feed(Array("GET".utf8))
        _ = parser.next()
        #expect(parser.isInRequest)
        parser.feed(Array(" / HTTP/1.1\r\n\r\n".utf8))
        _ = parser.next()
        #expect(!parser.isInRequest)
    }

    @Test(
        arguments: [
            ("/x?to=https%3A%2F%2Fa%2F&status=307", "to", "https://a/"), ("/x?to=a=b", "to", "a=b"),
            ("/x?to=", "to", ""),
            ("/x?b=c", "to", nil), ("/x", "to", nil), ("/x?to=%zz", "to", "%zz"),
        ] as [(String, String, String?)]
    )
    func aQueryHasValues(_ target: String, _ name: String, _ value: String?) {
        let request = HTTPRequest(method: "GET", target: target, isVersion11: true, headers: [])
        #expect(request.query(name) == value)
        #expect(request.path == "/x")
    }
}
