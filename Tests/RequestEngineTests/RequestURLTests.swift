import Diagnosis
import Testing

@testable import RequestEngine

@Suite struct RequestURLTests {
    @Test(
        arguments: [
            ("https://a.test/", "https", "a.test", 443, "/"), ("a.test", "https", "a.test", 443, "/"),
            ("HTTP://A.Test:8080", "http", "A.Test", 8080, "/"),
            ("https://a.test?q=1#f", "https", "a.test", 443, "/?q=1"),
            ("https://a.test:443/x/../y", "https", "a.test", 443, "/x/../y"),
            ("[::1]:9443/x", "https", "::1", 9443, "/x"),
            ("https://[2001:db8::1]/", "https", "2001:db8::1", 443, "/"), ("127.1:1/", "https", "127.1", 1, "/"),
            ("https://bücher.test/ü?ö", "https", "bücher.test", 443, "/ü?ö"),
            ("https://a.test/x?u=https://b.test/", "https", "a.test", 443, "/x?u=https://b.test/"),
        ]
    )
    func reads(_ row: (text: String, scheme: String, host: String, port: Int, target: String)) throws {
        let url = try RequestURL(row.text)
        #expect(url.scheme.rawValue == row.scheme)
        #expect(url.host == row.host)
        #expect(url.port == row.port)
        #expect(url.target == row.target)
        #expect(try RequestURL(url.description) == url)
    }

    /// The text, the place of its fault (from 1 on), and a word of what is wrong.
    @Test(
        arguments: [
            ("", 1, "host"), ("https://", 9, "host"), ("https:///x", 9, "host"), ("ftp://a.test/", 1, "scheme"),
            ("https://a.test:0/", 16, "port"), ("https://a.test:65536/", 16, "port"), ("https://a.test:/", 16, "port"),
            ("https://a.test:8o/", 16, "port"), ("https://a b.test/", 10, "blank"), ("https://a.test/x y", 17, "blank"),
            ("https://u:p@a.test/", 12, "password"), ("https://::1/", 10, "brackets"), ("https://[::1/", 9, "bracket"),
            ("https://[1.2.3]/", 10, "IPv6"), ("https://[::1]x/", 14, "colon"), ("https://a<b/", 10, "character"),
            ("a.test\n", 7, "blank"), ("https://a%41.test/", 10, "character"), ("https://a.test/\u{0}", 16, "control"),
        ]
    )
    func refuses(_ row: (text: String, place: Int, word: String)) {
        #expect {
            _ = try RequestURL(row.text)
        } throws: { error in
            guard let problem = error as? Problem else { return false }
            return problem.code == .urlMalformed && problem.sentence.contains("at character \(row.place).")
                && problem.sentence.contains(row.word)
        }
    }

    @Test(
        arguments: [
            ("1.2.3.4", true), ("127.1", true), ("0x7f.1", true), ("2130706433", true), ("::1", true),
            ("1.2.3.4.5", false),
            ("a.test", false), ("1.test", false), ("256.256.256.256", false),
        ]
    )
    func tellsAddressesFromNames(_ row: (host: String, isAddress: Bool)) {
        #expect(RequestURL.isAddress(row.host) == row.isAddress)
    }

    @Test func whatARequestLineCannotHoldIsEncoded() throws {
        #expect(try RequestURL("https://a.test/ü\"<>?ö|").encodedTarget == "/%C3%BC%22%3C%3E?%C3%B6%7C")
        #expect(try RequestURL("https://a.test/%20?a=b&c=%2F").encodedTarget == "/%20?a=b&c=%2F")
    }

    @Test func hostAndPortAlone() throws {
        let target = try RequestURL(hostAndPort: "127.0.0.1:9443")
        #expect((target.host, target.port) == ("127.0.0.1", 9443))
        for text in ["http://a:1", "a:1/", "u@a:1", "a:1?x", "a :1"] {
            #expect(throws: Problem.self) { try RequestURL(hostAndPort: text) }
        }
    }
}
