import ChallengeLog
import Events
import Diagnosis
import Terminal
import Trust

extension Update {
    /// Opens the panel on the selected request's held challenge, else on the oldest.
    mutating func openHoldPanel() {
        let held = state.overview.held
        guard let row = held.first(where: { $0.key.request == state.list.selected }) ?? held.first else { return }
        state.overlay = nil
        state.strip = nil
        state.list.follows = false
        if state.list.selected != row.key.request {
            state.list.selected = row.key.request
            if let index = state.list.page.rows.firstIndex(where: { $0.key == row.key.request }) {
                state.list.scroll.cursor = state.list.page.offset + index
            }
        }
        state.hold = HoldPanel(key: row.key)
        let best = HoldView.offers(row, state).firstIndex(where: \.fits)
        state.hold?.identity = best ?? 0
        state.scrolls[.hold] = nil
        effects.append(.loadIdentities)
    }

    /// Answers; what would accept despite something waits for the same key once more.
    mutating func answer(_ intent: Intent) {
        guard let panel = state.hold, let row = state.heldInPanel else { return }
        let isIdentity = row.facts.method == .clientCertificate
        let offers = isIdentity ? HoldView.offers(row, state) : []
        if isIdentity, intent == .useCredential, !offers.indices.contains(panel.identity) {
            ask(.identityFile)
            return
        }
        if panel.armed != intent, HoldView.despite(intent, row, panel, state) != nil {
            state.hold?.armed = intent
            return
        }
        let answer: PersonAnswer
        if let disposition = intent.disposition {
            let sends = isIdentity && intent == .useCredential
            answer = .disposition(disposition, identity: sends ? offers[panel.identity].identity : nil)
        } else {
            answer = .policy
        }
        state.hold = nil
        let number = row.key.request.number
        let word = intent.disposition?.word ?? "what the policy says"
        if panel.standsForHost { stand(row, intent, answer) }
        if row.serverHungUp {
            let remembered = RememberedAnswer(challenge: row.key.challenge, answer: answer)
            effects.append(.fireAgain(row.key.request, remembered))
            state.message = Message("\(number): connecting again, to answer \(word)")
        } else {
            effects.append(.answer(row.key, answer))
            state.message = Message("\(number): challenge \(row.key.challenge) answered \(word)")
        }
    }

    /// The answer stands for the host from now on; what the policy says takes back what stood.
    private mutating func stand(_ row: HeldChallengeRow, _ intent: Intent, _ answer: PersonAnswer) {
        switch answer {
        case .policy: effects.append(.forgetAnswers(host: row.facts.host))
        case .disposition(let disposition, let identity):
            effects.append(.remember(row.key, disposition, identity))
            remember(.standing(host: row.facts.host))
        }
    }

    mutating func answerAll() {
        for held in state.overview.held { effects.append(.answer(held.key, .policy)) }
        state.message = Message("\(Words.count(state.overview.held.count, "challenge")) answered as the policy says")
        state.hold = nil
    }

    mutating func lookFirst() {
        guard let key = state.hold?.key else { return }
        state.hold = nil
        state.pane = .detail
        state.challenge = key.challenge
        state.scrolls[.detail] = nil
    }

    mutating func chooseIdentity(by step: Int) {
        guard let panel = state.hold, let row = state.heldInPanel else { return }
        state.hold?.armed = nil
        guard row.facts.method == .clientCertificate else { return }
        let last = HoldView.offers(row, state).count
        state.hold?.identity = min(max(0, panel.identity + step), last)
    }

    // MARK: Another file of identities

    mutating func opened(_ path: String, _ identities: [IdentitySummary]) {
        for identity in identities where !state.identities.contains(where: { $0.leaf == identity.leaf }) {
            state.identities.append(identity)
        }
        state.message = Message("\(path): \(Words.count(identities.count, "identity", plural: "identities")) opened")
        effects.append(.loadOverview)
        guard let row = state.heldInPanel, let first = identities.first else { return }
        let offers = HoldView.offers(row, state)
        state.hold?.identity = offers.firstIndex { $0.identity.leaf == first.leaf } ?? 0
    }

    /// Three tries for a pass phrase; what is wrong with the file otherwise is said at once.
    mutating func failed(_ path: String, _ attempt: Int, _ problem: Problem) {
        state.message = Message(problem)
        guard Self.asksForPassPhrase.contains(problem.code) else { return }
        if attempt < 3 {
            let message = attempt == 0 ? nil : state.message
            ask(.passPhrase(path: path, attempt: attempt + 1))
            state.prompt?.fault = message.map { Prompt.Fault(reason: $0.text, offset: 0) }
        } else {
            state.message = Message("given up after three tries: \(problem)", role: .error)
        }
    }

    private static let asksForPassPhrase: Set<DiagnosisCode> = [
        .p12MacMismatch, .p12DecryptFailed, .p12KeyPassword,
    ]
}
