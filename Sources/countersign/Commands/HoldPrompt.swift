import Diagnosis
import Events
import Foundation
import Trust
import Workbench

/// Asks a person on the terminal how to answer each challenge of a request: `fire --hold`.
struct HoldPrompt {
    let bench: Bench
    let console: Console

    /// - Throws: `terminal.unusable` when there is nobody to ask.
    static func checkTerminal() throws(Problem) {
        let terminal = Foundation.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else {
            throw Problem(
                .terminalUnusable,
                "--hold asks on the terminal, and there is none.",
                remedy: "Drop --hold; --on-server-trust and --on-client-certificate give answers without asking."
            )
        }
        close(terminal)
    }

    /// Asks until the request has ended.
    func run(until fired: Bench.Fired) {
        let pulse = Pulse()
        bench.observeChanges { pulse.beat() }
        fired.whenFinished { pulse.end() }
        while pulse.wait() {
            for item in bench.heldChallenges where item.key.request == fired.number && item.held.ending == nil {
                ask(item)
            }
        }
    }

    private func ask(_ item: HeldItem) {
        item.held.stopClock()
        let decision = bench.decision(for: item)
        for line in Self.question(item, decision) { console.note(line) }
        while item.held.ending == nil {
            guard let typed = TerminalPrompt.ask(Self.prompt(item)) else {
                console.note("nobody answers: the safe answer is given")
                let safe = item.challenge.safeAnswer
                _ = bench.answer(item, safe.disposition, by: "nobody to ask")
                return
            }
            if answer(item, decision, typed.trimmingCharacters(in: .whitespaces)) { return }
        }
        console.note("held \(item.key.request).\(item.key.challenge): it is over")
    }

    /// Takes one typed answer; false when it has to be asked again.
    private func answer(_ item: HeldItem, _ decision: ClientDecision, _ typed: String) -> Bool {
        if let asked = item.passwordAsked, typed == "u" { return giveUser(item, asked) }
        var identity: IdentitySummary?
        let disposition: Disposition
        switch typed {
        case "p":
            bench.answerAsPolicy(item, by: "you")
            return true
        case "u":
            disposition = .useCredential
            identity = decision.offers.first?.identity
        case "n": disposition = .useCredential
        case "d": disposition = .performDefaultHandling
        case "c": disposition = .cancelAuthenticationChallenge
        case "r": disposition = .rejectProtectionSpace
        case "w" where item.challenge.setup.profile.delegate == .connection: disposition = .continueWithoutCredential
        default:
            guard let number = Int(typed), decision.offers.indices.contains(number - 1) else {
                console.note("p, u, d, c or r" + (decision.offers.isEmpty ? "" : ", n, or the number of an identity"))
                return false
            }
            disposition = .useCredential
            identity = decision.offers[number - 1].identity
        }
        if disposition == .useCredential, let evaluation = decision.evaluation, !confirms(evaluation) { return false }
        if let problem = bench.answer(item, disposition, identity: identity, by: "you") { console.report(problem) }
        return true
    }

    /// Asks for a user and a password and gives them; no user gives those that lie ready, if any.
    private func giveUser(_ item: HeldItem, _ asked: PasswordChallenge) -> Bool {
        let realm = asked.realm.map { " (\(Sanitizer.line($0)))" } ?? ""
        guard let user = TerminalPrompt.ask("user\(realm): ") else { return false }
        let problem: Problem?
        if user.isEmpty {
            problem = bench.answer(item, .useCredential, by: "you")
        } else {
            let password = TerminalPrompt.ask("password: ", echo: false) ?? ""
            problem = bench.answer(item, user: user, password: PassPhrase(password), by: "you")
        }
        if let problem { console.report(problem) }
        return true
    }

    /// What failed or was let by is accepted by a second, deliberate answer only.
    private func confirms(_ evaluation: Evaluation) -> Bool {
        let faults = CheckTally(evaluation).faults
        guard !faults.isEmpty else { return true }
        return TerminalPrompt.ask("u again accepts despite \(faults): ") == "u"
    }

    private static func question(_ item: HeldItem, _ decision: ClientDecision) -> [String] {
        let space = item.challenge.protectionSpace
        let kind = space.authenticationMethod.words
        var lines = ["held \(item.key.request).\(item.key.challenge)  \(kind)  \(space.host):\(space.port)"]
        if let evaluation = decision.evaluation { lines += EvaluationText.checks(evaluation, indent: "  ") }
        if case .clientCertificate(let asked) = item.challenge.question {
            let names = asked.issuers.map(\.shortText).joined(separator: ", ")
            lines.append("  asked for   \(names.isEmpty ? "any issuer" : names)")
        }
        for (number, offer) in decision.offers.enumerated() {
            let fits = offer.fits ? "fits" : "does not fit"
            lines.append("  \(number + 1)  \(offer.identity.file)  \(offer.identity.subject)  \(fits): \(offer.why)")
        }
        let answers = decision.answers.map(\.disposition.word)
        lines.append("  policy      " + (answers.isEmpty ? "no answer, ever" : answers.joined(separator: ", then ")))
        return lines.map(Sanitizer.line)
    }

    private static func prompt(_ item: HeldItem) -> String {
        let isConnection = item.challenge.setup.profile.delegate == .connection
        let fifth = isConnection ? "  w continue without" : ""
        if case .clientCertificate = item.challenge.question {
            return "p policy  u use the first  1.. use that one  n use none  d default  c cancel  r reject\(fifth): "
        }
        return "p policy  u use  d default  c cancel  r reject\(fifth): "
    }
}

// Unchecked: both variables are touched with `condition` locked only.

/// Lets one thread wait until others have news, and tells it when there will be none.
private final class Pulse: @unchecked Sendable {
    private let condition = NSCondition()
    private var news = true
    private var isOver = false

    func beat() { change { news = true } }

    func end() { change { isOver = true } }

    /// Waits for news; false when there will be no more.
    func wait() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while !news, !isOver { condition.wait() }
        news = false
        return !isOver
    }

    private func change(_ body: () -> Void) {
        condition.lock()
        defer { condition.unlock() }
        body()
        condition.broadcast()
    }
}
