import Diagnosis

/// What a flow meets besides the challenge itself: outcomes of calls that no chain can bring about.
struct FlowEnvironment: Sendable {
    /// Whether `SecTrustSetAnchorCertificates` fails.
    var settingAnchorsFails = false
}

/// One run of a flow's steps on one challenge.
struct FlowRun {
    /// The challenge.
    enum Challenge {
        /// Server trust, with the trust object.
        case serverTrust(TrustEvaluation)
        /// A client certificate is asked for.
        case clientCertificate(IdentityChooser, [Identity])
    }

    let flow: Flow
    let policy: Policy
    let bundle: BundleSnapshot
    let environment: FlowEnvironment
    private(set) var trust: TrustEvaluation?
    private var chooser: IdentityChooser?
    private var identities: [Identity] = []
    private var host: String

    private(set) var outcome: PathOutcome?
    private(set) var judgement: PolicyJudgement?
    private(set) var answers: [ClientAnswer] = []
    private(set) var steps: [StepTaken] = []
    private(set) var filesRead: [FileRead] = []
    private(set) var codes: [DiagnosisCode] = []
    private(set) var offers: [IdentityOffer] = []
    /// A file's problem that decided.
    private(set) var problem: Problem?
    private(set) var crash: String?
    /// The step that ended the run.
    private(set) var last: FlowStep?
    private var ended = false

    init(_ flow: Flow, _ challenge: Challenge, policy: Policy, bundle: BundleSnapshot, environment: FlowEnvironment) {
        self.flow = flow
        self.policy = policy
        self.bundle = bundle
        self.environment = environment
        switch challenge {
        case .serverTrust(let trust):
            self.trust = trust
            host = trust.request.host ?? ""
        case .clientCertificate(let chooser, let identities):
            self.chooser = chooser
            self.identities = identities
            host = chooser.request.host
            offers = identities.map(chooser.offer)
        }
    }

    /// Takes the steps in order until one of them ends the flow.
    mutating func run() {
        for step in flow.steps where !ended {
            guard holds(step.condition) else { continue }
            last = step
            let result = step.actions.map { perform($0, step) }.filter { !$0.isEmpty }.joined(separator: "; ")
            steps.append(StepTaken(step: deciding(step), result: result))
        }
    }

    /// The step in the form in which decisions name it.
    func deciding(_ step: FlowStep) -> DecidingStep {
        DecidingStep(
            flow: flow.reference.description,
            number: step.number,
            text: step.text,
            defect: step.defect
        )
    }
}

extension FlowRun {
    private func holds(_ condition: FlowCondition) -> Bool {
        switch condition {
        case .always: true
        case .isServerTrust: trust != nil
        case .hostIsDotted: Self.isDotted(host)
        case .fileIsMissing(let name):
            switch bundle.files[name] {
            case nil, .missing?: true
            default: false
            }
        case .fileIsNoCertificate(let name):
            switch bundle.files[name] {
            case .other?, .identities?, .locked?: true
            default: false
            }
        case .settingAnchorsFailed: environment.settingAnchorsFails
        case .isValid: outcome?.holds == true
        case .resultIs(let results): results.contains(outcome?.trustResult ?? .invalid)
        case .policyAccepted: judgement?.verdict == .accept
        case .hasIdentity(let name): first(in: name) != nil
        case .identityFits(let name): fitting(in: name) != nil
        case .not(let condition): !holds(condition)
        case .both(let left, let right): holds(left) && holds(right)
        }
    }

    /// Four groups of one to three digits: what the published pattern looks for.
    static func isDotted(_ host: String) -> Bool {
        let groups = host.split(separator: ".", omittingEmptySubsequences: false)
        return groups.count == 4
            && groups.allSatisfy { 1...3 ~= $0.utf8.count && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
    }

    /// The file that the profile has in the place of a flow's own; nil when its identity is switched off.
    private func identityFile(_ file: String) -> String? {
        guard let chooser else { return file }
        guard case .file(let chosen) = chooser.profile.identity else { return nil }
        return chosen
    }

    private func offers(in file: String) -> [IdentityOffer] {
        guard let file = identityFile(file) else { return [] }
        if case .locked? = bundle.files[file] { return [] }
        return offers.filter { $0.identity.file == file }
    }

    private func first(in file: String) -> IdentityOffer? { offers(in: file).first }

    private func fitting(in file: String) -> IdentityOffer? { offers(in: file).first { $0.fits } }
}

extension FlowRun {
    /// Does one thing and says what came of it.
    private mutating func perform(_ action: FlowAction, _ step: FlowStep) -> String {
        switch action {
        case .read(let name): return read(name)
        case .setAnchors(let names): return setAnchors(names)
        case .evaluate:
            guard var trust else { return "" }
            let outcome = trust.evaluate(trust.sslKind)
            self.trust = trust
            self.outcome = outcome
            return "result \(outcome.trustResult.name)"
        case .askPolicy:
            guard var trust else { return "" }
            let judgement = policy.base.judge(&trust)
            self.trust = trust
            self.judgement = judgement
            outcome = judgement.outcome
            return judgement.verdict == .accept ? "yes" : "no"
        case .answer(let answer):
            ended = true
            return give(answer, step)
        case .useForEachMember(let name): return useForEachMember(equalTo: name, step)
        case .leave:
            ended = true
            codes.append(.challengeNeverAnswered)
            return "returns without an answer"
        case .crash(let what):
            ended = true
            crash = what
            return "crashes: \(what)"
        }
    }

    private mutating func read(_ file: String) -> String {
        guard let name = identityFile(file) else { return "the identity is switched off" }
        let opened = offers.filter { $0.identity.file == name }.map(\.identity)
        let content =
            bundle.files[name] ?? (opened.isEmpty ? .missing(.bundleFileMissing(name: name)) : .identities(opened))
        let read = FileRead(name: name, content)
        filesRead.append(read)
        if let problem = read.problem {
            if self.problem == nil { self.problem = problem }
            codes.append(problem.code)
        }
        return "\(name): \(read.outcome)"
    }

    private mutating func setAnchors(_ names: [String]) -> String {
        let certificates = names.compactMap { name -> Certificate? in
            if case .certificate(let certificate)? = bundle.files[name] { return certificate }
            return nil
        }
        guard certificates.count == names.count, !environment.settingAnchorsFails else { return "not set" }
        trust?.setAnchors(certificates)
        return "\(certificates.count) anchor\(certificates.count == 1 ? "" : "s") set, the system's are off"
    }

    private mutating func useForEachMember(equalTo name: String, _ step: FlowStep) -> String {
        ended = true
        guard case .certificate(let certificate)? = bundle.files[name] else { return "" }
        let equal = outcome?.path?.members.filter { $0 == certificate }.count ?? 0
        answers = (0..<equal).map { _ in ClientAnswer(.useCredential, step: deciding(step)) }
        if equal > 1 { codes.append(.challengeAnsweredTwice) }
        if equal == 0 { codes.append(.challengeNeverAnswered) }
        return "\(equal) member\(equal == 1 ? "" : "s") equal"
    }

    private mutating func give(_ answer: FlowAnswer, _ step: FlowStep) -> String {
        var given: ClientAnswer
        switch answer {
        case .use: given = ClientAnswer(.useCredential)
        case .cancel: given = ClientAnswer(.cancelAuthenticationChallenge)
        case .performDefault: given = ClientAnswer(.performDefaultHandling)
        case .filtered:
            given = ClientAnswer(.performDefaultHandling)
            codes.append(.challengeFiltered)
        case .firstIdentity(let file):
            guard let offer = first(in: file) else { return "" }
            given = ClientAnswer(.useCredential, identity: offer.identity, sends: .leafOnly)
            codes += offer.codes
            if offers(in: file).count > 1 { codes.append(.identityFirstOfMany) }
            if !offer.identity.chain.isEmpty { codes.append(.identityChainDropped) }
            codes.append(.identityPersistenceIgnored)
        case .fittingIdentity(let file):
            guard let offer = fitting(in: file) else { return "" }
            given = ClientAnswer(.useCredential, identity: offer.identity, sends: .chain)
        }
        given.step = deciding(step)
        answers = [given]
        return given.disposition.word
    }
}
