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
        /// A user and a password are asked for; the identities are at hand all the same.
        case password(PasswordChallenge, [Identity])
    }

    let flow: Flow
    let profile: ClientProfile
    let policy: Policy
    let bundle: BundleSnapshot
    let environment: FlowEnvironment
    let method: AuthenticationMethod
    private(set) var trust: TrustEvaluation?
    /// The policy that a step has set in place of the loader's.
    private var kind: TrustEvaluation.PolicyKind?
    private var chooser: IdentityChooser?
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
    /// What the delegate's filter said; nil when it was not asked.
    private(set) var filter: Bool?
    /// The step that ended the run.
    private(set) var last: FlowStep?
    private var ended = false

    init(
        _ flow: Flow,
        _ challenge: Challenge,
        profile: ClientProfile,
        policy: Policy,
        bundle: BundleSnapshot,
        environment: FlowEnvironment = FlowEnvironment()
    ) {
        self.flow = flow
        self.profile = profile
        self.policy = policy
        self.bundle = bundle
        self.environment = environment
        switch challenge {
        case .serverTrust(let trust):
            self.trust = trust
            method = .serverTrust
            host = trust.request.host ?? ""
        case .clientCertificate(let chooser, let identities):
            self.chooser = chooser
            method = .clientCertificate
            host = chooser.request.host
            offers = identities.map(chooser.offer)
        case .password(let asked, let identities):
            method = asked.method
            host = asked.host
            offers = identities.map {
                IdentityOffer(identity: $0.summary, fits: false, why: "a password is asked for, no certificate")
            }
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
        case .outsideOfTheAnswer: false
        case .isServerTrust: method == .serverTrust
        case .isMethod(let methods): methods.contains(method)
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
        guard method != .serverTrust else { return file }
        guard case .file(let chosen) = profile.identity else { return nil }
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
        case .setPolicy(let policy):
            guard let trust else { return "" }
            kind = policy == .ssl ? trust.sslKind : .basicX509
            return "\(policy.rawValue) set"
        case .setAnchors(let names): return setAnchors(names)
        case .evaluate:
            guard var trust else { return "" }
            let outcome = trust.evaluate(kind ?? trust.sslKind)
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
        case .filter(let passes):
            filter = passes
            if passes { return "canAuthenticateAgainstProtectionSpace: YES" }
            ended = true
            codes.append(.challengeFiltered)
            answers = [ClientAnswer(.performDefaultHandling, step: deciding(step))]
            return "canAuthenticateAgainstProtectionSpace: NO; the loader goes on by itself"
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
        case .useNothing:
            given = ClientAnswer(.useCredential, hasCredential: false)
            codes.append(.challengeNoCredential)
        case .continueWithout: given = ClientAnswer(.continueWithoutCredential, hasCredential: false)
        case .firstIdentity(let file):
            guard let offer = first(in: file) else { return "" }
            given = ClientAnswer(.useCredential, identity: offer.identity, sends: .leafOnly)
            given.persistence = CredentialPersistence(asked: .permanent)
            if method.asksForPassword {
                codes.append(.challengeWrongCredential)
            } else {
                codes += codesOfFirst(offer, among: offers(in: file).count)
            }
        case .fittingIdentity(let file):
            guard let offer = fitting(in: file) else { return "" }
            given = ClientAnswer(.useCredential, identity: offer.identity, sends: .chain)
            given.persistence = CredentialPersistence(asked: .forSession)
            if chooser?.isServerKey(offer.identity) == true { codes.append(.identityIsServerKey) }
        }
        given.step = deciding(step)
        answers = [given]
        return given.disposition.word
    }

    /// What there is to say about an identity that was taken because it is the first.
    private func codesOfFirst(_ offer: IdentityOffer, among count: Int) -> [DiagnosisCode] {
        var codes = offer.codes
        if count > 1 { codes.append(.identityFirstOfMany) }
        if !offer.identity.chain.isEmpty { codes.append(.identityChainDropped) }
        if chooser?.isServerKey(offer.identity) == true { codes.append(.identityIsServerKey) }
        return codes + [.identityPersistenceIgnored]
    }
}
