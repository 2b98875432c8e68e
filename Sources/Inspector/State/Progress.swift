import Diagnosis

/// How far something long has come: its word, a bar, the rate, what is left of it.
struct Progress: Hashable, Sendable {
    /// What is counted.
    enum Unit: Hashable, Sendable {
        case pieces
        case bytes
    }

    var word: String
    var done: Int
    var total: Int
    /// When it began, microseconds since 1970, UTC.
    var since: Int64
    var unit = Unit.pieces

    /// `proving F2  [######......]  12 of 30   4.1/s   5 s left   X stops it`
    func text(now: Int64, columns: Int) -> String {
        let seconds = Double(max(0, now - since)) / 1_000_000
        let rate = seconds > 0.5 ? Double(done) / seconds : 0
        var parts = [word, bar(columns < 60 ? 6 : 12)]
        switch unit {
        case .pieces: parts.append("\(done) of \(total)")
        case .bytes: parts.append("\(Self.megabytes(done)) of \(Self.megabytes(total)) MB")
        }
        if rate > 0, done < total {
            switch unit {
            case .pieces:
                let tenths = Int(rate * 10)
                parts.append(tenths < 100 ? "\(tenths / 10).\(tenths % 10)/s" : "\(tenths / 10)/s")
            case .bytes: parts.append("\(Self.megabytes(Int(rate))) MB/s")
            }
            parts.append("\(Int((Double(total - done) / rate).rounded(.up))) s left")
        }
        return (parts + ["X stops it"]).joined(separator: "  ")
    }

    private static func megabytes(_ bytes: Int) -> String {
        let tenths = bytes / 100_000
        return "\(tenths / 10).\(tenths % 10)"
    }

    private func bar(_ width: Int) -> String {
        let filled = total > 0 ? min(width, width * done / total) : 0
        return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled) + "]"
    }
}

/// Requests that were fired as one, and when.
struct Salvo: Hashable, Sendable {
    var count: Int
    var since: Int64
}

extension State {
    /// What takes long and is under way; the one that the person waits for most.
    var progress: Progress? {
        if let name = matrix.proving, let since = matrix.provingSince {
            let total = matrix.provable[name] ?? 0
            let done = min(total, matrix.sheets[name]?.proofs.count ?? 0)
            return Progress(word: "proving \(Sanitizer.line(name))", done: done, total: total, since: since)
        }
        if let working { return working }
        if let salvo, overview.running + overview.held.count > 0 {
            let open = min(salvo.count, overview.running + overview.held.count)
            return Progress(word: "firing", done: salvo.count - open, total: salvo.count, since: salvo.since)
        }
        if let computing = matrix.computing, matrix.wanted.count > 0, focus == .matrix || focus == .chooser {
            let done = max(0, computing.count - matrix.wanted.count)
            return Progress(word: "computing", done: done, total: computing.count, since: computing.since)
        }
        if whatIf.remaining > 0, focus == .policy || focus == .chooser || reevaluates {
            let done = max(0, whatIf.total - whatIf.remaining)
            return Progress(word: "judging again", done: done, total: whatIf.total, since: whatIf.since)
        }
        return nil
    }
}
