import Diagnosis
import EventSamples
import Events
import Terminal
import Testing
import Trust

@testable import Inspector

/// Holding challenges and answering them by hand.
@MainActor @Suite struct HoldTests {
    /// Fired with holding on: good and mutual hold at the server's trust, with nothing wrong; expired with a failure.
    private func holding(_ scenario: String) throws -> Played {
        try Played("H\ni \(scenario)<enter>\nwait HELD")
    }

    @Test func theListAndTheMessageLineSayWhatWaits() throws {
        let played = try holding("good")
        #expect(played.lines[3].contains("HELD"))
        #expect(played.lines[22].contains("held 1: good.lab.test:9443 server trust"))
        #expect(played.lines[22].contains("press  a  to answer"))
        #expect(played.lines[0].contains("1 held"))
    }

    @Test(arguments: [
        ("u", "use", "200"), ("d", "default", "failed"), ("c", "cancel", "failed"), ("r", "reject", "failed"),
        ("p", "policy", "200"),
    ])
    func serverTrustIsAnsweredEachWay(_ key: String, _ answer: String, _ result: String) throws {
        var played = try holding("good")
        try played.play("a\(key)\nwait done")
        #expect(played.backend.calls.contains("answer 1.1 \(answer)"))
        #expect(played.lines[3].contains(result))
        #expect(played.state.hold == nil)
    }

    @Test(arguments: [
        ("u", "use alice"), ("<down>u u", "use bob"), ("n", "use"), ("d", "default"), ("c", "cancel"), ("r", "reject"),
        ("p", "policy"),
    ])
    func clientCertificateIsAnsweredEachWay(_ keys: String, _ answer: String) throws {
        var played = try holding("mutual")
        try played.play("au\nwait use/HELD\na\(keys.replacing(" ", with: ""))\nwait done")
        #expect(played.backend.calls.contains("answer 1.2 \(answer)"))
    }

    @Test func enterAndDigitsAnswerNothing() throws {
        var played = try holding("good")
        try played.play("a<enter><enter>123456789<tab>y")
        #expect(played.state.hold != nil)
        #expect(!played.backend.calls.contains { $0.hasPrefix("answer") })
    }

    @Test func whatFailedIsAcceptedByASecondPressOnly() throws {
        var played = try holding("expired")
        try played.play("au")
        #expect(played.lines[22].contains("u again accepts despite FAIL date"))
        #expect(!played.backend.calls.contains { $0.hasPrefix("answer") })
        // Any other key takes the first press back.
        try played.play("<down>u")
        #expect(!played.backend.calls.contains { $0.hasPrefix("answer") })
        try played.play("xu")
        #expect(!played.backend.calls.contains { $0.hasPrefix("answer") })
        try played.play("u\nwait done")
        #expect(played.backend.calls.contains("answer 1.1 use"))
    }

    @Test(arguments: ["c", "r", "d"])
    func whatRefusesNeedsOnePress(_ key: String) throws {
        var played = try holding("expired")
        try played.play("a\(key)\nwait done")
        #expect(played.backend.calls.contains { $0.hasPrefix("answer 1.1") })
    }

    @Test func anIdentityThatDoesNotFitNeedsASecondPress() throws {
        var played = try holding("mutual")
        try played.play("au\nwait use/HELD\na<down>u")
        #expect(played.lines[22].contains("u again shows bob, which does not fit"))
        try played.play("u\nwait done")
        #expect(played.backend.calls.contains("answer 1.2 use bob"))
    }

    @Test func aServerWhoseTrustFailedIsNotShownWhoYouAreByOnePress() throws {
        var row = heldIdentity()
        row.trustBefore = ClientDecision(
            answers: [ClientAnswer(.useCredential)],
            evaluation: EventSamples.evaluation("mutual.lab.test", [.host: (.letBy, .hostMismatch)])
        )
        let panel = HoldPanel(key: row.key)
        let state = State(size: TerminalSize(columns: 80, rows: 24))
        let despite = HoldView.despite(.useCredential, row, panel, state)
        #expect(despite == "shows alice to a server whose trust says let by: host")
        #expect(HoldView.despite(.useNone, row, panel, state) == nil)
        #expect(HoldView.despite(.performDefault, row, panel, state) == nil)
    }

    /// Every answer × what it would lead to × what failed: an accepting one after a failure asks twice, no other does.
    @Test func theSecondPressGuardsAcceptingAnswersAlone() {
        let state = State(size: TerminalSize(columns: 80, rows: 24))
        let answers: [Intent] = [.useCredential, .performDefault, .cancel, .reject, .usePolicy]
        for (result, code) in [
            (CheckResult.pass, nil), (.fail, DiagnosisCode.pinNoMatch), (.letBy, DiagnosisCode.pinNoMatch),
        ] {
            for accepting in Disposition.allCases {
                for policy in Disposition.allCases {
                    var row = heldIdentity()
                    row.facts.method = .serverTrust
                    row.decision = ClientDecision(
                        answers: [ClientAnswer(policy)],
                        evaluation: EventSamples.evaluation("x.test", [.pin: (result, code)])
                    )
                    for disposition in Disposition.allCases {
                        row.effects[disposition] = AnswerEffect(proceeds: disposition == accepting, reason: "so")
                    }
                    for intent in answers {
                        let disposition = intent.disposition ?? policy
                        let isAsked = HoldView.despite(intent, row, HoldPanel(key: row.key), state) != nil
                        #expect(
                            isAsked == (result != .pass && disposition == accepting),
                            "\(intent) \(result) \(accepting)"
                        )
                    }
                }
            }
        }
    }

    @Test func anAnswerStandsForAHostUntilItIsTakenBack() throws {
        var played = try holding("expired")
        try played.play("as")
        #expect(played.lines[22].contains("the next answer stands for expired.lab.test until  :forget"))
        try played.play("uu\nwait done")
        let calls = played.backend.calls.filter { $0.hasPrefix("remember") || $0.hasPrefix("answer") }
        #expect(calls == ["remember 1.1 use", "answer 1.1 use"])
        #expect(played.lines[1].contains("you: expired.lab.test: use!"))
        try played.play(":forget expired.lab.test<enter>\nwait 1 answer taken back")
        #expect(!played.lines[1].contains("you:"))
        try played.play(":forget<enter>")
        #expect(played.lines[22].contains("no answer stands for a host"))
    }

    @Test func aPolicyAnswerTakesBackWhatStands() throws {
        var played = try holding("good")
        try played.play("asp\nwait done")
        #expect(!played.backend.calls.contains { $0.hasPrefix("remember") })
    }

    @Test func onlyWhatPassesAFilterIsHeld() throws {
        var played = try Played(":hold host:bank<enter>")
        #expect(played.lines[0].contains("hold host:bank"))
        try played.play(":hold hots:x<enter>")
        #expect(played.lines[22].contains("hold: no such field"))
        #expect(played.lines[0].contains("hold host:bank"))
        try played.play("H")
        #expect(played.lines[0].contains("hold off"))
        try played.play(":hold ho<tab>")
        #expect(played.state.prompt?.string == "hold host: ")
    }

    @Test func theClockIsShownAndStopped() throws {
        var played = try holding("good")
        try played.play("a")
        #expect(played.lines.contains { $0.contains("0:24 left, then cancel") })
        try played.play("t")
        #expect(played.lines.contains { $0.contains("clock stopped") })
        try played.play("t")
        #expect(played.lines[22].contains("the clock is stopped"))
    }

    @Test func laterLeavesItHeld() throws {
        var played = try holding("good")
        try played.play("a<esc>")
        #expect(played.state.hold == nil)
        #expect(played.state.overview.held.count == 1)
    }

    @Test func lookingFirstGoesToTheDetailAndBackToThePanel() throws {
        var played = try holding("good")
        try played.play("av")
        #expect(played.state.pane == .detail)
        try played.play("a")
        #expect(played.state.hold != nil)
    }

    @Test func allAreAnsweredAsThePolicySays() throws {
        var played = try Played("H\ni good<enter>\ni good<enter>\nwait 2 held")
        try played.play("aA\nwait done")
        #expect(played.backend.calls.contains("answer 1.1 policy"))
        #expect(played.backend.calls.contains("answer 2.1 policy"))
    }

    @Test func afterTheServerHungUpAnAnswerConnectsAgain() throws {
        let backend = FakeBackend { $0.serverHungUp = true }
        var played = try Played("H\ni good<enter>\nwait HELD\na", on: backend)
        #expect(played.lines.contains { $0.contains("the server hung up") })
        try played.play("u")
        #expect(backend.calls.contains { $0.hasPrefix("again 1 with disposition(") })
        #expect(!backend.calls.contains { $0.hasPrefix("answer") })
    }

    @Test func theSwitchboardIsOneKeyAwayWhileAChallengeIsHeld() throws {
        var played = try holding("expired")
        try played.play("S<space>")
        #expect(played.state.overview.held.count == 1)
        #expect(played.lines[22].contains("[openssl]"))
    }

    // MARK: Another file of identities

    @Test func anotherFileAsksForItsPassPhrase() throws {
        var played = try holding("mutual")
        try played.play("au\nwait use/HELD\na<down><down>u")
        #expect(played.lines[22].contains("identity file:"))
        try played.play("carol.p12<enter>\nwait pass phrase of carol.p12 (1 of 3)\nsecret")
        #expect(played.lines[22].contains("******"))
        #expect(!played.text.contains("secret"))
        try played.play("<enter>\nwait carol")
        #expect(played.state.hold?.identity == 2)
        try played.play("uu\nwait done")
        #expect(played.backend.calls.contains("answer 1.2 use carol"))
        #expect(!played.state.history.values.joined().contains("secret"))
    }

    @Test func threeTriesThenItGivesUp() throws {
        var played = try holding("mutual")
        try played.play("au\nwait use/HELD\na<down><down>ucarol.p12<enter>\nwait (1 of 3)\nwrong<enter>\nwait (2 of 3)")
        #expect(played.lines[21].contains("p12.mac-mismatch: The pass phrase or the file is wrong."))
        try played.play("wrong<enter>\nwait (3 of 3)\nwrong<enter>\nwait given up")
        #expect(played.state.prompt == nil)
        #expect(played.text.contains("p12.mac-mismatch"))
        #expect(played.state.hold != nil)
    }

    @Test func escGivesUpThePassPhrase() throws {
        var played = try holding("mutual")
        try played.play("au\nwait use/HELD\na<down><down>ucarol.p12<enter>\nwait (1 of 3)\nsec<esc>")
        #expect(played.state.prompt == nil)
        #expect(played.text.contains("the file stays closed"))
    }

    @Test func aFileThatIsNoneIsSaidAtOnce() throws {
        var played = try holding("mutual")
        try played.play("au\nwait use/HELD\na<down><down>unowhere.txt<enter>\nwait file.missing")
        #expect(played.state.prompt == nil)
    }

    @Test func aSecretIsNeverDescribed() {
        let secret = Secret(text: "hunter2")
        #expect("\(secret)" == "(secret)")
        #expect(String(reflecting: Effect.openIdentity(path: "a", secret, attempt: 1)).contains("hunter2") == false)
        var dumped = ""
        dump(secret, to: &dumped)
        #expect(!dumped.contains("hunter2"))
    }

    private func heldIdentity() -> HeldChallengeRow {
        HeldChallengeRow(
            key: HeldKey(request: FakeBackend.key(1), challenge: 2),
            method: "GET",
            url: "https://mutual.lab.test/",
            facts: ChallengeFacts(
                method: .clientCertificate,
                host: "mutual.lab.test",
                port: 9450,
                asked: EventSamples.asked
            ),
            decision: ClientDecision(
                answers: [],
                offers: [IdentityOffer(identity: FakeBackend.alice, fits: true, why: "its CA is named")]
            ),
            deadline: nil,
            safeAnswer: .performDefaultHandling
        )
    }
}
