import ChallengeLog
import Diagnosis

/// Searches the events of a log window by window, so that memory holds one window at a time.
struct EventSearch {
    /// Rows of a window, and windows that are looked at: a quarter of a million events.
    private static let window = 1000
    private static let most = 250

    let log: LogFile
    let query: LogQuery
    let text: String

    /// The position of the next event whose summary or kind contains the text; nil when none of them does.
    func position(from offset: Int, forward: Bool) -> Int? {
        let wanted = text.lowercased()
        var first = forward ? max(0, offset) : offset - Self.window + 1
        for _ in 0..<Self.most {
            let start = max(0, first)
            let limit = min(Self.window, forward ? Self.window : first + Self.window - start)
            guard limit > 0, let page = try? log.events(query, offset: start, limit: limit), !page.rows.isEmpty else {
                return nil
            }
            let rows = Array(page.rows.enumerated())
            let hit = (forward ? rows : rows.reversed()).first { _, row in
                row.summary.lowercased().contains(wanted) || row.kind.contains(wanted)
            }
            if let hit { return start + hit.offset }
            if !forward, start == 0 { return nil }
            first += forward ? Self.window : -Self.window
        }
        return nil
    }
}
