import Diagnosis
import Foundation
import TestSupport
import Testing

@testable import countersign

/// The options about requests: read from words, and seen by the embedded lab.
@Suite struct RequestOptionsTests {
    private func parse(_ words: String...) throws(Problem) -> Arguments {
        try OptionParser(command: .fire).parse(words)
    }

    private func text(_ words: String...) throws -> String {
        String(
            decoding: try #require(try BodyOptions(try OptionParser(command: .fire).parse(words)).body),
            as: UTF8.self
        )
    }

    @Test func formsAreEncoded() throws {
        #expect(try text("--form", "a=1", "--form", "b c=ü&=+") == "a=1&b+c=%C3%BC%26%3D%2B")
        #expect(try text("--form", "empty=") == "empty=")
        let options = try BodyOptions(try parse("--form", "a=1"))
        #expect(options.completing([]).map(\.name) == ["Content-Type"])
        #expect(throws: Problem.self) { try BodyOptions(try parse("--form", "=1")) }
        #expect(throws: Problem.self) { try BodyOptions(try parse("--form", "a")) }
    }

    @Test func jsonHasToBeJSON() throws {
        #expect(try text("--json-body", #"{"a":1}"#) == #"{"a":1}"#)
        let options = try BodyOptions(try parse("--json-body", "[]"))
        #expect(options.completing([]).map(\.value) == ["application/json", "application/json"])
        do throws(Problem) {
            _ = try BodyOptions(try parse("--json-body", "{hidden"))
            Issue.record("taken")
        } catch {
            #expect(error.code == .optionValue)
            #expect(!error.description.contains("hidden"))
        }
    }

    @Test func aRequestHasOneBody() {
        for words in [
            ["-d", "x", "--form", "a=1"], ["-d", "x", "--json-body", "1"], ["--form", "a=1", "--json-body", "1"],
        ] {
            #expect(throws: Problem.self) { try BodyOptions(try OptionParser(command: .fire).parse(words)) }
        }
    }

    @Test(
        arguments: [
            ["--timeout", "0"], ["--timeout", "-1"], ["--timeout", "nan"], ["--timeout", "x"],
            ["--max-redirects", "-1"], ["--max-redirects", "1000"], ["--accept-types", "json"], ["--accept-types", ""],
            ["--proxy", "ftp://a"], ["--proxy", "http://user:secret@a:1"], ["--proxy-anchors", "x.pem"],
        ]
    )
    func whatIsNotTakenIsSaid(_ words: [String]) {
        #expect(throws: Problem.self) { try FiringOptions(try OptionParser(command: .fire).parse(words)) }
    }

    @Test func aRedirectLeadsToAnotherHostOfTheLab() throws {
        let address = "https://good.lab.test/redirect?to=https://expired.lab.test/"
        let (status, followed) = try FiredDocument.fire([address])
        #expect(status == 1)
        #expect(followed.code == "date.expired")
        #expect(followed.challenges.map(\.facts.host) == ["good.lab.test", "expired.lab.test"])
        let (taken, redirect) = try FiredDocument.fire([address, "--max-redirects", "0"])
        #expect(taken == 0)
        #expect(redirect.status == 302)
    }

    @Test func aTypeThatIsNotTakenFails() throws {
        let (status, exchange) = try FiredDocument.fire(["good", "--accept-types", "image/png"])
        #expect(status == 1)
        #expect(exchange.code == "response.content-type")
        #expect(exchange.outcome?.clientError?.code == -1016)
    }

    @Test func theKeyLogIsWritten() throws {
        let folder = try TemporaryFolder()
        let (status, _) = try FiredDocument.fire(["good", "--key-log", folder.file("keys")])
        #expect(status == 0)
        let text = try String(contentsOfFile: folder.file("keys"), encoding: .utf8)
        #expect(text.contains("CLIENT_HANDSHAKE_TRAFFIC_SECRET "))
    }

    @Test func aDefaultSessionOutlivesTheRunAndAnEphemeralOneDoesNot() throws {
        let home = try TemporaryFolder()
        func fire(_ kind: String) throws -> String {
            let words = ["fire", "cacheable", "--cache", "protocol", "--session", kind]
            return try Countersign.run(words, home: home).output
        }
        for kind in ["ephemeral", "default", "ephemeral"] {
            #expect(!(try fire(kind)).contains("response.cached"))
        }
        let again = try fire("default")
        #expect(again.contains("response.cached"))
        #expect(again.contains("earlier run"))
    }
}
