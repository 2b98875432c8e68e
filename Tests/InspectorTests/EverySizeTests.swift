import EventSamples
import Terminal
import Testing

@testable import Inspector

/// Nothing is refused: no size traps, and no text leaves its place.
@MainActor @Suite struct EverySizeTests {
    @Test(arguments: SnapshotTests.pictures.map(\.name))
    func isDrawn(_ name: String) throws {
        let keys = SnapshotTests.pictures.first { $0.name == name }?.keys ?? ""
        var played = try Played(keys, on: SnapshotTests.backend(.hostile))
        var widths = Array(1...30) + [40, 59, 60, 61, 79, 80, 119, 120, 121, 160, 300]
        if name != "requests" { widths = widths.filter { $0 % 7 < 3 } }
        for columns in widths {
            for rows in Array(1...9) + [24, 30, 100] {
                played.loop.take(.resize(TerminalSize(columns: columns, rows: rows)))
                let frame = Frame(played.state)
                #expect(frame.buffer.size == TerminalSize(columns: columns, rows: rows))
                if let cursor = frame.cursor {
                    #expect((0..<rows).contains(cursor.row) && (0..<columns).contains(cursor.column))
                }
            }
        }
        // Still usable afterwards.
        played.loop.take(.resize(TerminalSize(columns: 80, rows: 24)))
        try played.play("<esc><esc>1")
        #expect(played.state.pane == .requests)
    }

    /// Random keys at random sizes: nothing traps, the prompt and panels can always be left.
    @Test(arguments: 1...8)
    func anyKeysAreTaken(_ seed: Int) throws {
        var random = SplitMix(state: UInt64(seed))
        let played = try Played("1", on: SnapshotTests.backend(.cjk))
        let keys =
            try Key.keys(
                "aAiuhjklnNpdcrvtsfFSTHIMmyewo1234680zgG/:?[]xb <up><down><left><right><enter><esc><tab><backtab>"
            )
            + [.pageUp, .pageDown, .home, .end, .control("D"), .control("U"), .backspace, .delete]
        for _ in 0..<250 {
            played.loop.take(.key(keys[Int(random.next() % UInt64(keys.count))]))
            if random.next() % 10 == 0 {
                let size = TerminalSize(columns: Int(random.next() % 170), rows: Int(random.next() % 60))
                played.loop.take(.resize(size))
            }
            if random.next() % 4 == 0 { played.loop.takePosted() }
            _ = Frame(played.state)
        }
    }
}

/// A small generator with a seed.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
