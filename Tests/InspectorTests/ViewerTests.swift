import Testing

@testable import Inspector

/// The program that `e` opens.
@Suite struct ViewerTests {
    @Test(arguments: [
        ([:], "less"), (["PAGER": "more"], "more"),
        (["PAGER": "", "VISUAL": "code --wait", "EDITOR": "vi"], "code --wait"),
        (["EDITOR": "  emacs -nw "], "emacs -nw"), (["PAGER": "less -R", "EDITOR": "vi"], "less -R"),
        (["VISUAL": " "], "less"),
    ])
    func theVariablesCountInTheirOrder(_ environment: [String: String], _ command: String) {
        let viewer = Viewer(environment: environment)
        #expect(viewer.command == command)
        #expect(viewer.line(for: "/tmp/it's here") == "\(command) '/tmp/it'\\''s here'")
    }

    @Test func whatWentWrongIsSaidPlainly() {
        let viewer = Viewer(environment: ["EDITOR": "nope --wait"])
        #expect(viewer.complaint(0) == nil)
        #expect(
            viewer.complaint(127 << 8)?.text
                == "EDITOR is \"nope --wait\", which is not there: set PAGER or EDITOR to a program that is"
        )
        #expect(viewer.complaint(126 << 8)?.text.contains("cannot be run") == true)
        #expect(viewer.complaint(1 << 8)?.text == "nope --wait ended with status 1")
        #expect(viewer.complaint(15)?.text == "nope --wait was ended by signal 15")
        #expect(viewer.complaint(-1)?.text == "nope --wait cannot be started now")
        let standard = Viewer(environment: [:])
        #expect(standard.complaint(127 << 8)?.text.hasPrefix("less is not there") == true)
    }
}
