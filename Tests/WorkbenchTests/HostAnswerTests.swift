import ChallengeLog
import Diagnosis
import Events
import TestSupport
import Testing
import Trust

@testable import Workbench

/// Answers that stand for a host, and which challenges are held.
@Suite struct HostAnswerTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func bench() throws -> Bench {
        var configuration = BenchConfiguration()
        configuration.folders = DataFolders(environment: ["HOME": home.path])
        configuration.labPort = 0
        configuration.log = .none
        return try Bench(configuration)
    }

    @Test func theSameAnswerStandsForAHostUntilItIsTakenBack() throws {
        let bench = try bench()
        defer { bench.close() }
        bench.hold(.all)
        let first = try bench.fire(Firing("expired"))
        let item = try Waiting.value("a held challenge") { bench.heldChallenges.first }
        bench.remember(.useCredential, identity: nil, for: item)
        #expect(bench.answer(item, .useCredential, by: "you") == nil)
        first.wait()
        // Nobody is asked now.
        let second = try bench.fire(Firing("expired"))
        second.wait()
        let key = RequestKey(recording: bench.log.recording.id, number: second.number)
        let row = try #require(try bench.log.reader().request(key)).digest
        #expect(row.status == 200)
        #expect(row.challenges.first?.by == "you, for this host")
        #expect(bench.hostAnswers.map(\.key.host) == ["expired.lab.test"])
        // Another host is asked about.
        _ = try bench.fire(Firing("good"))
        let other = try Waiting.value("a held challenge") { bench.heldChallenges.first }
        #expect(other.challenge.protectionSpace.host == "good.lab.test")
        #expect(bench.forgetAnswers(of: "expired.lab.test") == 1)
        #expect(bench.hostAnswers.isEmpty)
        let third = try bench.fire(Firing("expired"))
        try Waiting.until("it is held again") {
            bench.heldChallenges.contains { $0.key.request == third.number }
        }
    }

    @Test(arguments: [
        ("host:expired", true), ("host:good", false), ("check:date", true), ("-check:date", false),
        ("kind:client", false),
        ("is:letby", false),
    ])
    func aFilterChoosesWhatIsHeld(_ text: String, _ isHeld: Bool) throws {
        let bench = try bench()
        defer { bench.close() }
        bench.hold(.matching(try LogQuery(text)))
        let fired = try bench.fire(Firing("expired"))
        if isHeld {
            let item = try Waiting.value("a held challenge") { bench.heldChallenges.first }
            #expect(item.key.request == fired.number)
        } else {
            fired.wait()
            #expect(bench.heldChallenges.isEmpty)
        }
    }

    @Test func pinsAreTypedAsWords() throws {
        let bench = try bench()
        defer { bench.close() }
        _ = try bench.waitForLab()
        let preset = try #require(Presets.named("F2c")).profile(bundle: bench.bundle)
        let policy = try #require(preset.policy.base as? AFSecurityPolicy)
        #expect(policy.pins.count == 1)
        let words = PinWords.text(of: policy.pins)
        #expect(words.hasPrefix("certificate:"))
        let hash = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        let pins = try bench.pins("\(words) \(hash) server.cer", keeping: policy.pins)
        #expect(pins.count == 3)
        #expect(pins.first == policy.pins.first)
        #expect(PinWords.text(of: pins).contains(hash))
        #expect(throws: Problem.self) { try bench.pins("certificate:0011", keeping: []) }
        #expect(throws: Problem.self) { try bench.pins("sha256//short", keeping: []) }
        #expect(throws: Problem.self) { try bench.pins("nowhere.cer", keeping: []) }
        #expect(try bench.pins("", keeping: policy.pins) == [])
    }

    @Test func filesAreFoundByTheirBeginning() throws {
        let folder = try TemporaryFolder()
        for name in ["one.cer", "only.cer", ".hidden", "two.cer"] { try folder.write(name, text: "") }
        #expect(FileNames.beginning("on", in: folder.path) == ["one.cer", "only.cer"])
        #expect(FileNames.beginning("", in: folder.path) == ["one.cer", "only.cer", "two.cer"])
        #expect(FileNames.beginning(".", in: folder.path) == [".hidden"])
        #expect(FileNames.beginning(folder.path + "/t", in: "/") == [folder.path + "/two.cer"])
        #expect(FileNames.beginning(String(folder.path.dropLast()), in: "/").contains(folder.path + "/"))
        #expect(FileNames.beginning("/nonexistent/x", in: "/").isEmpty)
    }
}
