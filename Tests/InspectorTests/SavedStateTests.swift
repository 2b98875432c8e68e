import Foundation
import TestSupport
import Terminal
import Testing

@testable import Inspector

/// What is remembered between runs, and what is not.
@MainActor @Suite struct SavedStateTests {
    @Test func historyViewAndOrderComeBack() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("state/inspector.json")
        let played = try Played("i good<enter>\nwait done\n:sort host<enter>4")
        SavedState(played.state).write(to: file)
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        var state = State(size: TerminalSize(columns: 80, rows: 24))
        state.restore(SavedState(file: file), isFresh: true)
        #expect(state.history["inspect"] == ["good"])
        #expect(state.list.query.sort == .host)
        #expect(state.pane == .policy)
        state = State(size: TerminalSize(columns: 80, rows: 24))
        state.pane = .requests
        state.restore(SavedState(file: file), isFresh: false)
        #expect(state.pane == .requests)
    }

    @Test func aViewThatWouldBeEmptyIsNotGoneBackTo() {
        var saved = SavedState()
        for view in ["requests", "timeline", "detail", "chooser", "nonsense"] {
            saved.view = view
            var state = State(size: TerminalSize(columns: 80, rows: 24))
            state.restore(saved, isFresh: true)
            #expect(state.pane == .lab, "\(view)")
        }
    }

    @Test(arguments: ["", "{", "[1,2]", "{\"history\": 3}"])
    func aDamagedFileIsNothing(_ text: String) throws {
        let folder = try TemporaryFolder()
        #expect(SavedState(file: try folder.write("inspector.json", text: text)) == SavedState())
        #expect(SavedState(file: folder.file("missing.json")) == SavedState())
    }

    @Test(arguments: [
        ("good", true), ("https://api.example.test/?q=1", true), ("https://alice:hunter2@api.example.test/", false),
        ("https://api.example.test/a@b", true), ("https://x.test/ -H 'Authorization: Basic x'", false),
        ("https://x.test/?access_token=abc", false), ("host:bank", true),
    ])
    func whatMayBeSecretIsNotWritten(_ line: String, _ isKept: Bool) {
        #expect(SavedState.mayBeKept(line) == isKept)
        var state = State(size: TerminalSize(columns: 80, rows: 24))
        state.history["inspect"] = [line]
        #expect(SavedState(state).history["inspect"] == (isKept ? [line] : []))
    }
}
