import Diagnosis
import Foundation

/// Judges the identities at hand against what a server asked for, and answers its challenge.
struct IdentityChooser {
    let request: ClientCertificateRequest
    let profile: ClientProfile
    let bundle: BundleSnapshot

    /// The answer as the profile has it: the identity of its file that fits best, else what is set for that case, where
    /// `use` sends the first one all the same.
    func decide(among identities: [Identity]) -> ClientDecision {
        let offers = identities.map(offer)
        var decision = ClientDecision(answers: [], filesRead: filesRead, offers: offers)
        if case .ask = profile.identity {
            decision.asksPerson = true
            decision.answers = [ClientAnswer(.performDefaultHandling)]
            return decision
        }
        let own = indices(of: offers)
        let chosen = best(offers, among: own) ?? (profile.whenNoIdentity == .use ? own.first : nil)
        guard let index = chosen else {
            decision.answers = [ClientAnswer(.performDefaultHandling)]
            decision.apply(profile.whenNoIdentity)
            return decision
        }
        let offer = offers[index]
        decision.answers = [ClientAnswer(.useCredential, identity: offer.identity, sends: profile.sends)]
        decision.codes = offer.codes + droppedChain(offer.identity)
        decision.apply(profile.whenIdentityFits)
        decision.answers = decision.answers.map {
            var answer = $0
            answer.sends = profile.sends
            return answer
        }
        return decision
    }

    /// The best offer: one that fits; else one whose only fault is its date or usage, which the client would send as well.
    private func best(_ offers: [IdentityOffer], among own: [Int]) -> Int? {
        own.first { offers[$0].fits }
            ?? own.first { number in
                let codes = offers[number].codes
                return !codes.isEmpty && codes.allSatisfy { Self.sentAllTheSame.contains($0) }
            }
    }

    /// The offers that are the profile's own: identities of its file. The others are at hand for a person only.
    private func indices(of offers: [IdentityOffer]) -> [Int] {
        guard case .file(let path) = profile.identity else { return [] }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return offers.indices.filter { offers[$0].identity.file == name }
    }

    private static let sentAllTheSame: Set<DiagnosisCode> = [.clientExpired, .clientPurpose]

    /// The certificates of the file that stay in it.
    func droppedChain(_ identity: IdentitySummary) -> [DiagnosisCode] {
        profile.sends == .leafOnly && !identity.chain.isEmpty ? [.identityChainDropped] : []
    }

    private var filesRead: [FileRead] {
        guard case .file(let name) = profile.identity, let content = bundle.files[name] else { return [] }
        return [FileRead(name: name, content)]
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
