import EventSamples
import Events
import Terminal
import Testing
import Trust
import Workbench

@testable import Inspector

/// View 9: what answers without a challenge.
@MainActor @Suite struct SessionsTests {
    /// A request that opened a connection, was answered, got a ticket and ended; its connection stays.
    private func kept(_ number: Int, host: String, as profile: ClientProfile, closes: Bool = false) -> SampleRequest {
        var request = SampleRequest(number, host: host, profile: profile)
        request.connect()
        request.serverTrust()
        request.answer(.useCredential, proceeds: true)
        request.secure()
        request.message(.received, "NewSessionTicket", 4)
        request.finish(200)
        if closes { request.add(.connectionClosed(ConnectionFacts(address: "127.0.0.1", port: 1, reason: "by us"))) }
        return request
    }

    private func profile(_ kept: AnswersKept, name: String = "system") -> ClientProfile {
        var profile = ClientProfile(name: name)
        profile.answersKept = kept
        return profile
    }

    private func book(_ requests: [SampleRequest]) -> KeptAnswers {
        var book = KeptAnswers()
        for event in requests.flatMap(\.events) { book.take(event) }
        return book
    }

    @Test func anIdleConnectionAnswersForTheSameClientAlone() {
        let reuse = profile(.reuse)
        let book = book([kept(1, host: "good.lab.test", as: reuse)])
        #expect(book.entries.map(\.state) == [.idle])
        let now = EventSamples.start + 1_000_000
        #expect(book.entry(for: "good.lab.test", as: reuse, now: now)?.openedBy == 1)
        #expect(book.entry(for: "other.lab.test", as: reuse, now: now) == nil)
        #expect(book.entry(for: "good.lab.test", as: profile(.reuse, name: "other"), now: now) == nil)
        #expect(book.entry(for: "good.lab.test", as: profile(.fresh), now: now) == nil)
    }

    @Test func asOnIOSAnAnswerOutlivesASwitchForTenMinutes() {
        let book = book([kept(1, host: "good.lab.test", as: profile(.asIOS), closes: true)])
        #expect(book.entries.map(\.state) == [.ticket])
        let other = profile(.asIOS, name: "other")
        let now = EventSamples.start
        #expect(book.entry(for: "good.lab.test", as: other, now: now + 60_000_000)?.state == .ticket)
        #expect(book.entry(for: "good.lab.test", as: other, now: now + 700_000_000) == nil)
    }

    @Test func aFreshClientKeepsNothingAndInvalidatingDropsAll() {
        let fresh = book([kept(1, host: "good.lab.test", as: profile(.fresh), closes: true)])
        #expect(fresh.entries.isEmpty)
        var book = book([kept(1, host: "good.lab.test", as: profile(.reuse))])
        book.take(Event(.sessionInvalidated(SessionFacts(reason: "by you")), time: 0, session: 1))
        #expect(book.entries.isEmpty)
    }

    @Test func theEndOfOneSessionLeavesWhatOthersKeep() {
        let reuse = profile(.reuse)
        var book = book([kept(1, host: "good.lab.test", as: reuse)])
        // A session that ends with what runs answers nothing more, though its connections are still there.
        book.endSessions()
        let now = EventSamples.start + 1_000_000
        #expect(book.entries.count == 1)
        #expect(book.entry(for: "good.lab.test", as: reuse, now: now) == nil)
        for event in kept(2, host: "good.lab.test", as: reuse).events {
            var event = event
            (event.session, event.connection) = (2, event.connection.map { $0 + 100 })
            book.take(event)
        }
        book.take(Event(.sessionInvalidated(SessionFacts(reason: "by you", ending: "finish")), time: 0, session: 1))
        #expect(book.entries.map(\.openedBy) == [2])
        #expect(book.entry(for: "good.lab.test", as: reuse, now: now)?.openedBy == 2)
    }

    @Test func theViewSaysWhatWouldHappenNow() throws {
        let reuse = profile(.reuse)
        let backend = FakeBackend([kept(1, host: "good.lab.test", as: reuse)])
        backend.content.withLock { content in
            content.profile = reuse
            content.keptNotes = [
                KeptNote(host: "good.lab.test", sentence: "The cache holds it."),
                KeptNote(host: "other.lab.test", sentence: "Of another host."),
            ]
            for method in [AuthenticationMethod.serverTrust, .clientCertificate] {
                let key = HostAnswer.Key(host: "good.lab.test", method: method)
                content.hostAnswers.append(
                    HostAnswer(key: key, disposition: .cancelAuthenticationChallenge, identity: nil)
                )
            }
        }
        var played = try Played("9", on: backend)
        #expect(played.text.contains("1 connection  0 tickets"))
        #expect(played.text.contains("good.lab.test would go over the idle connection: no challenge."))
        #expect(played.text.contains("The answer behind it is no. 1 use"))
        #expect(played.text.contains("The cache holds it."))
        #expect(!played.text.contains("Of another host."))
        #expect(played.text.contains("Its server trust challenge would be answered cancel, as you said."))
        #expect(played.text.contains("Its client certificate challenge would be answered cancel, as you said."))
        // `r` asks afresh, and it is the request behind the connection that is asked again.
        #expect(played.text.contains("r  fires fresh"))
        try played.play("r\nwait no. 1 afresh, over a connection of its own\n")
        #expect(backend.calls.contains("anew 1"))
        try played.play(":set answers kept fresh<enter>")
        #expect(played.text.contains("a connection of its own"))
    }
}
