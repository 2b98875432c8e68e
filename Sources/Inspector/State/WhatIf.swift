import Events
import Trust

/// What the profile in force would answer to what is recorded.
struct WhatIf: Hashable, Sendable {
    struct Line: Hashable, Sendable {
        var key: RequestKey
        var host: String
        var from: String
        var to: String
        var why: String

        var changes: Bool { from != to }
    }

    /// The profile that was asked about.
    var profile: ClientProfile?
    /// Counts the askings: results of an older one are dropped.
    var generation = 0
    var lines: [Line] = []
    /// How many requests are still to be judged.
    var remaining = 0
    /// How many requests there were when it was asked.
    var total = 0

    var changed: [Line] { lines.filter(\.changes) }
}

/// What one other value of one switch would have made of a challenge's decision.
struct WouldBe: Hashable, Sendable {
    var key: HeldKey
    /// nil when no single switch changes the answer.
    var change: (answer: String, name: String, value: String)?

    static func == (left: Self, right: Self) -> Bool {
        left.key == right.key && left.change?.answer == right.change?.answer && left.change?.name == right.change?.name
            && left.change?.value == right.change?.value
    }

    func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
