import Events
import Foundation
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
    /// The time at which it was to judge; nil for the recorded times.
    var judgedAt: Date?
    /// Counts the askings: results of an older one are dropped.
    var generation = 0
    var lines: [Line] = []
    /// How many requests are still to be judged.
    var remaining = 0
    /// How many requests were to be judged when it was asked, and when that was.
    var total = 0
    var since: Int64 = 0
    /// How many were recorded then: of very many only the newest are judged.
    var recorded = 0

    var changed: [Line] { lines.filter(\.changes) }

    /// `2 of 14`, `2 of the newest 500`; then how many are still to be judged.
    var count: String {
        let judged = recorded > total ? "the newest \(lines.count)" : "\(lines.count)"
        return "\(changed.count) of \(judged)"
    }
}

/// What another client, or the same at another time, would answer to one challenge.
struct WouldBe: Hashable, Sendable {
    /// What was asked.
    struct Question: Hashable, Sendable {
        var key: HeldKey
        /// The client that decided, and its answer.
        var decided: ClientProfile
        var answer: Disposition
        /// The client in force, and the time at which it is to judge.
        var now: ClientProfile
        var judgedAt: Date?
        /// Whether a server's trust is in question: a single switch is looked for then.
        var isServerTrust: Bool
    }

    /// A single switch that would have changed the answer.
    struct Change: Hashable, Sendable {
        var answer: String
        var name: String
        var value: String
    }

    /// What the client in force would answer.
    struct Answer: Hashable, Sendable {
        var word: String
        var why: String
    }

    var question: Question
    /// nil when no single switch changes the answer.
    var change: Change?
    /// nil where the client in force is the one that decided, or the record holds too little.
    var now: Answer?

    var key: HeldKey { question.key }
}
