import Diagnosis
import Foundation
import TestSupport
import Testing
import Trust

@testable import countersign

/// Pasted curl command lines, said with this program's own options.
@Suite struct CurlLineTests {
    private func arguments(_ line: String, _ more: String...) throws(Problem) -> Arguments {
        try CurlTranslation.completing(try OptionParser(command: .fire).parse(["--curl", line] + more))
    }

    private func words(_ line: String, _ more: String...) throws -> [String] {
        let result = try CurlTranslation.completing(try OptionParser(command: .fire).parse(["--curl", line] + more))
        return result.given.filter { $0.option.name != "curl" && $0.option.name != "max-redirects" }.map {
            option,
            value in
            option.value == nil ? option.long : "\(option.long) \(value)"
        } + result.operands
    }

    @Test(
        arguments: [
            ("a 'b c' \"d e\"", ["a", "b c", "d e"]), ("a\\ b \\\n c", ["a b", "c"]), ("a''b \"\"", ["ab", ""]),
            ("$'a\\n\\'\\u00fc\\x41'", ["a\n'\u{fc}A"]), ("\"a\\\"\\$\\b\"", ["a\"$\\b"]), ("a | b", ["a"]),
            ("a > b", ["a"]), ("a; b", ["a"]), ("'a|b;c>d'", ["a|b;c>d"]), ("a\r\nb", ["a", "b"]), ("", []),
            ("a # b\nc", ["a", "c"]), ("a#b", ["a#b"]), ("\\", []),
        ] as [(String, [String])]
    )
    func wordsAreThoseOfAShell(_ row: (text: String, words: [String])) throws {
        #expect(try ShellWords.split(row.text) == row.words)
    }

    @Test(arguments: ["curl 'open", "curl \"open", "curl $'open", "curl \"open\\"])
    func anOpenQuoteIsSaidWithoutTheText(_ text: String) {
        do throws(Problem) {
            _ = try ShellWords.split(text)
            Issue.record("taken")
        } catch {
            #expect(error.code == .optionValue)
            #expect(!error.description.contains("open\\") && !error.sentence.contains("curl '"))
        }
    }

    @Test(
        arguments: [
            ("curl https://h.test/", ["https://h.test/"]), ("curl h.test/a", ["http://h.test/a"]),
            ("$ /usr/bin/curl -sSfL --url https://h.test", ["https://h.test"]),
            (
                "curl -XPUT -H'A: b' -H 'C:d' -A agent -e https://r.test/ https://h.test/",
                [
                    "--request PUT", "--header A: b", "--header C:d", "--header User-Agent: agent",
                    "--header Referer: https://r.test/", "https://h.test/",
                ]
            ),
            (
                "curl -L --no-location -k --no-insecure -c jar -jRY1 -y 2 --parallel-max 3 https://h.test/",
                ["https://h.test/"]
            ),
            ("curl -I https://h.test/ -m 5", ["--request HEAD", "--timeout 5", "https://h.test/"]),
            ("curl -k https://h.test/", ["--on-server-trust use", "https://h.test/"]),
            ("curl --cacert ca.pem https://h.test/", ["--anchors ca.pem", "--anchors-only", "https://h.test/"]),
            (
                "curl --pinnedpubkey 'sha256//a;sha256//b' https://h.test/",
                ["--pin sha256//a", "--pin sha256//b", "https://h.test/"]
            ),
            (
                "curl --tlsv1.2 --tls-max 1.3 -4 --http1.1 https://h.test/",
                ["--min-tls 1.2", "--max-tls 1.3", "--ipv4", "--http1", "https://h.test/"]
            ),
            (
                "curl --resolve h.test:443:192.0.2.1,192.0.2.2 --resolve other.test:443:1.1.1.1 https://h.test/",
                ["--connect-to 192.0.2.1:443", "https://h.test/"]
            ),
            (
                "curl --resolve h.test:8443:[::1] https://h.test:8443",
                ["--connect-to [::1]:8443", "https://h.test:8443"]
            ),
            ("curl --connect-to ::[::1]:8443 https://h.test", ["--connect-to [::1]:8443", "https://h.test"]),
            ("curl --connect-to h.test::other: https://h.test", ["--connect-to other:443", "https://h.test"]),
            ("curl -x proxy.test https://h.test/", ["--proxy proxy.test:1080", "https://h.test/"]),
            ("curl -G -d a=1 --data-urlencode 'b=c d' https://h.test/", ["https://h.test/?a=1&b=c%20d"]),
        ] as [(String, [String])]
    )
    func aLineIsSaidWithOurOptions(_ row: (line: String, words: [String])) throws {
        #expect(try words(row.line) == row.words)
    }

    @Test func redirectsAreFollowedAsCurlDoes() throws {
        #expect(try arguments("curl https://h.test/").value(.maxRedirects) == "0")
        #expect(try arguments("curl -L https://h.test/").value(.maxRedirects) == "50")
        #expect(try arguments("curl -L --max-redirs 3 https://h.test/").value(.maxRedirects) == "3")
    }

    @Test func whatStandsBesideCountsMore() throws {
        #expect(try arguments("curl -X PUT https://h.test/", "-X", "DELETE").value(.method) == "DELETE")
        // Who judges is chosen beside the line: curl's own switches about trust do not count then.
        #expect(try !arguments("curl -k https://h.test/", "--policy", "system").has(.onServerTrust))
        #expect(
            try arguments("curl --cacert a.pem https://h.test/", "--anchors", "b.pem").values(.anchors) == ["b.pem"]
        )
        #expect(throws: Problem.self) { try arguments("curl https://h.test/", "https://other.test/") }
    }

    @Test func passwordsAreKeptApart() throws {
        let basic = try arguments("curl -u 'alice:se:cret' https://h.test/")
        #expect(basic.value(.header) == "Authorization: Basic " + Data("alice:se:cret".utf8).base64EncodedString())
        let digest = try arguments(
            "curl --digest -u alice:secret -E client.p12:phrase -x http://bob:hidden@p.test:1 https://h.test/"
        )
        #expect(digest.value(.user) == "alice")
        #expect(digest.pasted.password?.isSame(as: PassPhrase("secret")) == true)
        #expect(digest.value(.identity) == "client.p12")
        #expect(digest.pasted.identityPassPhrase?.isSame(as: PassPhrase("phrase")) == true)
        #expect(digest.value(.proxy) == "http://p.test:1")
        #expect(digest.value(.proxyUser) == "bob")
        #expect(digest.pasted.proxyPassword?.isSame(as: PassPhrase("hidden")) == true)
        let inURL = try arguments("curl https://alice:secret@h.test/")
        #expect(inURL.operands == ["https://h.test/"])
        #expect(inURL.value(.header)?.hasPrefix("Authorization: Basic ") == true)
        for line in [digest, basic, inURL] {
            let configuration = try BenchOptions.configuration(line, firing: line.operands)
            for secret in ["secret", "phrase", "hidden", "cret", "Basic"] {
                #expect(!configuration.command.contains(secret))
            }
        }
    }

    @Test(
        arguments: [
            ("curl --aws-sigv4 hidden https://h.test/", "--aws-sigv4"), ("curl -K hidden https://h.test/", "-K"),
            ("curl -sn https://h.test/", "-n"), ("curl --foo=hidden https://h.test/", "--foo"),
        ]
    )
    func whatIsNotUnderstoodIsNamed(_ row: (line: String, option: String)) {
        do throws(Problem) {
            _ = try arguments(row.line)
            Issue.record("taken")
        } catch {
            #expect(error.code == .optionUnknown)
            #expect(error.sentence.contains(row.option + " "))
            #expect(!error.description.contains("hidden"))
        }
    }

    @Test(
        arguments: [
            "", "wget https://h.test/", "curl", "curl https://a.test/ https://b.test/", "curl -X",
            "curl -b jar https://h.test",
            "curl -F a https://h.test", "curl -d a -F b=1 https://h.test", "curl -T - https://h.test",
            "curl 'https://h h/'",
            "curl -H @fields https://h.test", "curl --tls-max 2 https://h.test", "curl --resolve x https://h.test",
            "curl -d @/no/such/file https://h.test",
        ]
    )
    func whatIsNoRequestIsSaid(_ line: String) { #expect(throws: Problem.self) { try arguments(line) } }

    @Test func bodiesAreMadeAsCurlMakesThem() throws {
        let folder = try TemporaryFolder()
        try folder.write("file", text: "li\r\nne")
        let path = folder.file("file")
        func fire(_ line: String) throws -> (line: String, bytes: Int, type: String) {
            let result = try Countersign.run(["fire", "--json", "--curl", line], home: folder)
            let document = try JSONDecoder().decode(FiredDocument.self, from: Data(result.output.utf8))
            let echo = try JSONDecoder().decode(
                Echo.self,
                from: Data((document.exchanges[0].outcome?.bodyText ?? "").utf8)
            )
            return (
                echo.request.line, echo.request.bodyBytes,
                echo.request.headers.first { $0[0] == "Content-Type" }?[1] ?? ""
            )
        }
        let form = "application/x-www-form-urlencoded"
        #expect(try fire("curl -d a=1 -d b=2 https://good.lab.test/") == ("POST / HTTP/1.1", 7, form))
        #expect(try fire("curl -d @\(path) https://good.lab.test/") == ("POST / HTTP/1.1", 4, form))
        #expect(try fire("curl --data-binary @\(path) https://good.lab.test/") == ("POST / HTTP/1.1", 6, form))
        #expect(try fire("curl --json '{}' https://good.lab.test/") == ("POST / HTTP/1.1", 2, "application/json"))
        #expect(try fire("curl -T \(path) https://good.lab.test/") == ("PUT /file HTTP/1.1", 6, ""))
        #expect(try fire("curl -d x -H 'Content-Type: a/b' https://good.lab.test/") == ("POST / HTTP/1.1", 1, "a/b"))
        let parts = try fire("curl -F a=1 -F 'f=@\(path);type=text/plain' https://good.lab.test/")
        #expect(parts.type.hasPrefix("multipart/form-data; boundary="))
        #expect(parts.bytes > 200)
    }

    @Test func aLineIsReadFromStandardInput() throws {
        let line = "curl --digest -u lab:lab https://digest.lab.test/"
        let home = try TemporaryFolder()
        let result = try Countersign.run(["fire", "--json", "--curl", "-"], home: home, input: line)
        #expect(result.status == 0)
        let document = try JSONDecoder().decode(FiredDocument.self, from: Data(result.output.utf8))
        #expect(document.exchanges[0].challenges.map(\.facts.method) == ["serverTrust", "httpDigest"])
    }

    private struct Echo: Decodable {
        struct Request: Decodable {
            var line: String
            var bodyBytes: Int
            var headers: [[String]]
        }

        var request: Request
    }
}
