import EventSamples
import Events
import Testing

@testable import ChallengeLog

@Suite struct LogQueryTests {
    /// Filters, and the numbers of the typical requests that they list.
    static let table: [(filter: String, numbers: [Int])] = [
        ("", [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        ("   ", [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        ("good", [1, 5]),
        ("GOOD", [1, 5]),
        ("get good.lab", [1, 5]),
        ("post good.lab", []),
        ("\"get good.lab\"", [1, 5]),
        ("good -resumed", [1, 5]),
        ("host:mutual", [6, 7, 8]),
        ("-host:mutual", [1, 2, 3, 4, 5, 9]),
        ("host:mutual.lab", [6, 7]),
        ("host:/^mutual.*test$/", [6, 7, 8]),
        ("host:/^MUTUAL\\./", [6, 7]),
        ("/g?ood|pinned/", [1, 4, 5]),
        ("host:%", []),
        ("host:_", []),
        ("answer:use", [1, 2, 6, 7, 8]),
        ("answer:cancel", [3]),
        ("answer:default", [7]),
        ("answer:held", [4]),
        ("-answer:use", [3, 4, 5, 9]),
        ("check:date", [2, 3]),
        ("check:host", [2]),
        ("check:pin", [4]),
        ("check:revocation", []),
        ("result:200", [1, 2, 5, 6]),
        ("result:failed", [3, 8, 9]),
        ("result:4", [7]),
        ("result:/^[24]/", [1, 2, 5, 6, 7]),
        ("tls:1.2", [2, 6, 7]),
        ("-tls:1", [9]),
        ("kind:client", [6, 7, 8]),
        ("kind:trust -kind:client", [1, 2, 3, 4]),
        ("kind:alert", [3, 8]),
        ("kind:connection.resumed", [5]),
        ("flow:F2c", [2]),
        ("flow:f3", [6]),
        ("is:ok", [1, 5, 6]),
        ("is:letby", [2]),
        ("is:held", [4]),
        ("is:running", [4]),
        ("is:failed", [3, 7, 8, 9]),
        ("is:resumed", [5]),
        ("-is:ok -is:failed", [2, 4]),
        ("is:marked", []),
        ("host:mutual is:failed tls:1.3", [8]),
        ("https://", []),
        ("mutual.lab.test:9443", []),
        ("h\u{F6}st", []),
    ]

    @Test(arguments: table.indices) func filtersListTheRightRequests(_ index: Int) throws {
        let (filter, numbers) = Self.table[index]
        let writer = try LogWriter(path: nil, recording: LogFixture.recording)
        defer { writer.close() }
        for event in LogFixture.typical { writer.append(event) }
        let log = try writer.reader()
        #expect(try log.numbers(filter) == numbers)
        // The same answer where it is asked about one request at a time, as for a hold.
        let query = try LogQuery(filter)
        guard !query.terms.contains(where: { $0.field == .kind }) else { return }
        let passing = try log.requests(limit: 100).rows.filter { query.passes($0.digest, key: $0.key) }
        #expect(passing.map(\.key.number) == numbers)
    }

    @Test(arguments: [
        ("foo:bar", 0, "no such field"), ("good foo:bar", 5, "no such field"), ("-", 1, "missing"),
        ("host:", 5, "missing"), ("host: bank", 5, "missing"), ("\"abc", 0, "not closed"),
        ("a host:\"b", 7, "not closed"),
        ("/abc", 0, "not closed"), ("/(/", 0, "no regular expression"), ("host:/[/", 5, "no regular expression"),
        ("is:foo", 3, "is: takes"), ("a -is:", 6, "missing"), ("\"\"", 0, "nothing"),
        ("//", 0, "no regular expression"),
        ("line:x", 0, "no such field"), ("is:/ok/", 3, "is: takes"),
    ]) func faultsHaveTheirPlace(text: String, offset: Int, reason: String) {
        let error = #expect(throws: LogQueryError.self) { try LogQuery(text) }
        #expect(error?.offset == offset)
        #expect(error?.reason.contains(reason) == true)
    }

    @Test(arguments: ["localhost:9443", "https://a.test/", "a-b", "1:2", "x:1"]) func addressesAreBareText(
        _ text: String
    )
        throws
    {
        #expect(try LogQuery(text).terms == [LogQuery.Term(field: .line, match: .text(text), isNegated: false)])
    }

    @Test func quotesKeepWhatTheyHold() throws {
        #expect(try LogQuery(#""a \"b\" c""#).terms.first?.match == .text(#"a "b" c"#))
        #expect(try LogQuery(#"/a\/b/"#).terms.first?.match == .expression("a/b"))
        #expect(try LogQuery(#"/\d+/"#).terms.first?.match == .expression(#"\d+"#))
    }

    @Test func requestsAreSorted() throws {
        let fixture = try LogFixture()
        let writer = try fixture.writer()
        defer { writer.close() }
        for event in LogFixture.typical { writer.append(event) }
        let log = try writer.reader()
        #expect(try log.numbers("", descending: true) == [9, 8, 7, 6, 5, 4, 3, 2, 1])
        #expect(try log.numbers("", sort: .host) == [3, 1, 5, 8, 6, 7, 9, 4, 2])
        #expect(try log.numbers("host:good", sort: .host, descending: true) == [1, 5])
        #expect(try log.numbers("", sort: .result).first == 1)
        #expect(try log.numbers("", sort: .result, descending: true).suffix(4) == [1, 2, 5, 6])
        #expect(try log.numbers("", sort: .tls).first == 9)
        #expect(try log.numbers("", sort: .duration).last == 4)
        #expect(Set(try log.numbers("", sort: .answer)) == Set(1...9))
        for event in SampleRequest.accepted(10, host: "aaa.lab.test").events { writer.append(event) }
        writer.flush()
        #expect(try log.numbers("", sort: .host).first == 10)
    }

    @Test func marksAndChosenRequestsAreListed() throws {
        let fixture = try LogFixture()
        let log = try LogFile.open(try fixture.typicalLog())
        let keys = try log.requests(limit: 100).rows.map(\.key)
        var query = try LogQuery("is:marked")
        query.marked = [keys[1], keys[5]]
        #expect(try log.requests(query, limit: 10).rows.map(\.key.number) == [2, 6])
        var only = try LogQuery("-host:mutual")
        only.only = [keys[1], keys[5], RequestKey(recording: RecordingID(), number: 1)]
        #expect(try log.requests(only, limit: 10).rows.map(\.key.number) == [2])
        #expect(try log.requests(only, limit: 10).total == 9)
        query.marked = []
        #expect(try log.requests(query, limit: 10).rows.isEmpty)
    }

    @Test func eventsAreFilteredByThemselvesAndByTheirRequests() throws {
        let fixture = try LogFixture()
        let writer = try fixture.writer()
        defer { writer.close() }
        for event in LogFixture.typical { writer.append(event) }
        let log = try writer.reader()
        func kinds(_ filter: String) throws -> [String] {
            try log.events(LogQuery(filter), limit: 1000).rows.map(\.kind)
        }
        #expect(try kinds("kind:held") == ["challenge.held"])
        #expect(try kinds("kind:policy") == ["policy.changed"])
        #expect(try kinds("kind:alert is:failed") == ["handshake.alert", "handshake.alert"])
        #expect(Set(try log.events(LogQuery("is:letby"), limit: 1000).rows.map(\.request)) == [2])
        #expect(try kinds("alice kind:answered").count == 2)
        let before = try kinds("is:ok").count
        for event in SampleRequest.accepted(10).events { writer.append(event) }
        writer.flush()
        #expect(try kinds("is:ok").count == before + SampleRequest.accepted(10).events.count)
        #expect(try kinds("kind:held") == ["challenge.held"])
    }
}
