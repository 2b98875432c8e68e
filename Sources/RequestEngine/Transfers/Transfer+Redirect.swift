import Diagnosis
import Events
import Trust

/// Where a request ends without a transfer, or goes on elsewhere.
extension Transfer {
    /// Ends a request in the clear that App Transport Security refuses.
    func refuseCleartext(_ problem: Problem) {
        recordNoChallenge(because: "refused before any challenge: App Transport Security")
        var outcome = OutcomeFacts(reason: problem.sentence)
        outcome.code = problem.code
        outcome.codes = [problem.code]
        outcome.remedy = problem.remedy
        outcome.clientError = ClientError.cleartextRefused
        conclude(.requestFailed(outcome), outcome, isComplete: false)
    }

    /// Goes on elsewhere when the response says so; false when it is to be taken as it is.
    func followsRedirect() -> Bool {
        guard request.redirectLimit > 0, response.isHeadComplete, let status = response.status,
            Redirection.statuses.contains(status), let location = response.header("location")
        else { return false }
        let met = (job.earlier?.addresses ?? []) + [request.url.description]
        switch Redirection(request, status: status, location: location, met: met) {
        case .follow(let next): return follow(next, status: status, met: met)
        case .refuse(let problem, let error):
            var outcome = OutcomeFacts(reason: problem.sentence)
            outcome.status = status
            outcome.refusal = .undecided
            outcome.code = problem.code
            outcome.codes = [problem.code] + (job.earlier?.codes ?? [])
            outcome.remedy = problem.remedy
            outcome.clientError = error
            conclude(.requestFailed(outcome), outcome, isComplete: false)
            return true
        }
    }

    private func follow(_ next: Request, status: Int, met: [String]) -> Bool {
        var job = job
        job.request = next
        if let client = job.request.onRedirect?(&job.request) { job.client = client }
        let codes = answers.values.flatMap { [$0.trust, $0.identity] }.compactMap { $0 }.flatMap { answer in
            (answer.decision.evaluation?.codes ?? []) + answer.decision.codes
        }
        job.earlier = EarlierHops(
            challenges: challengeCount,
            addresses: met,
            codes: ((job.earlier?.codes ?? []) + codes).uniqued(),
            timeLeft: deadlines.totalLeft
        )
        let target = Sanitizer.line(next.url.description)
        record(.requestRedirected(RedirectFacts(status: status, location: target)))
        leave()
        // To the thread of that address: there its connections are.
        shard.pass(job)
        return true
    }
}
