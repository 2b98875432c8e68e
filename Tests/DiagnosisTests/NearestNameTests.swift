import Testing

@testable import Diagnosis

struct NearestNameTests {
    private static let known = [
        "--anchors", "--anchors-only", "--user-anchors", "--pin", "--pinning", "--host", "F2", "F2c",
    ]

    @Test(arguments: [
        ("--anchor", "--anchors"),
        ("--anchorsonly", "--anchors-only"),
        ("--achnors", "--anchors"),
        ("--PIN", "--pin"),
        ("--hots", "--host"),
        ("f2C", "F2c"),
    ])
    func suggests(typed: String, nearest: String) {
        #expect(NearestName.to(typed, among: Self.known) == nearest)
    }

    @Test(arguments: ["", "--zzzzzzzz", "completely different"])
    func staysSilent(typed: String) {
        #expect(NearestName.to(typed, among: Self.known) == nil)
    }

    @Test
    func veryLongTextIsNoTrouble() {
        #expect(NearestName.to(String(repeating: "x", count: 1_000_000), among: Self.known) == nil)
    }

    @Test
    func theSentencesNameTextAndHint() {
        let unknown = Problem.unknownName(
            "option",
            "--anchor\u{1B}",
            known: Self.known,
            list: "countersign fire --help"
        )
        #expect(unknown.code == .optionUnknown)
        #expect(unknown.sentence == "There is no option \"--anchor\\u{1b}\".")
        #expect(unknown.remedy == "Did you mean --anchors? \"countersign fire --help\" shows all there are.")
        let conflict = Problem.optionConflict("--ats", "--no-ats", drop: "Drop one of them.")
        #expect(conflict.description == "option.conflict: --ats and --no-ats exclude each other. Drop one of them.")
    }
}
