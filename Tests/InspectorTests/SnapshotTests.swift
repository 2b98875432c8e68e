import ChallengeLog
import EventSamples
import Events
import Terminal
import Testing
import Trust

@testable import Inspector

/// Every view × size × kind of terminal and text, as files that a reviewer can read.
@MainActor @Suite struct SnapshotTests {
    enum Look: String, CaseIterable, Sendable {
        /// A terminal without UTF-8: ASCII alone.
        case ascii
        /// Line drawing and ellipsis.
        case utf8
        /// Wide glyphs in host, subject and file names.
        case cjk
        /// Escape sequences, marks of direction, very long names.
        case hostile
    }

    nonisolated static let sizes = [(40, 10), (80, 24), (160, 50)]

    /// The keys that lead to each picture from the list of requests.
    nonisolated static let pictures: [(name: String, keys: String)] = [
        ("requests", "1"), ("timeline", "2<end><enter>"), ("detail", "3"), ("detail-identity", "1<up><up>3]"),
        ("policy", "4"), ("log", "6"), ("handshake", "7<down>"), ("sessions", "9"), ("matrix", "5<right><down><down>"),
        ("findings", "1:client F6<enter>!"), ("compare", "1<up><up>m<down>m="), ("themes", "1T"), ("lab", "8"),
        ("chooser", "1p<down><down>"), ("help", "1?"),
        ("strip", "1S<right>"), ("no-match", "1fnothing<enter>"), ("fault", "1fhots:x"), ("copy", "1y"),
        ("hold", "1a"), ("hold-twice", "1au"),
        ("combinations", "5t<down><right>\nwait ...."), ("code", "4c\nwait URLSession.shared"),
    ]

    @Test(arguments: pictures.map(\.name), Look.allCases)
    func isDrawnAsBefore(_ name: String, _ look: Look) throws {
        let keys = Self.pictures.first { $0.name == name }?.keys ?? ""
        for (columns, rows) in Self.sizes {
            let size = TerminalSize(columns: columns, rows: rows)
            let played = try Played(keys, on: Self.backend(look), size: size, glyphs: look == .utf8 ? .unicode : .ascii)
            try Snapshot.check(played.buffer, "\(name)-\(columns)x\(rows)-\(look.rawValue)")
            if look == .ascii {
                #expect(played.lines.allSatisfy { $0.allSatisfy(\.isASCII) }, "\(name) \(columns)x\(rows)")
            }
        }
    }

    /// What every view may have to say of the log: opened read-only, or not saved.
    @Test(arguments: ["read-only", "not-saved"]) func theLogsStateIsOnTheTopLine(_ state: String) throws {
        for (columns, rows) in Self.sizes {
            let backend = Self.backend(.ascii)
            backend.content.withLock { content in
                content.log.isReadOnly = state == "read-only"
                content.log.trouble = state == "not-saved" ? "disk full" : nil
                content.log.kept = 10_000
                content.log.dropped = 312
            }
            let played = try Played("6", on: backend, size: TerminalSize(columns: columns, rows: rows))
            try Snapshot.check(played.buffer, "log-\(state)-\(columns)x\(rows)")
        }
    }

    @Test func theFirstScreen() throws {
        for (columns, rows) in Self.sizes {
            let played = try Played(size: TerminalSize(columns: columns, rows: rows))
            try Snapshot.check(played.buffer, "first-\(columns)x\(rows)-ascii")
        }
    }

    /// What a view shows while something runs, where there is nothing, and where the lab does not run.
    @Test(arguments: [
        ("empty-requests", "1"), ("empty-detail", "3"), ("empty-log", "6"), ("empty-handshake", "7"),
        ("empty-sessions", "9"), ("empty-findings", "1!"), ("lab-off", ":lab stop<enter>\nwait stopped"),
        ("hold-identity", "H\ni mutual<enter>\nwait HELD\nap\nwait use/HELD\na"),
        ("error", "i ht!tp<enter>\nwait url"),
    ])
    func aStateIsDrawnAsBefore(_ name: String, _ keys: String) throws {
        for (columns, rows) in Self.sizes {
            let played = try Played(keys, size: TerminalSize(columns: columns, rows: rows))
            try Snapshot.check(played.buffer, "\(name)-\(columns)x\(rows)")
        }
    }

    /// What takes long, on its way.
    @Test func progressIsDrawn() throws {
        for (columns, rows) in Self.sizes {
            var state = try Played("A\nwait done", size: TerminalSize(columns: columns, rows: rows)).state
            state.salvo = Salvo(count: 73, since: state.now - 4_000_000)
            state.overview.running = 30
            try Snapshot.check(Frame(state).buffer, "progress-\(columns)x\(rows)")
        }
    }

    nonisolated static func backend(_ look: Look) -> FakeBackend {
        let prefix: String
        switch look {
        case .ascii, .utf8: prefix = ""
        case .cjk: prefix = "\u{65E5}\u{672C}\u{8A9E}."
        case .hostile: prefix = EventSamples.hostile + String(repeating: "x", count: 90)
        }
        let samples: [SampleRequest] = [
            .accepted(1, host: prefix + "good.lab.test"),
            .resumed(2, on: 1, host: prefix + "good.lab.test"),
            .wantsIdentity(3, host: prefix + "mutual.lab.test"),
            .letBy(4, host: prefix + "wrong-host.lab.test"),
            .refused(5, host: prefix + "expired.lab.test"),
            .refusedIdentity(6, host: prefix + "mutual-other-ca.lab.test"),
            .unreachable(7, host: prefix + "nowhere.lab.test"),
            .mutual(8, host: prefix + "mutual.lab.test"),
            SampleChain.refused(9),
            SampleChain.held(10),
        ]
        let backend = FakeBackend(samples)
        backend.content.withLock { content in
            content.holding = .all
            content.requests[3].changesBefore = [
                change("identity", "client.p12", "none")
            ]
            content.changes = [change("rules", "apple", "openssl")]
            var caught = LabClientFacts(scenario: "self-signed", connection: 1, peer: "127.0.0.1:40000")
            caught.userAgent = prefix + "my-app/2.1"
            caught.conduct = .talked
            caught.requestLine = "GET /token"
            content.clients = [LabClientRow(time: EventSamples.start, facts: caught, isVulnerable: true)]
        }
        return backend
    }

    private nonisolated static func change(_ name: String, _ from: String, _ to: String) -> PolicyChangeRow {
        let change = PolicyChange(name: name, from: from, to: to, by: "you")
        return PolicyChangeRow(at: EventSamples.start, change, recording: FakeBackend.recording)
    }
}
