import Diagnosis
import EventSamples
import Foundation
import Terminal
import Testing

@testable import Inspector

/// An inspector that a script has been played on.
@MainActor struct Played {
    let loop: Loop
    let backend: FakeBackend
    private(set) var saved: [String: CellBuffer] = [:]
    private let signal: DispatchSemaphore
    private let time: Time

    /// The clock, which stands still until a test moves it.
    @MainActor final class Time {
        var now = EventSamples.start
    }

    /// Widths are those of a UTF-8 locale, whatever the tests run in.
    private static let isUTF8 = TextWidth.prepareLocale(wanted: "C.UTF-8")

    /// Plays a script from the first screen on.
    init(
        _ script: String = "",
        on backend: FakeBackend = FakeBackend(),
        size: TerminalSize = TerminalSize(columns: 80, rows: 24),
        glyphs: Glyphs = .ascii,
        urls: [String] = []
    ) throws {
        #expect(Self.isUTF8, "the tests draw in UTF-8")
        self.backend = backend
        let signal = DispatchSemaphore(value: 0)
        self.signal = signal
        var state = State(size: size)
        state.glyphs = glyphs
        state.now = EventSamples.start
        if !urls.isEmpty { state.pane = .requests }
        let time = Time()
        self.time = time
        loop = Loop(
            state: state,
            backend: backend,
            wake: { signal.signal() },
            clock: { time.now },
            onScreen: { _ in }
        )
        loop.start(urls: urls)
        try play(script)
    }

    /// Plays on.
    mutating func play(_ text: String) throws {
        var screens: [String: CellBuffer] = [:]
        let signal = signal
        let runner = ScriptRunner(
            loop: loop,
            script: try Script(text, file: "test"),
            file: "test",
            sleep: { signal.wait(timeout: .now() + Clock.seconds($0)) == .success },
            save: { name, buffer in screens[name] = buffer }
        )
        try runner.run()
        saved.merge(screens) { $1 }
    }

    /// Lets time pass and the back end come to rest.
    mutating func pass(milliseconds: Int64) throws {
        time.now += milliseconds * 1000
        loop.take(.tick(time.now))
        try play("")
    }

    /// Presses keys and waits for nothing.
    mutating func type(_ keys: String) {
        for key in (try? Key.keys(keys)) ?? [] { loop.take(.key(key)) }
    }

    /// Waits for a text on screen while something is under way.
    mutating func wait(_ text: String) throws {
        let end = ContinuousClock.now + .seconds(60)
        while !self.text.contains(text) {
            try #require(ContinuousClock.now < end, "\(text) did not come:\n\(self.text)")
            _ = signal.wait(timeout: .now() + 0.05)
            loop.takePosted()
        }
    }

    var state: State { loop.state }
    var buffer: CellBuffer { Frame(loop.state).buffer }
    var lines: [String] { buffer.lines }
    var text: String { lines.joined(separator: "\n") }
}

/// Screens as text files beside the tests: readable in a diff.
enum Snapshot {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Snapshots")

    /// Compares with the file; a picture that is missing fails too, so that none is lost unseen.
    ///
    /// `COUNTERSIGN_DRAW=1` writes the files instead, for the diff to be read; such a run fails as well, since it has
    /// compared nothing.
    static func check(_ buffer: CellBuffer, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = folder.appendingPathComponent(name + ".txt")
        let before = try? String(contentsOf: file, encoding: .utf8)
        if ProcessInfo.processInfo.environment["COUNTERSIGN_DRAW"] == "1", before != buffer.snapshot {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(buffer.snapshot.utf8).write(to: file)
            Issue.record("\(name).txt is drawn anew: read its diff", sourceLocation: sourceLocation)
            return
        }
        #expect(before == buffer.snapshot, "\(name).txt", sourceLocation: sourceLocation)
    }
}
