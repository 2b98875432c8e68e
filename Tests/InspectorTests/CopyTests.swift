import Foundation
import TestSupport
import Terminal
import Testing

@testable import Inspector

/// What `y` offers, and how text leaves for the terminal's clipboard.
@MainActor @Suite struct CopyTests {
    private func effects(_ keys: String) throws -> [Effect] {
        let played = try Played("A\nwait done\n1g<down>")
        var state = played.state
        return try Key.keys(keys).flatMap { Update.apply(.key($0), to: &state) }
    }

    @Test func offersWhatIsThere() throws {
        var played = try Played("A\nwait done\n1g<down>y")
        #expect(played.lines[22].contains("copy:  y this line"))
        try played.play("q")
        #expect(played.state.copies == nil)
        #expect(!played.loop.hasEnded)
    }

    @Test(arguments: [
        ("yy", "expired.lab.test"), ("y<enter>", "expired.lab.test"), ("yh", "expired.lab.test"),
        ("yu", "https://expired.lab.test"), ("ys", "countersign"), ("yr", " "),
    ])
    func copiesTheChosen(_ keys: String, _ text: String) throws {
        let copied = try effects(keys).compactMap { effect in
            if case .copy(let text, _) = effect { text } else { nil }
        }
        #expect(copied.count == 1)
        #expect(copied.first?.contains(text) == true, "\(copied)")
    }

    @Test func theRequestAsMarkdown() throws {
        #expect(try effects("ym").contains(.copyReport(FakeBackend.key(2))))
    }

    @Test func savingUnderAMarkdownNameSavesTheRequest() throws {
        var played = try Played("A\nwait done\n1g<down>w case.md<enter>\nwait saved as case.md")
        try played.play(":save all.countersign<enter>\nwait saved as all.countersign")
    }

    // MARK: The terminal's clipboard

    private func clipboard(_ environment: [String: String]) -> Clipboard {
        Clipboard(environment: environment, file: nil)
    }

    @Test func theSequenceIsWhatTheTerminalTakes() {
        #expect(clipboard(["TERM": "xterm-256color"]).sequence(for: "hi") == "\u{1B}]52;c;aGk=\u{07}")
        let tmux = clipboard(["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0"]).sequence(for: "hi")
        #expect(tmux == "\u{1B}]52;c;aGk=\u{07}\u{1B}Ptmux;\u{1B}\u{1B}]52;c;aGk=\u{07}\u{1B}\\")
        let screen = clipboard(["TERM": "screen", "STY": "1.x"]).sequence(for: "hi")
        #expect(screen == "\u{1B}P\u{1B}]52;c;aGk=\u{07}\u{1B}\\")
    }

    @Test(arguments: ["linux", "vt100", "vt220", "dumb", "ansi"])
    func aConsoleIsNotSentWhatItWouldPrint(_ term: String) {
        #expect(clipboard(["TERM": term]).sequence(for: "hi") == nil)
    }

    @Test func whatIsTooLongStaysInTheFile() throws {
        let folder = try TemporaryFolder()
        let clipboard = Clipboard(environment: ["TERM": "xterm"], file: folder.file("state/copied.txt"))
        let long = String(repeating: "x", count: 60_000)
        #expect(clipboard.sequence(for: long) == nil)
        #expect(clipboard.keep(long))
        #expect(try String(contentsOfFile: folder.file("state/copied.txt"), encoding: .utf8) == long)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file("state/copied.txt"))[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(clipboard.keep("short"))
        #expect(try String(contentsOfFile: folder.file("state/copied.txt"), encoding: .utf8) == "short")
        #expect(clipboard.report(what: "it", isSent: false, isKept: true).text.contains("would not take it"))
        #expect(clipboard.report(what: "it", isSent: true, isKept: true).text.contains("may or may not"))
        #expect(clipboard.report(what: "it", isSent: false, isKept: false).role == .error)
    }
}
