import Events
import Lab
import Testing

@testable import Workbench

@Suite struct ClientBookTests {
    private func verdict(
        _ scenario: String,
        _ conduct: LabClientFacts.Conduct,
        agent: String? = nil,
        fingerprint: String? = "aa",
        peer: String = "127.0.0.1:5000",
        connection: Int = 1,
        request: Int? = nil,
        certificate: String? = nil
    ) -> Event {
        var facts = LabClientFacts(scenario: scenario, connection: connection, peer: peer)
        facts.conduct = conduct
        facts.userAgent = agent
        facts.fingerprint = fingerprint
        facts.requestLine = conduct == .talked ? "GET /\(connection)" : nil
        facts.status = conduct == .talked ? 200 : nil
        facts.clientCertificate = certificate
        facts.clientVerdict = certificate.map { _ in "X509_V_OK" }
        var event = Event(.labVerdict(facts), time: 0, host: scenario)
        event.request = request
        return event
    }

    private func clients(_ events: [Event]) -> [ClientBook.Client] {
        var book = ClientBook()
        for event in events { book.note(event) }
        return book.clients
    }

    @Test func whatIsDoneWithoutANameBelongsToTheOnlyOneThatHasOne() {
        let all = clients([
            verdict("expired", .leftWithAlert), verdict("good", .talked, agent: "curl/8", peer: "127.0.0.1:5001"),
            verdict("good", .talked, agent: "curl/8", connection: 3),
        ])
        #expect(all.map(\.name) == ["curl/8"])
        #expect(all[0].encounters.map(\.scenario) == ["good", "expired"])
        #expect(all[0].encounters[0].requests.map(\.line) == ["GET /1", "GET /3"])
        #expect(all[0].encounters[0].verdicts == 2)
    }

    /// A client may call itself as it likes, but is never taken for our own requests, nor for one without a name.
    @Test(arguments: ["countersign (our own requests)", "client aa", "client without TLS", "\"x\" by its own account"])
    func aNameIsTheClientsOwnAccount(_ agent: String) {
        let all = clients([verdict("good", .talked, agent: agent), verdict("good", .talked, agent: agent, request: 7)])
        #expect(all.map(\.name) == ["\"\(agent)\" by its own account", "countersign (our own requests)"])
    }

    @Test func twoNamesOfOneLibraryStayApartAndWhatIsNamelessByItself() {
        let all = clients([
            verdict("good", .talked, agent: "curl/8"), verdict("good", .talked, agent: "Wget/1"),
            verdict("expired", .leftWithAlert),
        ])
        #expect(all.map(\.name) == ["curl/8", "Wget/1", "client aa"])
        #expect(all.map { $0.encounters.count } == [1, 1, 1])
    }

    @Test func addressesFingerprintsAndOurOwnRequestsTellApart() {
        let all = clients([
            verdict("good", .talked, agent: "x"), verdict("good", .talked, agent: "x", peer: "10.0.0.7:5000"),
            verdict("good", .talked, agent: "x", fingerprint: "bb"), verdict("good", .talked, agent: "x", request: 7),
            verdict("plain-http", .talked, fingerprint: nil),
        ])
        #expect(all.map(\.address) == ["127.0.0.1", "10.0.0.7", "127.0.0.1", "127.0.0.1", "127.0.0.1"])
        #expect(all.map(\.name) == ["x", "x", "x", "countersign (our own requests)", "client without TLS"])
    }

    @Test func theFurthestCountsAndItsConnectionIsTheProof() {
        let all = clients([
            verdict("self-signed", .leftSilently, connection: 1), verdict("self-signed", .talked, connection: 2),
            verdict("self-signed", .leftWithAlert, connection: 3),
        ])
        let encounter = all[0].encounters[0]
        #expect(encounter.conduct == .talked && encounter.connection == 2 && encounter.verdicts == 3)
        #expect(encounter.text == "talked: GET /2 -> 200")
    }

    @Test func certificatesAreKeptOnceEach() {
        let all = clients([
            verdict("mutual", .talked, certificate: "CN=alice"), verdict("mutual", .talked, certificate: "CN=alice"),
            verdict("mutual", .talked, certificate: "CN=bob"),
        ])
        #expect(all[0].encounters[0].certificates.map(\.subject) == ["CN=alice", "CN=bob"])
    }

    @Test func aFloodOfClientsIsBounded() {
        let all = clients((0..<3000).map { verdict("good", .talked, fingerprint: "\($0)") })
        #expect(all.count == 1000)
        let many = clients((0..<300).map { verdict("good", .talked, agent: "x", connection: $0) })
        #expect(many[0].encounters[0].requests.count == 20 && many[0].encounters[0].verdicts == 300)
    }

    typealias Verdict = ClientJudge.Outcome.Verdict

    static let words: [(LabClientFacts.Conduct, Verdict, Verdict, Verdict)] = [
        (.talked, .right, .vulnerable, .either),
        (.leftWithAlert, .refusedGood, .right, .either), (.leftSilently, .refusedGood, .right, .either),
        (.refused, .refusedGood, .right, .either),
    ]

    @Test(arguments: words) func theJudgesWordFollowsFromWhatWasSeen(
        _ conduct: LabClientFacts.Conduct,
        _ accepts: Verdict,
        _ refuses: Verdict,
        _ either: Verdict
    ) {
        var facts = LabClientFacts(scenario: "x", connection: 1, peer: "127.0.0.1:1")
        facts.conduct = conduct
        let encounter = Encounter(facts)
        #expect(ClientJudge.verdict(encounter, .accepts) == accepts)
        #expect(ClientJudge.verdict(encounter, .refuses) == refuses)
        #expect(ClientJudge.verdict(encounter, .either) == either)
        #expect(ClientJudge.verdict(nil, .accepts) == .neverCame)
    }
}
