import ChallengeLog
import Diagnosis
import EventSamples
import Events
import Report
import Trust
import Workbench

@testable import Inspector

/// What a person does.
extension FakeBackend {
    func adopt(_ profile: ClientProfile, changes: [PolicyChange]) async {
        change { content in
            content.profile = profile
            content.changes += changes.map { PolicyChangeRow(at: EventSamples.start, $0, recording: Self.recording) }
            content.calls.append("adopt " + changes.map(\.text).joined(separator: ", "))
        }
    }

    func fire(_ text: String) async throws(Problem) -> Int {
        guard text != "ht!tp" else { throw Problem(.urlMalformed, "ht!tp is no URL.") }
        return change { content in Self.fire(text, &content) }
    }

    func fireAgain(_ key: RequestKey, answering answer: RememberedAnswer?) async throws(Problem) -> Int {
        change { content in
            let scenario = content.requests.first { $0.key == key }?.scenario ?? "good"
            content.calls.append("again \(key.number)" + (answer.map { " with \($0.answer)" } ?? ""))
            let number = Self.fire(scenario, &content)
            content.requests[content.requests.count - 1].repeats = key.number
            return number
        }
    }

    func fireAnew(_ key: RequestKey) async throws(Problem) -> Int {
        change { $0.calls.append("anew \(key.number)") }
        return try await fireAgain(key, answering: nil)
    }

    func fireAll() async throws(Problem) -> Int {
        change { content in
            for scenario in Self.scenarios { _ = Self.fire(scenario.name, &content) }
            return Self.scenarios.count
        }
    }

    func stop(_ key: RequestKey) async -> Bool {
        change { content in
            guard let index = content.requests.firstIndex(where: { $0.key == key }) else { return false }
            let wasRunning = Self.digest(content.requests[index])?.isRunning == true
            content.requests[index].held = nil
            if wasRunning { content.requests[index].sample.fail(.stopped, nil, reason: "stopped by you") }
            return wasRunning
        }
    }

    func stopAll() async {
        change { content in
            content.calls.append("stop all")
            content.pageWaits = false
            for index in content.requests.indices where Self.digest(content.requests[index])?.isRunning == true {
                content.requests[index].held = nil
                content.requests[index].sample.fail(.stopped, nil, reason: "stopped by you")
            }
        }
    }

    func drop(connection: Int) async -> Bool {
        change { content in
            content.calls.append("drop \(connection)")
            return true
        }
    }

    func exportLab(to folder: String) async throws(Problem) -> [String] {
        guard folder != "/nowhere" else { throw Problem(.optionValue, "/nowhere cannot be written.") }
        return ["\(folder)/root.pem", "\(folder)/client.p12"]
    }

    func labReport() async -> String {
        content.withLock { $0.clients.map { "\($0.facts.userAgent ?? $0.facts.peer)  TALKED" }.joined(separator: "\n") }
    }
    func stopLab() async { change { $0.hasLab = false } }

    func logKeys(to path: String?) async throws(Problem) {
        guard path != "/nowhere" else { throw Problem(.fileUnreadable, "/nowhere cannot be written.") }
        change { $0.keyLog = path }
    }

    func answer(_ held: HeldKey, _ answer: PersonAnswer) async -> Problem? {
        change { content in
            content.calls.append("answer \(held.request.number).\(held.challenge) \(Self.words(answer))")
            guard let index = content.requests.firstIndex(where: { $0.key == held.request }) else { return nil }
            Self.answer(&content.requests[index], answer)
            return nil
        }
    }

    func stopClock(_ held: HeldKey) async { change { _ = $0.clockStopped.insert(held) } }
    func hold(_ mode: HoldMode) async { change { $0.holding = mode } }

    func remember(_ held: HeldKey, _ disposition: Disposition, identity: IdentitySummary?) async {
        change { content in
            content.calls.append("remember \(held.request.number).\(held.challenge) \(disposition.word)")
            let host = content.requests.first { $0.key == held.request }?.sample.host ?? ""
            let key = HostAnswer.Key(host: host, method: .serverTrust)
            content.hostAnswers.append(HostAnswer(key: key, disposition: disposition, identity: identity))
        }
    }

    func forgetAnswers(of host: String?) async -> Int {
        change { content in
            let before = content.hostAnswers.count
            content.hostAnswers.removeAll { host == nil || $0.key.host == host }
            return before - content.hostAnswers.count
        }
    }

    func invalidate(_ ending: SessionEnding) async { change { $0.calls.append("invalidate \(ending.rawValue)") } }

    func saveLog(as path: String, progress: @escaping LongWork) async throws(Problem) -> String {
        await takeTime(100_000_000, progress)
        guard !content.withLock(\.isSlow) else { throw Problem(.logNotSaved, "It was given up.") }
        guard !path.hasPrefix("/nowhere") else { throw Problem(.fileMissing, "There is no folder /nowhere.") }
        return path
    }

    func openLog(_ path: String, progress: @escaping LongWork) async throws(Problem) {
        await takeTime(100_000_000, progress)
        guard !content.withLock(\.isSlow) else { throw Problem(.fileUnreadable, "It was given up.") }
        guard path.hasSuffix(".countersign") else { throw Problem(.logNotALog, "\(path) is no log.") }
        change { $0.log = LogState(name: path, path: path, isReadOnly: true) }
    }

    func note(_ text: String) async {
        change {
            $0.notes.append(
                EventRow(at: EventSamples.start, kind: "note", summary: text, of: nil, recording: Self.recording)
            )
        }
    }
}
