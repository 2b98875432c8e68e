import Diagnosis
import Events
import Foundation
import Synchronization
import TestSupport
import Testing
import Trust

@testable import Workbench

/// Engine, lab and log together, against the embedded lab on free ports.
@Suite struct BenchTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func bench(_ change: (inout BenchConfiguration) -> Void = { _ in }) throws -> Bench {
        var configuration = BenchConfiguration()
        configuration.folders = DataFolders(environment: ["HOME": home.path])
        configuration.labPort = 0
        configuration.command = "test"
        change(&configuration)
        return try Bench(configuration)
    }

    /// Fires and waits; the request's row as the log has it.
    private func fire(_ bench: Bench, _ address: String) throws -> RequestDigest {
        let fired = try bench.fire(Firing(address))
        fired.wait()
        return try digest(bench, fired.number)
    }

    private func digest(_ bench: Bench, _ number: Int) throws -> RequestDigest {
        let key = RequestKey(recording: bench.log.recording.id, number: number)
        return try #require(try bench.log.reader().request(key)).digest
    }

    @Test func whatIsFiredIsRecorded() throws {
        let bench = try bench()
        defer { bench.close() }
        let good = try fire(bench, "good")
        #expect(good.status == 200)
        #expect(good.scenario == "good")
        #expect(good.client == "system")
        let expired = try fire(bench, "https://expired.lab.test/")
        #expect(expired.code == .dateExpired)
        #expect(expired.refusal == .weRefusedServer)
        #expect(expired.number == good.number + 1)
    }

    @Test func theServersOwnVerdictBelongsToTheRequest() throws {
        let bench = try bench()
        defer { bench.close() }
        let seen = Mutex<[Event]>([])
        let observation = bench.observe { event in
            if case .labVerdict = event.kind { seen.withLock { $0.append(event) } }
        }
        let fired = try bench.fire(Firing("mutual"))
        fired.wait()
        let event = try Waiting.value("the lab's verdict") { seen.withLock { $0.first } }
        #expect(event.request == fired.number)
        guard case .labVerdict(let facts) = event.kind else { return }
        #expect(facts.scenario == "mutual")
        withExtendedLifetime(observation) {}
    }

    /// Its events come before it can be had: who shows that it starts is told again when it is up.
    @Test func whenTheLabIsUpItIsSaid() throws {
        var configuration = BenchConfiguration()
        configuration.folders = DataFolders(environment: ["HOME": home.path])
        configuration.labPort = 0
        let isUp = Mutex(false)
        let host = Mutex<LabHost?>(nil)
        let lab = LabHost(configuration: configuration, sink: { _ in }) {
            let started = host.withLock { $0?.started != nil }
            isUp.withLock { $0 = started }
        }
        host.withLock { $0 = lab }
        lab.start()
        defer { lab.stop() }
        try Waiting.until("the news") { isUp.withLock { $0 } }
    }

    @Test func aFlippedSwitchIsObeyedByTheNextRequest() throws {
        let bench = try bench { $0.profile.answersKept = .reuse }
        defer { bench.close() }
        #expect(try fire(bench, "good").status == 200)
        #expect(try fire(bench, "good").challenges.isEmpty)
        var profile = bench.profile
        profile.whenTrusted = .cancel
        let change = PolicyChange(name: "when trusted", from: "policy", to: "cancel", by: "you")
        bench.adopt(profile, changes: [change])
        let refused = try fire(bench, "good")
        #expect(refused.refusal == .weRefusedServer)
        #expect(refused.client == "system+2")
        let rows = try bench.log.reader().requests(limit: 10).rows
        #expect(rows.last?.changesBefore.map(\.change) == [change])
    }

    @Test func anAnchorFileIsReadAgainWhenItChanges() throws {
        let bench = try bench()
        defer { bench.close() }
        let lab = try bench.waitForLab()
        let path = try home.write("anchor.pem", text: "nothing yet")
        var profile = ClientProfile()
        profile.anchors = AnchorChoice(includesSystem: false, files: [path])
        bench.adopt(profile)
        #expect(throws: Problem.self) { try bench.fire(Firing("good")) }
        let root = try Data(contentsOf: URL(fileURLWithPath: lab.rootPEMPath))
        try home.write("anchor.pem", root)
        #expect(try fire(bench, "good").status == 200)
    }

    @Test func systemAnchorsOfTheLabAreItsPublicRoot() throws {
        let bench = try bench()
        defer { bench.close() }
        let inside = try bench.prepare(ClientProfile(), inLab: true)
        #expect(inside.systemAnchors == "lab \"public\" root")
        #expect(inside.anchors.system == [try bench.waitForLab().publicRoot])
        let outside = try bench.prepare(ClientProfile(), inLab: false)
        #expect(outside.systemAnchors.hasPrefix("system ("))
        #expect(!outside.anchors.system.contains(try bench.waitForLab().publicRoot))
    }

    @Test(arguments: [
        (Disposition.useCredential, true), (.performDefaultHandling, false), (.cancelAuthenticationChallenge, false),
        (.rejectProtectionSpace, false),
    ])
    func aHeldServerTrustChallengeIsAnsweredByHand(answer: Disposition, isAccepted: Bool) throws {
        let bench = try bench()
        defer { bench.close() }
        bench.hold(.all)
        let fired = try bench.fire(Firing("expired"))
        let item = try Waiting.value("a held challenge") { bench.heldChallenges.first }
        #expect(item.key == HeldItem.Key(request: fired.number, challenge: 1))
        #expect(bench.decision(for: item).evaluation?.code == .dateExpired)
        #expect(bench.answer(item, answer, by: "you") == nil)
        fired.wait()
        let row = try digest(bench, fired.number)
        #expect(row.status == (isAccepted ? 200 : nil))
        #expect(row.refusal == (isAccepted ? nil : .weRefusedServer))
        #expect(row.challenges.first?.by == "you")
        #expect(bench.heldChallenges.isEmpty)
        #expect(bench.answer(item, answer, by: "you")?.code == .challengeLateAnswer)
    }

    @Test(arguments: ["alice", "bob"])
    func aHeldIdentityChallengeTakesEitherIdentity(subject: String) throws {
        let bench = try bench()
        defer { bench.close() }
        bench.hold(.all)
        let fired = try bench.fire(Firing("mutual"))
        let first = try Waiting.value("server trust") { bench.heldChallenges.first }
        #expect(bench.answer(first, .performDefaultHandling, by: "you") == nil)
        let second = try Waiting.value("client certificate") {
            bench.heldChallenges.first { $0.key.challenge == 2 }
        }
        #expect(second.trustBefore?.evaluation?.verdict == .accept)
        let offers = bench.decision(for: second).offers
        let offer = try #require(offers.first { $0.identity.subject == subject })
        #expect(offer.fits == (subject == "alice"))
        #expect(bench.answer(second, .useCredential, identity: offer.identity, by: "you") == nil)
        fired.wait()
        let row = try digest(bench, fired.number)
        #expect(row.challenges.last?.identity == subject)
        #expect((row.status == 200) == (subject == "alice"))
        #expect((row.refusal == .serverRefusedIdentity) == (subject == "bob"))
    }

    @Test func aHeldChallengeIsJudgedAgainWhenTheClientChanges() throws {
        let bench = try bench()
        defer { bench.close() }
        bench.hold(.all)
        let fired = try bench.fire(Firing("wrong-host"))
        let item = try Waiting.value("a held challenge") { bench.heldChallenges.first }
        #expect(bench.decision(for: item).evaluation?.verdict == .refuse)
        bench.adopt(try #require(Presets.named("F2c")).profile(bundle: bench.bundle))
        #expect(bench.decision(for: item).evaluation?.verdict == .accept)
        bench.answerAsPolicy(item, by: "you")
        fired.wait()
        #expect(try digest(bench, fired.number).status == 200)
    }

    @Test func withoutAPersonNobodyIsAsked() throws {
        let bench = try bench { $0.profile.identity = .ask }
        defer { bench.close() }
        let row = try fire(bench, "mutual")
        #expect(bench.heldChallenges.isEmpty)
        #expect(row.code == .clientNone)
    }

    @Test func invalidatingCancelsWhatRuns() throws {
        let bench = try bench()
        defer { bench.close() }
        let fired = try bench.fire(Firing("never-answers"))
        bench.invalidate(reason: "test")
        fired.wait()
        #expect(try digest(bench, fired.number).refusal == .stopped)
        #expect(try fire(bench, "good").status == 200)
    }

    @Test func stoppingEndsOneRequest() throws {
        let bench = try bench()
        defer { bench.close() }
        let fired = try bench.fire(Firing("never-answers"))
        #expect(bench.stop(fired.number, by: "you"))
        fired.wait()
        #expect(try digest(bench, fired.number).refusal == .stopped)
        try Waiting.until("the request to be forgotten") { !bench.stop(fired.number, by: "you") }
    }

    @Test func recordedChallengesAreJudgedAsAnotherClient() throws {
        let bench = try bench()
        defer { bench.close() }
        let fired = try bench.fire(Firing("wrong-host"))
        fired.wait()
        let log = try bench.log.reader()
        let key = RequestKey(recording: bench.log.recording.id, number: fired.number)
        var facts: ChallengeFacts?
        for case .challengeReceived(let found) in try log.events(of: key).map(\.kind) { facts = found }
        let challenge = try #require(facts)
        let question = try #require(challenge.question)
        let certificates = try log.certificates(challenge.chain + question.systemAnchors)
        func verdict(_ name: String) throws -> Verdict? {
            let profile = try #require(Presets.named(name)).profile(bundle: bench.bundle)
            return bench.judge(challenge, certificates: certificates, as: profile)?.evaluation?.verdict
        }
        #expect(try verdict("system") == .refuse)
        #expect(try verdict("F2c") == .accept)
        #expect(try verdict("F2cr") == .refuse)
        #expect(try verdict("any") == .accept)
        #expect(bench.judge(challenge, certificates: [:], as: ClientProfile()) == nil)
        // A record that lacks an anchor cannot say what would be.
        #expect(!question.systemAnchors.isEmpty)
        let withoutAnchors = certificates.filter { !question.systemAnchors.contains($0.key) }
        #expect(bench.judge(challenge, certificates: withoutAnchors, as: ClientProfile()) == nil)
    }

    /// What one client left out is kept in the record all the same, or the next client would be judged without it.
    @Test func aRecordWithoutTheSystemsAnchorsIsJudgedWithThem() throws {
        let bench = try bench()
        defer { bench.close() }
        var strict = ClientProfile()
        strict.anchors = AnchorChoice(includesSystem: false)
        bench.adopt(strict)
        let fired = try bench.fire(Firing("good"))
        fired.wait()
        let log = try bench.log.reader()
        let key = RequestKey(recording: bench.log.recording.id, number: fired.number)
        var facts: ChallengeFacts?
        for case .challengeReceived(let found) in try log.events(of: key).map(\.kind) { facts = found }
        let challenge = try #require(facts)
        let certificates = try log.certificates(challenge.chain + (challenge.question?.systemAnchors ?? []))
        #expect(bench.judge(challenge, certificates: certificates, as: strict)?.evaluation?.verdict == .refuse)
        #expect(bench.judge(challenge, certificates: certificates, as: ClientProfile())?.evaluation?.verdict == .accept)
    }

    @Test func theBundleIsReadAgainWithinTheSameSecond() throws {
        let bench = try bench()
        defer { bench.close() }
        _ = try bench.waitForLab()
        #expect(bench.bundle.files["client.p12"] != nil)
        let folder = bench.configuration.bundlePath
        let root = try Data(contentsOf: URL(fileURLWithPath: folder + "/lab-ca.cer"))
        try root.write(to: URL(fileURLWithPath: folder + "/mine.cer"))
        guard case .certificate? = bench.bundle.files["mine.cer"] else {
            Issue.record("mine.cer is no certificate")
            return
        }
        try FileManager.default.removeItem(atPath: folder + "/mine.cer")
        #expect(bench.bundle.files["mine.cer"] == nil)
    }

    @Test func identitiesOpenedByHandAreAtHand() throws {
        let bench = try bench()
        defer { bench.close() }
        _ = try bench.waitForLab()
        let path = home.file("copy.p12")
        try FileManager.default.copyItem(atPath: bench.configuration.bundlePath + "/client.p12", toPath: path)
        let wrong = #expect(throws: Problem.self) {
            try bench.openIdentity(path: path, passPhrase: PassPhrase("no"))
        }
        #expect(wrong?.code == .p12MacMismatch)
        let opened = try bench.openIdentity(path: path, passPhrase: PassPhrase("lab"))
        #expect(opened.map(\.subject) == ["alice"])
        #expect(bench.identities.contains { $0.leaf.sha256 == opened.first?.leaf })
    }

    @Test(arguments: [
        ("good", true), ("https://good.lab.test/", true), ("GOOD.lab.test:8443", true), ("example.com", false),
        ("https://127.0.0.1/", false), ("localhost", false), ("goood", false),
    ])
    func namesOfTheLab(address: String, isLab: Bool) { #expect(Bench.namesLab(address) == isLab) }
}
