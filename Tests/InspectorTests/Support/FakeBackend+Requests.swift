import ChallengeLog
import Diagnosis
import EventSamples
import Events
import Terminal
import Trust

@testable import Inspector
@testable import Workbench

extension FakeBackend {
    static let scenarios: [LabScenarioRow] = [
        LabScenarioRow(name: "good", port: 9443, serves: "CA-signed, right name", soundClient: "accepts"),
        LabScenarioRow(name: "expired", port: 9444, serves: "ended 2024-01-01", soundClient: "refuses: date"),
        LabScenarioRow(name: "wrong-host", port: 9445, serves: "the name other.lab.test", soundClient: "refuses: host"),
        LabScenarioRow(name: "self-signed", port: 9446, serves: "itself", soundClient: "refuses: issuer"),
        LabScenarioRow(
            name: "untrusted-root",
            port: 9447,
            serves: "a CA nobody installed",
            soundClient: "refuses: issuer"
        ),
        LabScenarioRow(
            name: "mutual",
            port: 9450,
            serves: "asks for a client certificate",
            soundClient: "two challenges"
        ),
    ]

    static let choices: [ClientChoice] = {
        var pinned = EventSamples.profile
        pinned.name = "F2c"
        pinned.flow = FlowReference("F2c")
        var direct = ClientProfile(name: "F6", policy: .acceptAny)
        direct.flow = FlowReference("F6")
        var repaired = ClientProfile(name: "F6r")
        repaired.flow = FlowReference("F6", repaired: true)
        let steps = [
            DecidingStep(
                flow: "F6",
                number: 1,
                text: "is the host an IPv4 literal?   no: use, unseen",
                defect: "unseen"
            ),
            DecidingStep(flow: "F6", number: 2, text: "read server.cer", defect: "never answers"),
            DecidingStep(flow: "F6", number: 3, text: "basic X.509, anchor := server.cer, evaluate"),
            DecidingStep(flow: "F6", number: 4, text: "if it did NOT succeed: use", defect: "inverted"),
        ]
        return [
            ClientChoice(identifier: "system", title: "system trust", profile: ClientProfile()),
            ClientChoice(identifier: "F2c", title: "pinned CA, AF 4.0", profile: pinned),
            ClientChoice(
                identifier: "F6",
                title: "IP-direct  as published",
                profile: direct,
                steps: steps,
                counterpart: "F6r"
            ),
            ClientChoice(identifier: "F6r", title: "IP-direct  repaired", profile: repaired, counterpart: "F6"),
        ]
    }()

    static func lab(_ content: Content) -> LabStatus {
        let rows = scenarios.map { scenario in
            var row = scenario
            row.wasFired = content.fired.contains(scenario.name)
            return row
        }
        let files = "lab ready. root: lab-root.pem   client.p12, pass phrase \"lab\""
        var status = LabStatus(scenarios: rows, clients: content.clients, files: files)
        status.caught = content.clients.last { $0.isVulnerable && $0.facts.userAgent != nil }.map {
            CaughtClient(agent: $0.facts.userAgent ?? "", scenarios: [$0.facts.scenario])
        }
        return status
    }

    static func digest(_ fired: Fired) -> RequestDigest? { RequestDigest.fold(fired.sample.events) }

    static func rows(_ content: Content) -> [RequestRow] {
        content.requests.compactMap { fired in
            digest(fired).map { digest in
                var digest = digest
                digest.repeats = fired.repeats
                return RequestRow(key: fired.key, digest: digest, changes: fired.changesBefore)
            }
        }
    }

    static func passes(_ row: RequestRow, _ query: LogQuery) -> Bool { query.passes(row.digest, key: row.key) }

    static func held(_ fired: Fired, _ content: Content) -> HeldChallengeRow? {
        guard let number = fired.held else { return nil }
        let challenges = RecordedChallenge.all(in: fired.sample.events)
        guard let challenge = challenges.first(where: { $0.number == number }), let decision = challenge.decision else {
            return nil
        }
        let key = HeldKey(request: fired.key, challenge: number)
        var row = HeldChallengeRow(
            key: key,
            method: "GET",
            url: "https://\(fired.sample.host)/",
            facts: challenge.facts,
            decision: decision.decision,
            deadline: content.clockStopped.contains(key) ? nil : EventSamples.start + 24_000_000,
            safeAnswer: challenge.isServerTrust ? .cancelAuthenticationChallenge : .performDefaultHandling
        )
        row.serverHungUp = content.serverHungUp
        if challenge.isServerTrust {
            for disposition in Disposition.allCases {
                let accepts = disposition == .useCredential
                row.effects[disposition] = AnswerEffect(proceeds: accepts, reason: "decided so")
            }
        } else {
            row.trustBefore = challenges.first?.decision?.decision
        }
        return row
    }

    static func fire(_ text: String, _ content: inout Content) -> Int {
        let number = content.requests.count + 1
        let scenario = scenarios.contains { $0.name == text } ? text : "good"
        let host = scenario == text ? "\(text).lab.test" : text.replacing("https://", with: "")
        var fired = Fired(key: key(number), sample: sample(number, scenario, host, content), scenario: scenario)
        fired.changesBefore = content.changes
        content.changes = []
        content.fired.insert(scenario)
        if content.holding != .off { fired.held = 1 }
        content.requests.append(fired)
        content.calls.append("fire \(text)")
        return number
    }

    private static func sample(_ number: Int, _ scenario: String, _ host: String, _ content: Content) -> SampleRequest {
        if content.holding != .off {
            var sample = SampleRequest(number, host: host)
            sample.connect()
            scenario == "expired"
                ? sample.serverTrust([.date: (.fail, .dateExpired)], leafEndsIn: -412) : sample.serverTrust()
            sample.hold()
            return sample
        }
        switch scenario {
        case "expired" where content.profile.rules == .openssl: return .letBy(number, host: host)
        case "expired": return .refused(number, host: host)
        case "mutual": return .mutual(number, host: host)
        default: return .accepted(number, host: host)
        }
    }

    func loadPage(_ text: String) async throws(Problem) -> PageSheet {
        guard text != "ht!tp" else { throw Problem(.urlMalformed, "ht!tp is no URL.") }
        let numbers = change { content in
            content.calls.append("page \(text)")
            return [text, "https://cdn.example.test"].map { Self.fire($0, &content) }
        }
        while content.withLock(\.pageWaits) { await Task.yield() }
        return Self.page(text, numbers)
    }

    /// A page with a script of another host, and a picture that is not asked for.
    static func page(_ address: String, _ numbers: [Int]) -> PageSheet {
        var page = PageResource(.page, url: "https://\(address).lab.test/", namedBy: nil)
        (page.number, page.way, page.status) = (numbers[0], .new, 200)
        page.challenges = ["server trust use"]
        var script = PageResource(.script, url: "https://cdn.example.test/s.js", namedBy: numbers[0])
        (script.number, script.way, script.isCrossOrigin) = (numbers[1], .reused, true)
        script.why = "reused connection, answer of no. 1"
        var image = PageResource(.image, url: "http://cdn.example.test/i.png", namedBy: numbers[0])
        (image.isMixed, image.code, image.why) = (true, .pageMixedContent, "Not loaded: it comes without TLS.")
        return PageSheet(
            address: address,
            resources: [page, script, image],
            findings: ["page.mixed-content: something comes without TLS."],
            recording: recording
        )
    }

    static func answer(_ fired: inout Fired, _ answer: PersonAnswer) {
        guard let number = fired.held else { return }
        fired.held = nil
        let challenges = RecordedChallenge.all(in: fired.sample.events)
        let decided = challenges.first { $0.number == number }?.decision?.decision.answers.first?.disposition
        let disposition: Disposition
        var identity: IdentitySummary?
        switch answer {
        case .policy: disposition = decided ?? .performDefaultHandling
        case .disposition(let chosen, let given): (disposition, identity) = (chosen, given)
        }
        let isTrust = number == 1
        let proceeds = isTrust ? disposition == .useCredential : disposition != .cancelAuthenticationChallenge
        fired.sample.answer(disposition, proceeds: proceeds, identity: identity, by: "you")
        guard proceeds else {
            fired.sample.fail(
                isTrust ? .weRefusedServer : .weCancelledIdentity,
                .challengeNoCredential,
                reason: "You ended it."
            )
            return
        }
        if isTrust, fired.scenario == "mutual" {
            let offers = [
                IdentityOffer(identity: alice, fits: true, why: "under Lab CA, which is named"),
                IdentityOffer(identity: bob, fits: false, why: "issuer is not the one named"),
            ]
            fired.sample.clientCertificate(offers, ClientAnswer(.useCredential, identity: alice, sends: .leafOnly))
            fired.sample.hold(.performDefaultHandling)
            fired.held = 2
            return
        }
        fired.sample.secure()
        fired.sample.finish(isTrust || identity != nil ? 200 : 400)
    }

    static func words(_ answer: PersonAnswer) -> String {
        switch answer {
        case .policy: "policy"
        case .disposition(let disposition, let identity):
            disposition.word + (identity.map { " \($0.subject)" } ?? "")
        }
    }
}
