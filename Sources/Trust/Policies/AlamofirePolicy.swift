import Diagnosis

/// Alamofire 5's server trust evaluation: one evaluator, or a manager that maps hosts to evaluators
/// (ServerTrustEvaluation.swift).
public struct AlamofirePolicy: TrustPolicy {
    /// `alamofire`
    public static let kind = "alamofire"

    /// The evaluator, when there is no manager.
    public var evaluator: AlamofireEvaluator?
    /// The manager's table: exact host names.
    public var hosts: [String: AlamofireEvaluator]?
    /// Whether the manager refuses hosts that are not in its table; yes unless set.
    public var allHostsMustBeEvaluated: Bool?

    /// An evaluator for every host.
    public init(evaluator: AlamofireEvaluator) { self.evaluator = evaluator }

    /// A manager.
    public init(hosts: [String: AlamofireEvaluator], allHostsMustBeEvaluated: Bool = true) {
        self.hosts = hosts
        self.allHostsMustBeEvaluated = allHostsMustBeEvaluated
    }

    /// `Alamofire 5`
    public var title: String { "Alamofire 5" }

    /// The evaluator's name, or how many hosts have one.
    public var words: [PolicyWord] {
        if let hosts { return [PolicyWord("\(hosts.count) host\(hosts.count == 1 ? "" : "s")")] }
        guard let evaluator else { return [PolicyWord("no evaluator")] }
        return [PolicyWord(evaluator.name, loosens: evaluator.loosens)]
    }

    /// Looks the evaluator up and runs it.
    public func judge(_ trust: inout TrustEvaluation) -> PolicyJudgement {
        let host = trust.request.host ?? ""
        if let found = hosts.map({ $0[host] }) ?? evaluator {
            return AlamofireRun(evaluator: found).judge(&trust)
        }
        let step = DecidingStep(flow: "Alamofire 5", number: 0, text: "look the host up in the manager's table")
        guard let hosts, allHostsMustBeEvaluated ?? true else {
            return PolicyJudgement(
                .notPinned,
                step: step,
                outcome: trust.system,
                pin: .notAsked("no evaluator for this host"),
                because: "the manager has no evaluator for this host and demands none: default handling applies",
                lettingBy: { _ in "Alamofire does not ask" }
            )
        }
        return PolicyJudgement(
            .refuse,
            step: step,
            objection: .init(check: .policy, problem: .noEvaluator(host: host, known: hosts.keys.sorted())),
            failureReason: "noRequiredEvaluator",
            lettingBy: { _ in "no evaluator was asked" }
        )
    }
}

/// What Alamofire does with other challenges, and how it shows a refusal (SessionDelegate.swift, AFError.swift).
extension AlamofirePolicy {
    /// Pins for every evaluator that compares some.
    public mutating func take(pins: [Pin]) {
        evaluator = evaluator?.taking(pins)
        hosts = hosts?.mapValues { $0.taking(pins) }
    }

    /// After a failure the protection space is rejected; before, a credential is used where there is one.
    public func answer(to challenge: PasswordChallenge, _ delegate: ClientDelegate) -> ClientAnswer {
        if challenge.previousFailureCount > 0 { return ClientAnswer(.rejectProtectionSpace, hasCredential: false) }
        let uses = challenge.hasProposedCredential
        return ClientAnswer(uses ? .useCredential : .performDefaultHandling, hasCredential: uses)
    }

    /// The request keeps the evaluator's error, so that the app does not see the cancelled task.
    public func errorsElsewhere(_ evaluation: Evaluation) -> [ErrorElsewhere] {
        guard let reason = evaluation.failureReason else { return [] }
        let name = "serverTrustEvaluationFailed(\(reason))"
        return [ErrorElsewhere("Alamofire's response", ClientError(domain: "Alamofire.AFError", code: 0, name: name))]
    }
}
