import Diagnosis
import Foundation

/// Judges the identities at hand against what a server asked for, and answers its challenge.
struct IdentityChooser {
    let request: ClientCertificateRequest
    let profile: ClientProfile
    let bundle: BundleSnapshot

    /// The answer as the profile has it: the identity of its file that fits best, else what is set for that case, where
    /// `use` sends the first one all the same. Where there are rules, one of them has to name the server.
    func decide(among identities: [Identity]) -> ClientDecision {
        let offers = identities.map(offer)
        let (file, rule) = chosenFile
        var decision = ClientDecision(answers: [], filesRead: read(file), offers: offers)
        if case .ask = profile.identity, rule == nil {
            decision.asksPerson = true
            decision.answers = [ClientAnswer(.performDefaultHandling)]
            return decision
        }
        decision.codes = rule.map { [$0.code] } ?? []
        let own = indices(of: offers, in: file)
        let chosen = best(offers, among: own) ?? (profile.whenNoIdentity == .use ? own.first : nil)
        guard let index = chosen else {
            decision.choice = [rule?.sentence, noneSentence(own.map { offers[$0] })].compactMap { $0 }
                .joined(separator: " ")
            answerWithout(&decision)
            return decision
        }
        let offer = offers[index]
        decision.choice = [rule?.sentence, sentence(for: offer.identity, among: offers)].compactMap { $0 }
            .joined(separator: " ")
        decision.answers = [ClientAnswer(.useCredential, identity: offer.identity, sends: profile.sends)]
        decision.codes += offer.codes + droppedChain(offer.identity)
        if isServerKey(offer.identity) { decision.codes.append(.identityIsServerKey) }
        decision.apply(profile.whenIdentityFits, profile.delegate)
        decision.answers = decision.answers.map {
            var answer = $0
            answer.sends = profile.sends
            if answer.identity != nil { answer.persistence = CredentialPersistence(asked: .forSession) }
            return answer
        }
        return decision
    }

    /// What the client answers when it has nothing to show: its policy's own answer, unless one was set by hand.
    private func answerWithout(_ decision: inout ClientDecision) {
        guard profile.whenNoIdentity == .default else {
            decision.answers = [ClientAnswer(.performDefaultHandling)]
            decision.apply(profile.whenNoIdentity, profile.delegate)
            return
        }
        switch profile.policy.base.answerToOthers(profile.delegate) {
        case .disposition(let disposition)?:
            decision.answers = [ClientAnswer(disposition, hasCredential: false)]
            if disposition == .useCredential { decision.codes.append(.challengeNoCredential) }
        case .never?: decision.codes.append(.challengeNeverAnswered)
        case .crash(let what)?: decision.crash = what
        case nil: decision.answers = [ClientAnswer(.performDefaultHandling)]
        }
    }

    /// The file whose identities may be shown, and what the rules say about it, where there are any.
    private var chosenFile: (file: String?, rule: Problem?) {
        let rules = profile.identityRules.filter(\.isOn)
        guard !profile.identityRules.isEmpty else {
            if case .file(let path) = profile.identity { return (path, nil) }
            return (nil, nil)
        }
        let server = (host: request.host, port: request.port)
        let fits = rules.map { ($0, $0.fit(host: server.host, port: server.port)) }
        if let (rule, _) = fits.first(where: { $0.1 == .applies }) {
            return (rule.file, .ruleMatches(rule: rule.pattern, file: rule.file, host: server.host, port: server.port))
        }
        return (
            nil,
            .noRuleMatches(
                rules: fits.map { ($0.0.pattern, $0.1 == .otherPort ? "port" : "host") },
                host: server.host,
                port: server.port
            )
        )
    }

    /// Why an identity goes out, or none does.
    func sentence(for chosen: IdentitySummary?, among offers: [IdentityOffer]) -> String? {
        guard let chosen else { return offers.isEmpty ? nil : noneSentence(offers) }
        guard let offer = offers.first(where: { $0.identity == chosen }) else { return nil }
        let words = "\(chosen.subject) of \(chosen.file)"
        return offer.fits
            ? "\(words) is sent: \(offer.why)." : "\(words) is sent, although it does not fit: \(offer.why)"
    }

    private func noneSentence(_ own: [IdentityOffer]) -> String {
        guard !own.isEmpty else { return "No identity is at hand for this server, so none is sent." }
        let whys = own.map { "\($0.identity.subject) of \($0.identity.file): \($0.why)" }
        return "None of \(own.count) fits, so none is sent. " + whys.joined(separator: " ")
    }

    /// Whether an identity's key is the server's own.
    func isServerKey(_ identity: IdentitySummary) -> Bool { request.serverKey == identity.publicKey }

    /// The best offer: one that fits; else one whose only fault is its date or usage, which the client would send as well.
    private func best(_ offers: [IdentityOffer], among own: [Int]) -> Int? {
        own.first { offers[$0].fits }
            ?? own.first { number in
                let codes = offers[number].codes
                return !codes.isEmpty && codes.allSatisfy { Self.sentAllTheSame.contains($0) }
            }
    }

    /// The offers that are of a file. The others are at hand for a person only.
    private func indices(of offers: [IdentityOffer], in file: String?) -> [Int] {
        guard let file else { return [] }
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return offers.indices.filter { offers[$0].identity.file == name }
    }

    private static let sentAllTheSame: Set<DiagnosisCode> = [.clientExpired, .clientPurpose]

    /// The certificates of the file that stay in it.
    func droppedChain(_ identity: IdentitySummary) -> [DiagnosisCode] {
        profile.sends == .leafOnly && !identity.chain.isEmpty ? [.identityChainDropped] : []
    }

    private func read(_ file: String?) -> [FileRead] {
        guard let file, let content = bundle.files[file] else { return [] }
        return [FileRead(name: file, content)]
    }

    /// How an identity fits: an issuer of the chain in its file named, key type taken, dates and usage right.
    func offer(_ identity: Identity) -> IdentityOffer {
        var faults: [Problem] = []
        let leaf = identity.leaf
        if leaf.notAfter < request.date {
            faults.append(.identityExpired(subject: leaf.subject.shortText, notAfter: leaf.notAfter, now: request.date))
        } else if leaf.notBefore > request.date {
            faults.append(
                .identityNotYetValid(subject: leaf.subject.shortText, notBefore: leaf.notBefore, now: request.date)
            )
        }
        if let usages = leaf.extendedKeyUsage, !usages.contains(ApplePurposeRule.clientAuth),
            !usages.contains(ApplePurposeRule.any)
        {
            faults.append(
                .identityPurpose(subject: leaf.subject.shortText, found: usages.map(UsageNames.name))
            )
        }
        var notes: [String] = []
        var misfits: [Problem] = []
        if request.issuers.isEmpty {
            notes.append("the server named no issuer")
        } else if let named = issuerNamed(identity) {
            notes.append("\(named) is named")
        } else {
            misfits.append(
                .identityIssuerNotNamed(
                    issuers: ([leaf] + identity.chain).map(\.issuer.shortText),
                    named: request.issuers.map(\.shortText)
                )
            )
        }
        let all = misfits + faults
        var whys = all.map(\.sentence)
        if !request.keyTypes.isEmpty, !request.keyTypes.contains(keyType(leaf)) {
            whys.append("Its key is \(leaf.key), and the server takes \(request.keyTypes.joined(separator: ", ")).")
        }
        if whys.isEmpty {
            notes += [leaf.key.curve ?? leaf.key.description, "ends \(UTC.day(leaf.notAfter))"]
            return IdentityOffer(identity: identity.summary, fits: true, why: notes.joined(separator: ", "))
        }
        return IdentityOffer(
            identity: identity.summary,
            fits: false,
            why: whys.joined(separator: " "),
            codes: all.map(\.code)
        )
    }

    private func issuerNamed(_ identity: Identity) -> String? {
        let named = Set(request.issuers.map(\.der))
        // A server that names the root is served by a leaf whose chain in the file leads up to it.
        let match = ([identity.leaf] + identity.chain).first { named.contains($0.issuer.der) }
        return match.map(\.issuer.shortText)
    }

    private func keyType(_ leaf: Certificate) -> String { leaf.key.algorithm == "RSA-PSS" ? "RSA" : leaf.key.algorithm }
}

extension FileRead {
    /// What reading a file of the bundle gave.
    init(name: String, _ content: BundleSnapshot.Content) {
        switch content {
        case .certificate(let certificate):
            self.init(name: name, outcome: "a certificate: \(certificate.subject.shortText)")
        case .other(let problem): self.init(name: name, outcome: "no certificate", problem: problem)
        case .missing(let problem): self.init(name: name, outcome: "nil", problem: problem)
        case .identities(let identities):
            let count = identities.count
            self.init(name: name, outcome: "\(count) identit\(count == 1 ? "y" : "ies")")
        case .locked(let problem): self.init(name: name, outcome: "does not open", problem: problem)
        }
    }
}
