import Testing

@testable import Inspector

@Suite struct FilterTests {
    private var subject: FilterSubject {
        var subject = FilterSubject(line: "GET bank.test/login", host: "bank.test")
        subject.answers = ["use", "cancel"]
        subject.checks = ["pin", "keyStrength", "strength"]
        subject.result = "failed"
        subject.tls = "1.3"
        subject.kinds = ["trust", "client"]
        subject.flow = "F2c+1"
        subject.properties = [.failed, .letby]
        return subject
    }

    @Test(arguments: [
        ("", true), ("bank", true), ("LOGIN", true), ("other", false), ("-other", true), ("-bank", false),
        ("host:bank", true), ("host:login", false), ("answer:cancel", true), ("answer:reject", false),
        ("check:pin", true), ("check:keystrength", true), ("check:host", false), ("result:failed", true),
        ("tls:1.3", true), ("tls:1.2", false), ("kind:client", true), ("flow:F2c", true), ("is:failed", true),
        ("is:ok", false), ("-is:ok", true), ("bank answer:use -is:ok", true), ("bank answer:use is:ok", false),
        ("\"GET bank\"", true), ("\"GET  bank\"", false), ("/log.n$/", true), ("/^POST/", false),
        ("host:/^bank\\.t/", true),
        ("-/\\d{3}/", true), ("https://bank.test/", false),
    ])
    func passes(_ text: String, _ expected: Bool) throws {
        #expect(try Filter(text).passes(subject) == expected)
    }

    @Test(arguments: [
        ("hots:bank", 0, "no such field"), ("bank hots:x", 5, "no such field"), ("\"open", 0, "not closed"),
        ("bank /open", 5, "not closed"), ("/(/", 0, "no regular expression"), ("host:", 5, "missing"),
        ("is:good", 3, "takes"), ("-", 1, "missing"), ("line:x", 0, "no such field"), ("a \"\"", 2, "missing"),
    ])
    func faultsHaveTheirPlace(_ text: String, _ offset: Int, _ reason: String) {
        let error = #expect(throws: FilterError.self) { try Filter(text) }
        #expect(error?.offset == offset)
        #expect(error?.reason.contains(reason) == true)
    }

    @Test func anythingTypedIsReadOrRefused() {
        // Every text of three characters out of those that mean something.
        let alphabet = Array("a:/-\" i")
        for first in alphabet {
            for second in alphabet {
                for third in alphabet {
                    _ = try? Filter(String([first, second, third])).passes(subject)
                }
            }
        }
    }
}
