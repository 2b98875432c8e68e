import Testing

@testable import Diagnosis

@Suite struct NearestWordTests {
    static let words = ["expired", "not-yet-valid", "wrong-host", "good", "good-rsa", "mutual", "never-answers"]

    @Test(
        arguments: [
            ("expierd", "expired"), ("Expired", "expired"), ("notyetvalid", "not-yet-valid"),
            ("not_yet_valid", "not-yet-valid"),
            ("goood", "good"), ("goodrsa", "good-rsa"), ("mutal", "mutual"), ("wrong", "wrong-host"),
            ("nev", "never-answers"),
            ("go", nil), ("xyzzy", nil), ("", nil), ("-", nil), ("good", "good"),
        ] as [(String, String?)]
    ) func find(text: String, expected: String?) {
        #expect(NearestWord.find(text, among: Self.words) == expected)
    }

    @Test func longTextIsNotCompared() {
        #expect(NearestWord.find(String(repeating: "a", count: 100_000), among: Self.words) == nil)
    }
}
