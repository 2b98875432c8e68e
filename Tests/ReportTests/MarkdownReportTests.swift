import Diagnosis
import EventSamples
import Events
import Foundation
import Testing
import Trust

@testable import Report

@Suite struct MarkdownReportTests {
    static func text(_ request: SampleRequest) -> String {
        MarkdownReport(request.events, version: "0.1").text
    }

    @Test func aRefusedRequestFitsOnOnePage() {
        let text = Self.text(.refused(8))
        for line in [
            "# 8: `GET expired.lab.test/`",
            "| result | failed after 10 ms |",
            "| why | `date: ended 412 d ago` |",
            "| who refused whom | we refused the server |",
            "| diagnosis | `date.expired` |",
            "| policy | `system trust` |",
            "## Challenge 1: server trust `expired.lab.test:9443`",
            "| date | **FAIL** | `evidence of date` | `date.expired` |",
            "| chain | ok | `evidence of issuer` |  |",
            "| revocation | off | `switch revocation is off` |  |",
            "## Timeline",
        ] {
            #expect(text.split(separator: "\n").contains { $0 == line }, "\(line)")
        }
        #expect(text.contains("Answer: **cancel** `URLSession.AuthChallengeDisposition.cancelAuthenticationChallenge`"))
        #expect(text.contains("Checks: 5 ok  1 FAIL  1 off."))
        #expect(text.contains("`\(EventSamples.certificate("expired.lab.test").sha256.hex)`"))
        #expect(text.contains("countersign 0.1"))
        #expect(text.hasSuffix("\n") && text.split(separator: "\n").count < 60)
    }

    @Test func bothChallengesAreThere() {
        let text = Self.text(.mutual())
        #expect(text.contains("| answers | use / use |"))
        #expect(text.contains("## Challenge 1: server trust"))
        #expect(text.contains("## Challenge 2: client certificate"))
        #expect(text.contains("Asked for: 1 issuer: `CN=Lab CA`"))
        #expect(
            text.contains(
                "| `client.p12` | `alice` | `CN=Lab CA` | yes | `under Lab CA, which is named: fits` | sent |"
            )
        )
    }

    @Test func letByIsSaidInItsWords() {
        let text = Self.text(.letBy())
        #expect(text.contains("| host | let by |"))
        #expect(text.contains("`4 ok; let by: date, host`"))
    }

    @Test func everyTypicalRequestHasAReport() {
        let requests: [SampleRequest] = [
            .accepted(), .letBy(), .refused(), .held(), .resumed(), .mutual(), .wantsIdentity(), .refusedIdentity(),
            .unreachable(),
        ]
        for request in requests {
            for count in 1...request.events.count {
                let text = MarkdownReport(Array(request.events.prefix(count)), version: "0.1").text
                #expect(text.hasPrefix("# \(request.number): "))
            }
        }
        #expect(MarkdownReport([], version: "0.1").text == "# Nothing is recorded of this request\n")
    }

    @Test func hostileTextIsTextOnly() {
        let evil = "](javascript:x) <script> | `` ``` @all #1 \u{1B}[2J\u{202E}\n## h | x |"
        var request = SampleRequest(1, host: evil, url: "https://\(evil)/", client: evil)
        request.connect()
        request.serverTrust([.date: (.fail, .dateExpired)])
        request.answer(.cancelAuthenticationChallenge, proceeds: false, by: evil)
        request.fail(.weRefusedServer, .dateExpired, reason: evil)
        let text = Self.text(request)
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x202E })
        let lines = text.split(separator: "\n")
        // What comes from outside makes no line of its own, and no cell more than a table has.
        #expect(!lines.contains { $0.hasPrefix("## h") })
        for line in lines where line.hasPrefix("| date |") {
            #expect(line.replacing("\\|", with: "").filter { $0 == "|" }.count == 5)
        }
        for line in lines where line.contains("<script>") {
            // Only within a code span or the block of code.
            #expect(line.contains("`") || line.hasPrefix("      "))
        }
    }

    @Test(arguments: [
        ("plain", "`plain`"), ("a`b", "``a`b``"), ("`", "`` ` ``"), ("``x", "``` ``x ```"), ("a|b", "`a\\|b`"),
        ("", ""),
        ("<b>", "`<b>`"), ("a\nb", "`a\\u{a}b`"),
    ]) func codeSpans(text: String, expected: String) {
        #expect(MarkdownText.code(text) == expected)
    }

    @Test(arguments: [
        ("a*b_c", "a\\*b\\_c"), ("<x>&", "&lt;x&gt;&amp;"), ("# [a](b)", "\\# \\[a\\](b)"),
        ("see http://x.test/a|b now", "see `http://x.test/a\\|b` now"), ("by @alice, twice", "by `@alice,` twice"),
        ("WWW.x.test  a@x.test", "`WWW.x.test`  `a@x.test`"),
    ])
    func plainWords(text: String, expected: String) {
        #expect(MarkdownText.plain(text) == expected)
    }

    @Test func blocksOutliveFencesWithin() {
        let block = MarkdownText.block(["a", "````", "b"])
        #expect(block.hasPrefix("`````text\n") && block.hasSuffix("\n`````"))
    }
}
