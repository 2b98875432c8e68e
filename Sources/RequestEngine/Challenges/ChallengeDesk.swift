import Diagnosis
import Events
import Reactor
import Trust

/// Puts challenges to their responders and brings the answers back to the gate; confined to the shard's thread.
final class ChallengeDesk {
    /// Runs a job on the desk's thread, from any thread.
    typealias Submit = @Sendable (_ job: @escaping @Sendable (ChallengeDesk) -> Void) -> Void

    private let loop: EventLoop
    private let recorder: Recorder
    private let submit: Submit
    private let decisions: DecisionMaker
    private let canHold: () -> Problem?
    private var open: [UInt64: PendingChallenge] = [:]
    private var lastID: UInt64 = 0

    init(
        loop: EventLoop,
        recorder: Recorder,
        decisions: DecisionMaker,
        canHold: @escaping () -> Problem?,
        submit: @escaping Submit
    ) {
        self.loop = loop
        self.recorder = recorder
        self.decisions = decisions
        self.canHold = canHold
        self.submit = submit
    }

    /// Asks the transfer's responder. When this returns, the gate has the answer, or the handshake is to be suspended.
    func raise(_ challenge: Challenge, of transfer: Transfer, on connection: Connection) {
        lastID += 1
        let id = lastID
        let context = transfer.context(connection: connection.number, challenge: challenge.number)
        let box = AnswerBox { [submit] delivery, box in
            submit { desk in desk.arrived(delivery, id: id, challenge: challenge, context: context, box: box) }
        }
        let pending = PendingChallenge(
            id: id,
            challenge: challenge,
            transfer: transfer,
            connection: connection,
            box: box
        )
        open[id] = pending
        Self.ask(transfer.responder, pending)
        let deliveries = box.finishCollecting()
        for delivery in deliveries { handle(delivery, pending, context) }
        if deliveries.isEmpty { hold(pending, context) }
        pending.isRaising = false
    }

    /// The connection of a challenge is gone, or the server has left: what was held cannot be answered any more.
    func lose(on connection: Connection, isServerTrust: Bool? = nil, _ ending: HeldChallenge.Ending) {
        for pending in open.values where pending.connection === connection && pending.password == nil {
            if let isServerTrust, pending.isServerTrust != isServerTrust { continue }
            forget(pending, ending)
        }
    }

    /// A request has ended: what it was still asked for a password needs no answer any more.
    func lose(of transfer: Transfer, _ ending: HeldChallenge.Ending) {
        for pending in open.values where pending.transfer === transfer && pending.password != nil {
            forget(pending, ending)
        }
    }

    /// Whether a challenge of a connection's handshake waits.
    func isWaiting(on connection: Connection) -> Bool {
        open.values.contains { $0.connection === connection && $0.password == nil }
    }

    /// How long the challenge that waits on a connection has been held.
    func timeHeld(on connection: Connection) -> Duration? {
        open.values.first { $0.connection === connection }?.heldSince.map { loop.now - $0 }
    }

    // MARK: Asking

    /// On its own, so that no local keeps the reply alive when the responder has let it go.
    @inline(never)
    private static func ask(_ responder: any ChallengeResponder, _ pending: PendingChallenge) {
        let box = pending.box
        responder.respond(to: pending.challenge, reply: ChallengeReply(clock: pending.clock) { box.deliver($0) })
    }

    private func hold(_ pending: PendingChallenge, _ context: EventContext) {
        if let problem = canHold() {
            recorder.record(.note(ProblemFacts(problem)), context)
            settle(pending, pending.challenge.safeAnswer, identity: nil, by: "no hold", context)
            return
        }
        pending.connection.wasHeld = pending.connection.wasHeld || pending.password == nil
        let limit = pending.transfer.limits.hold
        pending.heldSince = loop.now
        pending.transfer.deadlines.pause()
        let id = pending.id
        pending.clock.start(limit: limit) { [submit] in submit { $0.armTimer(of: id, context) } }
        recorder.record(
            .challengeHeld(HoldFacts(timeout: limit.seconds, safeAnswer: pending.challenge.safeAnswer.disposition)),
            context
        )
        armTimer(of: id, context)
    }

    private func armTimer(of id: UInt64, _ context: EventContext) {
        guard let pending = open[id], pending.heldSince != nil else { return }
        if let timer = pending.timer { loop.cancel(timer) }
        pending.timer = pending.clock.deadline.map { deadline in
            loop.schedule(at: deadline) { [weak self] in self?.timeIsUp(id, context) }
        }
    }

    private func timeIsUp(_ id: UInt64, _ context: EventContext) {
        // The clock may have been stopped while this timer was on its way.
        guard let pending = open[id], let deadline = pending.clock.deadline, deadline <= loop.now else { return }
        let answer = pending.challenge.safeAnswer
        let problem = Problem.challengeTimedOut(
            limit: pending.transfer.limits.hold.words,
            answer: answer.disposition.word
        )
        pending.transfer.remark(problem)
        recorder.record(.note(ProblemFacts(problem)), context)
        settle(pending, answer, identity: nil, by: "time-out", context)
    }

    // MARK: Answers

    private func arrived(
        _ delivery: ChallengeReply.Delivery,
        id: UInt64,
        challenge: Challenge,
        context: EventContext,
        box: AnswerBox
    ) {
        if let pending = open[id] {
            handle(delivery, pending, context)
        } else if case .answer(let answer, _, _, let author) = delivery {
            let facts = AnswerFacts(answer: answer, effect: decisions.effect(answer, challenge), by: author)
            recorder.record(box.isAnswered ? .challengeAnsweredTwice(facts) : .challengeAnsweredLate(facts), context)
        }
    }

    private func handle(_ delivery: ChallengeReply.Delivery, _ pending: PendingChallenge, _ context: EventContext) {
        switch delivery {
        case .answer(let answer, let identity, let password, let author):
            if pending.box.isAnswered {
                let facts = AnswerFacts(answer: answer, effect: decisions.effect(answer, pending.challenge), by: author)
                recorder.record(.challengeAnsweredTwice(facts), context)
            } else {
                settle(pending, answer, identity: identity, password: password, by: author, context)
            }
        case .dropped:
            neverAnswered(pending, context)
        }
    }

    private func neverAnswered(_ pending: PendingChallenge, _ context: EventContext) {
        if let crash = pending.challenge.decision.crash { return crashed(pending, crash, context) }
        let wasHeld = pending.heldSince != nil
        let canWait = canHold() == nil
        let problem = Problem.challengeNeverAnswered(canWait: canWait)
        pending.transfer.neverAnswered(problem)
        recorder.record(.challengeNeverAnswered(ProblemFacts(problem)), context)
        if !canWait { return settle(pending, pending.challenge.safeAnswer, identity: nil, by: "no hold", context) }
        // It is suspended like a held one, but no person is asked: the request's own time goes on.
        pending.heldSince = nil
        if let timer = pending.timer { loop.cancel(timer) }
        pending.clock.end(.requestEnded)
        pending.transfer.deadlines.dropPhaseLimit()
        if wasHeld { pending.transfer.deadlines.run() }
        pending.connection.wasHeld = true
    }

    private func crashed(_ pending: PendingChallenge, _ what: String, _ context: EventContext) {
        let evaluation = pending.challenge.decision.evaluation
        let problem = Problem(
            evaluation?.code ?? .challengeNeverAnswered,
            evaluation?.reason ?? "The app crashes: \(what).",
            remedy: evaluation?.remedy
        )
        recorder.record(.challengeNeverAnswered(ProblemFacts(problem)), context)
        pending.transfer.crashed(problem)
    }

    private func settle(
        _ pending: PendingChallenge,
        _ answer: ClientAnswer,
        identity: Identity?,
        password: PasswordCredential? = nil,
        by author: String,
        _ context: EventContext
    ) {
        guard pending.box.markAnswered() else { return }
        let effect = decisions.effect(answer, pending.challenge)
        let held = pending.heldSince.map { loop.now - $0 }
        recorder.record(
            .challengeAnswered(
                AnswerFacts(answer: answer, effect: effect, by: author, timeHeld: held?.microseconds ?? 0)
            ),
            context
        )
        pending.transfer.answered(pending.challenge, answer, effect)
        let wasSuspended = !pending.isRaising
        forget(pending, author == "time-out" ? .timedOut : .answered(by: author))
        if let asked = pending.password {
            return pending.transfer.obey(answer, effect, given: password, to: asked)
        }
        pending.connection.obey(effect, identity: identity, of: pending)
        if wasSuspended {
            pending.transfer.deadlines.run()
            pending.transfer.kick()
        }
    }

    private func forget(_ pending: PendingChallenge, _ ending: HeldChallenge.Ending) {
        open[pending.id] = nil
        if let timer = pending.timer { loop.cancel(timer) }
        pending.timer = nil
        pending.clock.end(ending)
    }
}
