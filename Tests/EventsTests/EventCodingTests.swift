import EventSamples
import Foundation
import Testing
import Trust

@testable import Events

@Suite struct EventCodingTests {
    static let samples = EventSamples.everyKind

    @Test func everyKindHasASample() {
        #expect(Set(Self.samples.map(\.eventName)) == Set(EventName.allCases))
    }

    @Test(arguments: samples.indices) func kindSurvivesARoundTrip(_ index: Int) throws {
        let kind = Self.samples[index]
        let compact = try EventJSON.encode(kind)
        #expect(try EventJSON.decode(EventKind.self, from: compact) == kind)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(compact)) as? [String: Any])
        #expect(object["kind"] as? String == kind.name)
        #expect(try EventKind(kind.eventName, facts: kind.factsJSON()) == kind)
    }

    @Test(arguments: samples.indices) func compactAndPrettySayTheSame(_ index: Int) throws {
        let kind = Self.samples[index]
        let compact = try JSONSerialization.jsonObject(with: Data(EventJSON.encode(kind))) as? NSDictionary
        let pretty = try JSONSerialization.jsonObject(with: Data(EventJSON.pretty(kind).utf8)) as? NSDictionary
        #expect(compact != nil && compact == pretty)
    }

    @Test func eventsSurviveARoundTripAndKeepTheirNumbers() throws {
        for (index, kind) in Self.samples.enumerated() {
            var event = Event(
                kind,
                time: EventSamples.start + Int64(index),
                elapsed: Int64(index),
                session: 1,
                request: 2,
                connection: 3,
                challenge: 4,
                host: "good.lab.test",
                certificates: [EventSamples.certificate("leaf")],
                profile: EventSamples.profile
            )
            event.sequence = Int64(index + 1)
            let bytes = try EventJSON.encode(event)
            var expected = event
            expected.certificates = []
            expected.profile = nil
            #expect(try EventJSON.decode(Event.self, from: bytes) == expected)
            let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
            #expect(object["certificates"] as? [String] == [EventSamples.certificate("leaf").sha256.hex])
            #expect(object["profile"] as? String == EventSamples.profile.hash.hex)
            #expect(object["time"] as? String == EventTime.text(event.time))
        }
    }

    @Test func anEventWithoutNumbersHasNone() throws {
        let event = Event(.sessionOpened(SessionFacts(reason: "start")), time: EventSamples.start)
        let expected =
            #"{"sequence":0,"time":"2026-11-30T09:41:00.000000Z","kind":"session.opened","facts":{"reason":"start"}}"#
        #expect(String(decoding: try EventJSON.encode(event), as: UTF8.self) == expected)
    }

    @Test(arguments: [
        #"{"kind":"no.such"}"#, #"{"kind":"note"}"#, #"{"sentence":"x"}"#, "[]", "", #"{"kind":"challenge.held"}"#,
    ]) func badKindsAreRefused(_ text: String) {
        #expect(throws: (any Error).self) { try EventJSON.decode(EventKind.self, from: Array(text.utf8)) }
    }

    /// A field that is added to a type that writes itself is to be written there too, and counted here.
    @Test func typesThatWriteThemselvesForgetNoField() throws {
        let request = SampleRequest.resumed()
        var digest = try #require(RequestDigest.fold(SampleRequest.held().events))
        digest.noChallenge = RequestDigest.fold(request.events)?.noChallenge
        let challenge = try #require(digest.challenges.first)
        var answer = ClientAnswer(.useCredential, identity: EventSamples.identity())
        answer.persistence = CredentialPersistence(asked: .permanent)
        var connection = ConnectionFacts(address: "", port: 1, reason: "", restsOnRequest: 1)
        connection.localPort = 2
        connection.isProxy = true
        var message = HandshakeMessageFacts(direction: .sent, name: "", type: 1, version: "", bytes: 1)
        message.isProxy = true
        message.content = EventSamples.handshakeContent
        let effect = AnswerEffect(
            proceeds: false,
            elsewhere: [ErrorElsewhere("NSURLConnection", .userCancelledAuthentication)],
            reason: ""
        )
        let fields: [(any DirectJSON, Int)] = [
            (EventSamples.checks()[0], 7), (EventSamples.summary("a"), 11), (EventSamples.identity(), 8),
            (DecidingStep(flow: "F6", number: 1, text: "", defect: "x"), 4), (EventSamples.connection(), 5),
            (answer, 6),
            (effect, 9), (AnswerFacts(answer: answer, effect: effect, by: "you"), 4),
            (message, 8), (EventSamples.handshakeContent, 18), (connection, 6),
            (CheckTally(EventSamples.evaluation("a")), 4), (challenge, 16), (digest, 24),
        ]
        #expect(fields.count == DirectTypes.types.count)
        for (value, count) in fields {
            #expect(Mirror(reflecting: value).children.count == count, "\(type(of: value))")
            let compact = try JSONSerialization.jsonObject(with: Data(EventJSON.encode(value))) as? NSDictionary
            let pretty = try JSONSerialization.jsonObject(with: Data(EventJSON.pretty(value).utf8)) as? NSDictionary
            #expect(compact != nil && compact == pretty, "\(type(of: value))")
        }
    }

    @Test(arguments: [
        ("plain", #""plain""#), ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t\u{1B}\u{7F}", #""\n\r\t\u001b\u007f""#),
        ("\u{85}\u{9B}", #""\u0085\u009b""#), ("é日", "\"é日\""), ("\u{202E}\u{200B}", #""\u202e\u200b""#),
        ("\u{1F600}", "\"\u{1F600}\""), ("\u{E0041}", #""\udb40\udc41""#), ("", #""""#),
    ]) func textsInJSONAreHarmlessAndLoseNothing(text: String, json: String) throws {
        let bytes = try EventJSON.encode(text)
        #expect(String(decoding: bytes, as: UTF8.self) == json)
        #expect(try EventJSON.decode([String].self, from: EventJSON.encode([text])) == [text])
    }

    @Test func profilesSurviveARoundTrip() throws {
        let bytes = try EventJSON.encode(EventSamples.profile)
        #expect(try EventJSON.decode(ClientProfile.self, from: bytes) == EventSamples.profile)
    }

    @Test(arguments: samples.indices) func summariesAreOneCleanLine(_ index: Int) {
        let kind = Self.samples[index]
        #expect(!kind.summary.isEmpty)
        #expect(kind.summary.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x202E })
        #expect(kind.outcome?.isEmpty != true)
    }
}
