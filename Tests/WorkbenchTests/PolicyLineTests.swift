import Testing
import Trust

@testable import Workbench

@Suite struct PolicyLineTests {
    private func line(_ change: (inout ClientProfile) -> Void = { _ in }) -> PolicyLine {
        var profile = ClientProfile()
        change(&profile)
        return PolicyLine(profile, systemAnchors: "lab \"public\" root")
    }

    @Test func theSystemsOwn() {
        #expect(line().text == "system trust  anchors: lab \"public\" root  host ON  ATS off  no identity")
        #expect(line().words.allSatisfy { !$0.loosens })
    }

    @Test func whatDiffersIsSaid() {
        let changed = line {
            $0.anchors.files = ["/somewhere/ca.pem"]
            $0.anchors.userFiles = ["/somewhere/proxy.pem"]
            $0.nameChecked = .other("other.test")
            $0.rules = .openssl
            $0.allowsPartialChain = false
            $0.securityLevel = 0
            $0.minimumTLS = "1.0"
            $0.transportSecurity = TransportSecurity(hasException: true)
            $0.whenTrusted = .use
            $0.whenRefused = .use
            $0.answersKept = .asIOS
            $0.identity = .file("/bundle/client.p12")
        }
        #expect(
            changed.text
                == "system trust  anchors: lab \"public\" root + ca.pem + proxy.pem  host as other.test  rules openssl  "
                + "whole chain  level 0!  TLS 1.0..1.3!  ATS exc.  trust: always use!  kept: as-ios!  client.p12"
        )
    }

    @Test(arguments: [
        (["a.pem"], "anchors: only a.pem"),
        ([], "anchors: none"),
        (["a.pem", "b.pem", "c.pem"], "anchors: only 3 files"),
    ])
    func anchorsAlone(files: [String], text: String) {
        #expect(line { $0.anchors = AnchorChoice(includesSystem: false, files: files) }.text.contains("  \(text)  "))
    }

    @Test(arguments: [
        ("F1", "F1 system trust  anchors"), ("F2c", "AF 4.0  certificate"), ("F6", "F6 IP-direct  anchors"),
        ("F6r", "F6r IP-direct, repaired  anchors"),
    ])
    func flows(name: String, beginning: String) throws {
        let profile = try #require(Presets.named(name)).profile
        #expect(PolicyLine(profile, systemAnchors: "system").text.hasPrefix(beginning))
    }

    @Test func foreignTextIsSanitised() {
        #expect(line { $0.identity = .file("a\u{202E}b.p12") }.text.hasSuffix("  a\\u{202e}b.p12"))
    }

    @Test func narrowLinesLoseDefaultsFirst() {
        #expect(line().text(columns: 80) == line().text)
        #expect(line().text(columns: 60) == "system trust  host ON  ATS off  no identity")
        let long = line {
            $0.anchors.files = ["lab-ca.pem"]
            $0.securityLevel = 0
        }
        // What is no default stays until the line is cut.
        #expect(long.text(columns: 40) == "system trust  anchors: lab \"public\" ro..")
        for columns in 0...100 { #expect(long.text(columns: columns).count <= columns) }
    }

    @Test(arguments: [
        ("1.2", "1.2", "TLS 1.2", false),
        ("1.3", "1.3", "TLS 1.3", false),
        ("1.1", "1.2", "TLS 1.1..1.2!", true),
    ])
    func versions(lowest: String, highest: String, text: String, loosens: Bool) {
        let words = line {
            $0.minimumTLS = lowest
            $0.maximumTLS = highest
        }.words.filter { $0.subject == .versions }
        #expect(words.map(\.text) == [text])
        #expect(words.map(\.loosens) == [loosens])
    }
}
