import Diagnosis
import Trust

extension RequestDigest {
    /// Takes in a further event of this request; false where it says nothing that a row shows.
    @discardableResult
    public mutating func apply(_ event: Event) -> Bool {
        switch event.kind {
        case .connectionStarted: enter(.tcp, event)
        case .connectionOpened: enter(isSecure ? .tls : .wait, event)
        case .connectionReused: enter(.wait, event)
        case .requestRedirected(let facts):
            status = facts.status
            enter(.wait, event)
        case .handshakeMessage(let facts):
            let isHello = facts.name == "ServerHello"
            guard phase == .dns || phase == .tcp || isHello else { return false }
            if phase == .dns || phase == .tcp { enter(.tls, event) }
            if isHello { tls = Sanitizer.line(facts.version) }
        case .secured(let facts):
            tls = Sanitizer.line(facts.version)
            enter(.wait, event)
        case .uploadProgress, .dataProgress: enter(.body, event)
        case .responseReceived(let facts):
            status = facts.status
            enter(.body, event)
        case .alert(let facts):
            if facts.direction == .received, facts.isFatal { alert = Sanitizer.line(facts.name) }
        case .challengeNotRaised(let facts):
            noChallenge = facts
            // A row shows that nobody was asked; what was shown is read from the event.
            noChallenge?.unasked = nil
            if let version = facts.unasked?.challenge.question?.connection?.version { tls = Sanitizer.line(version) }
        case .flowChosen(let facts): flow = facts.flow.description
        case .requestFinished(let facts): end(facts, event, finished: true)
        case .requestFailed(let facts): end(facts, event, finished: false)
        case .challengeReceived(let facts):
            challenges.append(
                ChallengeDigest(number: event.challenge ?? challenges.count + 1, method: facts.method)
            )
            if let version = facts.question?.connection?.version { tls = Sanitizer.line(version) }
            if phase == .dns || phase == .tcp { enter(.tls, event) }
        case .challengeEvaluated(let facts): challenge(event) { $0.evaluated(facts.decision) }
        case .challengeHeld(let facts):
            challenge(event) { if $0.isPending { $0.held(facts, at: event.time) } }
        case .challengeAnswered(let facts):
            challenge(event) { if $0.state != .answered { $0.answered(facts) } }
        case .challengeNeverAnswered:
            challenge(event) { if $0.isPending { $0.state = .silent } }
        case .challengeFiltered:
            challenge(event) { if $0.isPending { $0.state = .filtered } }
        case .requestStarted, .sessionOpened, .sessionInvalidated, .policyChanged, .sessionResumed, .connectionClosed,
            .challengeAnsweredTwice, .challengeAnsweredLate, .flowStep, .fileRead, .identityOpened, .identityRefused,
            .labClientSeen, .labVerdict, .note:
            return false
        }
        return true
    }

    private mutating func enter(_ new: Phase, _ event: Event) {
        guard isRunning, phase != new else { return }
        phase = new
        phaseSince = event.time
    }

    private mutating func challenge(_ event: Event, _ change: (inout ChallengeDigest) -> Void) {
        guard let index = challenges.lastIndex(where: { $0.number == event.challenge }) else { return }
        change(&challenges[index])
    }

    private mutating func end(_ facts: OutcomeFacts, _ event: Event, finished: Bool) {
        guard isRunning else { return }
        ended = event.time
        phase = .ended
        phaseSince = event.time
        hasFinished = finished
        status = facts.status ?? (finished ? status : nil)
        refusal = facts.refusal
        code = facts.code
        reason = Sanitizer.line(facts.reason)
        errorIsAssumed = facts.clientError?.isAssumed == true
    }
}

extension RequestDigest {
    /// Whether an event of this kind could change the digest of a request that has ended.
    public static func isChanged(byLate kind: EventKind) -> Bool {
        switch kind {
        case .alert, .challengeReceived, .challengeEvaluated, .challengeHeld, .challengeAnswered,
            .challengeNeverAnswered, .challengeFiltered, .challengeNotRaised, .flowChosen, .secured, .responseReceived,
            .requestRedirected, .requestFinished, .requestFailed:
            true
        case .requestStarted, .sessionOpened, .sessionInvalidated, .policyChanged, .uploadProgress, .dataProgress,
            .connectionStarted, .connectionOpened, .connectionReused, .sessionResumed, .connectionClosed,
            .handshakeMessage, .challengeAnsweredTwice, .challengeAnsweredLate, .flowStep, .fileRead, .identityOpened,
            .identityRefused,
            .labClientSeen, .labVerdict, .note:
            false
        }
    }
}

extension RequestDigest {
    /// Ends a request that was under way when its recording ended: nothing more will come.
    ///
    /// - Parameter time: of the recording's last event, microseconds since 1970, UTC.
    public mutating func abandon(at time: Int64) {
        guard isRunning else { return }
        ended = time
        phase = .ended
        phaseSince = time
        refusal = .stopped
        reason = "recording ended first"
    }
}
