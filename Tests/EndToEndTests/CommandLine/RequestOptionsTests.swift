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

    @Test func oneFamilyOfAddressesIsTaken() throws {
        #expect(try parse("-4", "h.test").has(.ipv4))
        #expect(try parse("-6", "h.test").has(.ipv6))
        #expect(try OptionParser(command: .evaluate).parse(["-4"]).operands == ["-4"])
        #expect(throws: Problem.self) { try FiringOptions(try parse("-4", "-6")) }
        for (option, address) in [("-4", "127.0.0.1"), ("-6", "::1")] {
            let result = try Countersign.run(["fire", "good", option, "--json"], home: try TemporaryFolder())
            #expect(result.status == 0, "\(option)")
            #expect(
                result.output.contains("\"address\":\"\(address)\"")
                    || result.output.contains("\"address\" : \"\(address)\"")
            )
        }
        let other = try Countersign.run(["fire", "https://127.0.0.1:9/", "-6"], home: try TemporaryFolder())
        #expect(other.status == 2)
        #expect(other.output.contains("option.conflict"))
    }

    @Test func aFormWithFilesIsSentAndABodySaved() throws {
        let home = try TemporaryFolder()
        try home.write("a\"b.txt", text: "content")
        let saved = home.file("saved")
        let words = [
            "fire", "good", "--multipart", "field=text", "--multipart", "f=@\(home.file("a\"b.txt"));type=text/plain",
            "--save-body", saved,
        ]
        #expect(try Countersign.run(words, home: home).status == 0)
        let echo = try String(contentsOfFile: saved, encoding: .utf8)
        #expect(echo.contains("multipart/form-data; boundary=countersign-"))
        let again = try Countersign.run(words, home: home)
        #expect(again.status == 2)
        #expect(again.output.contains("file.exists"))
        let form = try MultipartForm(["a\r\nb=1"])
        #expect(form.stream.count > 0)
        #expect(throws: Problem.self) { try MultipartForm(["=1"]) }
        #expect(throws: Problem.self) { try MultipartForm(["a=@/no/such/file"]) }
    }
}
