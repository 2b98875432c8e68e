import ChallengeLog
import Diagnosis
import EventSamples
import Events
import TestSupport
import Terminal
import Testing
import Trust

@testable import Inspector

/// Text from anywhere never reaches the terminal as anything but text: the bytes that are written are checked.
@MainActor @Suite(.serialized) struct HostileTextTests {
    init() { TextWidth.prepareLocale(wanted: "C.UTF-8") }

    /// Every control, every kind of escape sequence in seven and in eight bits, every mark of direction.
    nonisolated static let forms: String = {
        var scalars = String.UnicodeScalarView()
        for value in Array(0x00...0x1F) + Array(0x7F...0x9F) {
            if let scalar = Unicode.Scalar(UInt32(value)) { scalars.append(scalar) }
        }
        for value in 0x20...0x7E {
            scalars.append("\u{1B}")
            if let scalar = Unicode.Scalar(UInt32(value)) { scalars.append(scalar) }
        }
        let sequences = [
            "\u{1B}[2J\u{1B}[1;1H\u{1B}[?1049l", "\u{9B}2J", "\u{1B}]0;taken\u{07}", "\u{9D}0;taken\u{9C}",
            "\u{1B}]52;c;aGk=\u{07}", "\u{1B}P1$r0m\u{1B}\\", "\u{90}q\u{9C}", "\u{1B}_x\u{1B}\\", "\u{1B}^x\u{1B}\\",
            "\u{1B}Xx\u{1B}\\", "\u{1B}Ptmux;\u{1B}\u{1B}]0;x\u{07}\u{1B}\\", "\u{1B}(0qqq\u{1B}(B", "\u{0E}\u{0F}",
            "\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}\u{200E}\u{200F}\u{061C}",
            "\u{200B}\u{FEFF}\u{2028}\u{2029}\u{E0041}\u{FFF9}", "e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}",
            "\u{65E5}\u{672C}\u{8A9E}", "\u{0}",
        ]
        for sequence in sequences { scalars.append(contentsOf: sequence.unicodeScalars) }
        return String(scalars)
    }()

    private static let names = (0..<10_000).map { number in
        DistinguishedName(der: [0x30, 0x00], text: "CN=\(forms)\(number)", commonName: "\(forms)\(number)")
    }

    /// Ten thousand alternative names of a certificate, each of them hostile.
    private static let alternativeNames: [[UInt8]] = {
        let parts = [
            "\u{1B}[2J", "\u{1B}]0;taken\u{07}", "\u{9B}1;1H", "\u{1B}P1$r\u{1B}\\", "\u{202E}", "\u{0}", "\r\n",
            "\u{65E5}",
        ]
        return (0..<10_000).map { number in Array("\(parts[number % parts.count])n\(number).test".utf8) + [0xFF, 0x9B] }
    }()

    private static func backend() -> FakeBackend {
        let long = String(repeating: forms, count: 2)
        var outcome = EventSamples.failed
        outcome.reason = long
        outcome.bodyText = String(repeating: forms + "\n", count: 3000)
        outcome.remedy = forms
        outcome.curlText = forms
        var failing = SampleRequest(6, host: forms + "body.test")
        failing.connect()
        failing.serverTrust([.date: (.fail, .dateExpired)], leafEndsIn: -3)
        failing.add(.requestFailed(outcome))
        // Ten thousand names, each of them hostile.
        var asked = EventSamples.asked
        asked.issuers = names
        var named = SampleRequest(7, host: forms + "names.test")
        named.connect()
        named.serverTrust()
        named.add(
            .challengeReceived(
                ChallengeFacts(method: .clientCertificate, host: forms, port: 1, asked: asked)
            ),
            challenge: 2
        )
        let backend = FakeBackend([
            .accepted(1, host: long), SampleChain.named(9, alternativeNames), .letBy(2, host: forms),
            .refused(3, host: forms + "x"),
            .wantsIdentity(4, host: forms), .mutual(5, host: forms), failing, named, .held(8, host: forms),
        ])
        backend.content.withLock { content in
            content.holding = .all
            content.log.name = forms
            content.log.trouble = forms
            content.files = [forms, forms + "2"]
            content.opened = [EventSamples.identity(forms, file: forms)]
            var caught = LabClientFacts(scenario: forms, connection: 1, peer: forms)
            caught.userAgent = forms
            caught.conduct = .talked
            caught.requestLine = forms
            content.clients = [LabClientRow(time: EventSamples.start, facts: caught, isVulnerable: true)]
            // A header of a megabyte, in the log.
            let megabyte = String(repeating: forms, count: 1_048_576 / forms.utf8.count + 1)
            content.notes = [
                EventRow(at: 0, kind: forms, summary: megabyte, of: nil, recording: FakeBackend.recording)
            ]
        }
        return backend
    }

    /// Keys that lead to every view, panel, prompt and message that shows text from elsewhere.
    nonisolated static let ways: [String] = [
        "1", "1g", "1gW", "2", "1g2 ", "3", "3<end>", "1<up>3]", "1<up><up>3<end>", "4", "6", "6g", "7", "7g<down>",
        "5", "1!", "9", "6GW", "8", "1p", "1?", "1S",
        "1a", "1au", "1as", "1y", "1gm<down>m=", "T", "ix<tab>", "1o<tab>", ":hold host:x<enter>", "f\u{202E}x",
        "/\u{9B}<enter>", "4c", "5t", "1pc", ":key-log \u{1B}]0;x<enter>", ":client \u{9B}2J<enter>",
        ":export \u{90}q<enter>", ":lab \u{202E}x<enter>", "i\u{1B}<enter>", "4w\u{9D}0;x<enter>", "1g=", "1z",
        ":at \u{85}<enter>", "1g<down>3", "1g<down>3<end>", "1g<down>W3", "1g<down>7",
    ]

    /// Its names are read, so that they are what is drawn.
    @Test func theTenThousandNamesAreThere() throws {
        let request = SampleChain.named(1, Self.alternativeNames)
        let leaf = try #require(request.events.flatMap(\.certificates).first?.certificate)
        #expect(leaf.alternativeNames?.count == 10_000)
        let played = try Played("3", on: FakeBackend([request]))
        #expect(played.text.contains("SAN"))
    }

    @Test(arguments: ways, [(80, 24)])
    func nothingButTextIsWritten(_ keys: String, _ size: (Int, Int)) throws {
        let (columns, rows) = size
        let played = try Played(
            keys,
            on: Self.backend(),
            size: TerminalSize(columns: columns, rows: rows),
            glyphs: .unicode
        )
        let frame = Frame(played.state)
        let terminal = try PseudoTerminal(columns: columns, rows: rows)
        defer { terminal.close() }
        let options = NcursesScreen.Options(
            input: terminal.terminal,
            output: terminal.terminal,
            term: "xterm-256color",
            ownsProcess: false
        )
        try NcursesScreen.withTerminal(options) { screen in
            screen.draw(frame.buffer, theme: .mono, cursor: frame.cursor)
            // The cursor never left its way: each cell shows what the buffer has.
            try terminal.wait("the screen") { $0.lines == frame.buffer.lines }
        }
        #expect(terminal.screen.unknown == [])
        let output = terminal.output
        for scalar in output.unicodeScalars {
            let isPlain = !scalar.properties.isBidiControl && !(0x80...0x9F).contains(scalar.value)
            #expect(isPlain, "U+\(String(scalar.value, radix: 16))")
        }
        for opener in ["]", "P", "_", "^", "X"] { #expect(!output.contains("\u{1B}\(opener)"), "ESC \(opener)") }
        #expect(!output.contains("\u{07}"))
        #expect(!output.contains("\u{0}"))
    }

    /// A name as long as a header may be: what is drawn is what could be seen of it.
    @Test func aVeryLongNameIsCut() throws {
        let long = String(repeating: Self.forms, count: 100_000 / Self.forms.utf8.count)
        let played = try Played("1", on: FakeBackend([.letBy(1, host: long)]))
        #expect(played.lines.allSatisfy { $0.count == 80 })
        #expect(played.lines[3].contains("GET "))
    }

    /// The pager and the clipboard get plain text, too.
    @Test func whatIsHandedOutIsPlain() throws {
        for keys in [
            "1e", "6e", "3e", "4e", "8e", "1pe", "1ys", "1yh", "1yr", "3yy", "4ce", "5te", "9e", "7e", "1!e", "4cyy",
            "1g<down>3e",
            "1g<down>3yy",
        ] {
            let played = try Played(String(keys.dropLast(keys.contains("y") ? 2 : 1)), on: Self.backend())
            var state = played.state
            let effects = try Key.keys(String(keys.suffix(keys.contains("y") ? 2 : 1))).flatMap {
                Update.apply(.key($0), to: &state)
            }
            for effect in effects {
                let text: String
                switch effect {
                case .page(let page): text = page
                case .copy(let copied, _): text = copied
                default: continue
                }
                let isPlain = text.unicodeScalars.allSatisfy { scalar in
                    scalar == "\n"
                        || (scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
                            && !scalar.properties.isBidiControl)
                }
                #expect(isPlain, "\(keys)")
            }
        }
    }
}
