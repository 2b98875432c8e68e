import Diagnosis
import EventSamples
import Testing
import Trust

@testable import Events

@Suite struct RequestDigestTests {
    struct Row: Sendable {
        var request: SampleRequest
        var answer: String
        var result: String
        var tls: String?
        var why: String
        var short: String
        var flags: RequestFlags
    }

    static let rows: [Row] = [
        Row(
            request: .accepted(),
            answer: "use",
            result: "200",
            tls: "1.3",
            why: "6 ok, revocation off",
            short: "6 ok",
            flags: .ok
        ),
        Row(
            request: .letBy(),
            answer: "use",
            result: "200",
            tls: "1.2",
            why: "4 ok; let by: date, host",
            short: "let by date, host",
            flags: .letBy
        ),
        Row(
            request: .refused(),
            answer: "cancel",
            result: "failed",
            tls: "1.3",
            why: "date: ended 412 d ago",
            short: "date",
            flags: .failed
        ),
        Row(
            request: .held(),
            answer: "HELD",
            result: "0:30",
            tls: "1.3",
            why: "pin: no pin matches",
            short: "pin",
            flags: [.held, .running]
        ),
        Row(
            request: .resumed(),
            answer: "-",
            result: "200",
            tls: "1.3",
            why: "resumed, answer of no. 1",
            short: "resumed",
            flags: [.ok, .resumed]
        ),
        Row(
            request: .mutual(),
            answer: "use/use",
            result: "200",
            tls: "1.2",
            why: "trust ok, id alice",
            short: "id alice",
            flags: .ok
        ),
        Row(
            request: .wantsIdentity(),
            answer: "use/dflt",
            result: "400",
            tls: "1.2",
            why: "server wants an identity",
            short: "no identity",
            flags: .failed
        ),
        Row(
            request: .refusedIdentity(),
            answer: "use/use",
            result: "failed",
            tls: "1.3",
            why: "id alice refused: its CA is not accepted",
            short: "id refused",
            flags: .failed
        ),
        Row(
            request: .unreachable(),
            answer: "-",
            result: "failed",
            tls: nil,
            why: "nobody listens there",
            short: "nobody listens there",
            flags: .failed
        ),
    ]

    @Test(arguments: rows.indices) func typicalRequests(_ index: Int) throws {
        let row = Self.rows[index]
        let digest = try #require(RequestDigest.fold(row.request.events))
        let now = row.request.now
        #expect(digest.answerColumn == row.answer)
        #expect(digest.resultColumn(now: now) == row.result)
        #expect(digest.tls == row.tls)
        #expect(digest.whyColumn(now: now) == row.why)
        #expect(digest.shortWhy(now: now) == row.short)
        #expect(digest.flags == row.flags)
        #expect(digest.requestColumn == "GET \(row.request.host)/")
        #expect(try EventJSON.decode(RequestDigest.self, from: EventJSON.encode(digest)) == digest)
    }

    @Test func aRunningRequestShowsItsPhaseAndAge() throws {
        var request = SampleRequest(host: "slow.lab.test")
        func columns(after micros: Int64) throws -> [String] {
            let digest = try #require(RequestDigest.fold(request.events))
            let now = request.now + micros
            return [digest.answerColumn, digest.resultColumn(now: now), digest.whyColumn(now: now)]
        }
        #expect(try columns(after: 300_000) == ["...", "dns", "waiting 0.3 s"])
        request.add(.connectionStarted(ConnectionFacts(address: "127.0.0.1", port: 1, reason: "new")))
        #expect(try columns(after: 0) == ["...", "tcp", "waiting 0.0 s"])
        request.add(.connectionOpened(ConnectionFacts(address: "127.0.0.1", port: 1, reason: "new")))
        #expect(try columns(after: 2_100_000) == ["...", "tls", "waiting 2.1 s"])
        request.serverTrust()
        request.answer(.useCredential, proceeds: true)
        request.secure()
        #expect(try columns(after: 0) == ["use", "wait", "waiting 0.0 s"])
        request.add(.responseReceived(ResponseFacts(status: 200, httpVersion: "2", headers: [])))
        #expect(try columns(after: 0) == ["use", "body", "waiting 0.0 s"])
    }

    @Test(arguments: ["127.0.0.1", "::1", "10.0.0.1"]) func anAddressNeedsNoName(_ host: String) {
        #expect(RequestDigest.fold(SampleRequest(host: host).events)?.phase == .tcp)
    }

    @Test func theCountdownEndsAtZeroAndStopsWithTheClock() throws {
        var request = SampleRequest.held()
        let digest = try #require(RequestDigest.fold(request.events))
        let held = request.now
        #expect(digest.resultColumn(now: held + 6_000_000) == "0:24")
        #expect(digest.resultColumn(now: held + 29_999_999) == "0:01")
        #expect(digest.resultColumn(now: held + 40_000_000) == "0:00")
        request.hold(timeout: .infinity)
        #expect(RequestDigest.fold(request.events)?.resultColumn(now: held) == "stopped")
        request.answer(.cancelAuthenticationChallenge, proceeds: false, by: "you")
        request.fail(.weRefusedServer, .pinNoMatch)
        let ended = try #require(RequestDigest.fold(request.events))
        #expect(ended.answerColumn == "cancel")
        #expect(ended.whyColumn(now: held) == "pin: no pin matches")
    }

    @Test func whatAPersonAcceptsIsLetByThePerson() throws {
        var request = SampleRequest.held()
        request.answer(.useCredential, proceeds: true, by: "you")
        request.secure()
        request.finish()
        let digest = try #require(RequestDigest.fold(request.events))
        #expect(digest.whyColumn(now: request.now) == "5 ok; let by you: pin")
        #expect(digest.flags == .letBy)
    }

    @Test func whatAPersonRefusesAgainstThePolicySaysSo() throws {
        var request = SampleRequest()
        request.connect()
        request.serverTrust()
        request.hold()
        request.answer(.cancelAuthenticationChallenge, proceeds: false, by: "you")
        request.fail(.weRefusedServer, nil)
        let digest = try #require(RequestDigest.fold(request.events))
        #expect(digest.whyColumn(now: request.now) == "cancel by you, policy says use")
        #expect(digest.flags == .failed)
    }

    @Test func theFirstAnswerCounts() throws {
        var request = SampleRequest()
        request.connect()
        request.serverTrust()
        request.answer(.cancelAuthenticationChallenge, proceeds: false)
        request.answer(.useCredential, proceeds: true)
        let digest = try #require(RequestDigest.fold(request.events))
        #expect(digest.answerColumn == "cancel")
        #expect(digest.acceptedFaults.isEmpty)
    }

    @Test func aChallengeWhoseConnectionEndedIsNoLongerHeld() throws {
        var request = SampleRequest.held()
        request.fail(.undecided, .wireEofInHandshake, reason: "The server hung up.")
        let digest = try #require(RequestDigest.fold(request.events))
        #expect(digest.answerColumn == "-")
        #expect(digest.flags == .failed)
        #expect(digest.whyColumn(now: request.now) == "closed in the handshake")
    }

    @Test func anIdentityThatDoesNotFitIsNotSent() throws {
        var request = SampleRequest(host: "mutual.lab.test")
        request.connect("1.2")
        request.serverTrust(version: "1.2")
        request.answer(.useCredential, proceeds: true)
        let offer = IdentityOffer(identity: EventSamples.identity(), fits: false, why: "issuer is not the one named")
        request.clientCertificate([offer], ClientAnswer(.rejectProtectionSpace))
        request.answer(.rejectProtectionSpace, proceeds: true)
        request.secure("1.2")
        request.finish(401, refusal: .serverRefusedByStatus, code: .clientNone)
        let digest = try #require(RequestDigest.fold(request.events))
        #expect(digest.answerColumn == "use/rej")
        #expect(digest.whyColumn(now: request.now) == "no identity matches")
    }

    @Test func everyDispositionHasItsWords() throws {
        for disposition in Disposition.allCases {
            var request = SampleRequest()
            request.serverTrust()
            request.answer(disposition, proceeds: true)
            #expect(RequestDigest.fold(request.events)?.answerColumn == disposition.word)
            request.serverTrust()
            request.answer(disposition, proceeds: true)
            let short = disposition.shortWord
            #expect(RequestDigest.fold(request.events)?.answerColumn == "\(short)/\(short)")
        }
    }

    @Test func everyReasonWithoutAChallengeIsNamed() throws {
        for reason in NoChallengeFacts.Reason.allCases {
            var request = SampleRequest()
            let facts = NoChallengeFacts(
                reason: reason,
                method: .serverTrust,
                restsOnRequest: nil,
                sentence: "It was so. And more."
            )
            request.add(.challengeNotRaised(facts))
            request.finish()
            let digest = try #require(RequestDigest.fold(request.events))
            #expect(digest.answerColumn == "-")
            #expect(!digest.whyColumn(now: request.now).isEmpty)
        }
    }

    @Test func aChainIsOkOnlyWhenAllOfItHolds() {
        for issuer in CheckResult.allCases {
            for signature in CheckResult.allCases {
                let evaluation = EventSamples.evaluation("a", [.issuer: (issuer, nil), .signature: (signature, nil)])
                let line = CheckLine.lines(of: evaluation).first { $0.word == "chain" }
                #expect((line?.result == .pass) == (issuer == .pass && signature == .pass))
                #expect((line?.result == .fail) == (issuer == .fail || signature == .fail))
                #expect(line?.ids == [.issuer, .signature] || line?.ids == [.signature, .issuer])
            }
        }
    }

    @Test func hostileTextReachesNoColumn() throws {
        var request = SampleRequest(host: EventSamples.hostile, url: "https://\(EventSamples.hostile)/")
        request.fail(.undecided, nil, reason: EventSamples.hostile)
        let digest = try #require(RequestDigest.fold(request.events))
        let now = request.now
        for text in [digest.requestColumn, digest.host, digest.whyColumn(now: now), digest.shortWhy(now: now)] {
            #expect(Sanitizer.line(text) == text)
        }
    }

    @Test(arguments: [
        ([CheckID.revocation], "6 ok, revocation off"), ([], "7 ok"),
        ([.pin, .revocation, .host], "4 ok, host +2 off"),
    ]) func whatWasNotMadeIsNamed(off: [CheckID], text: String) {
        var changes: [CheckID: (CheckResult, DiagnosisCode?)] = [.revocation: (.pass, nil)]
        for id in off { changes[id] = (.skipped, nil) }
        #expect(CheckTally(EventSamples.evaluation("a", changes)).text == text)
    }

    @Test func aFailureBeforeAnyChallengeSaysWhatFailed() throws {
        var request = SampleRequest()
        let sentence = "ended before any challenge: no connection"
        let facts = NoChallengeFacts(
            reason: .refusedBefore,
            method: .serverTrust,
            restsOnRequest: nil,
            sentence: sentence
        )
        request.add(.challengeNotRaised(facts))
        request.fail(.undecided, .wireNameNotFound)
        #expect(RequestDigest.fold(request.events)?.whyColumn(now: 0) == "name not found")
        var other = SampleRequest()
        other.add(.challengeNotRaised(facts))
        other.fail(nil, nil)
        #expect(RequestDigest.fold(other.events)?.whyColumn(now: 0) == sentence)
    }

    @Test func aDigestBeginsWithTheStartOfARequest() {
        #expect(RequestDigest.fold(SampleRequest.accepted().events.dropFirst()) == nil)
        #expect(RequestDigest.fold([]) == nil)
    }
}
