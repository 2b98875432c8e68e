import Diagnosis

/// One go at a container with one library: MAC, then parts, then keys.
struct PKCS12Attempt {
    let opener: PKCS12Opener
    let container: OpenSSLPKCS12
    let library: OpenSSLLibrary
    var opened: PKCS12Opener.Opened

    private var forms = MatchedForms()
    private var schemes: [EncryptionScheme] = []
    private var rounds = 0

    init(opener: PKCS12Opener, container: OpenSSLPKCS12, library: OpenSSLLibrary, opened: PKCS12Opener.Opened) {
        self.opener = opener
        self.container = container
        self.library = library
        self.opened = opened
    }

    mutating func run() throws(PKCS12Opener.Obstacle) {
        if container.length < opener.bytes.count {
            opened.notes.append(
                "\(DERContent.trailing(opener.bytes.count - container.length)) behind the container ignored"
            )
        }
        if opened.facts.encoding != "DER" { opened.notes.append("BER with indefinite length, not DER") }
        if let mac = container.mac {
            let title = EncryptionScheme.title(mac.digest)
            opened.facts.mac = .init(
                algorithm: mac.pbmac1 == nil ? title : "PBMAC1 \(title)",
                iterations: mac.iterations
            )
        }
        try checkIterations(container.safes.compactMap { if case .encrypted(let scheme) = $0 { scheme } else { nil } })
        try verifyMAC()
        try openSafes()
        try openKeys()
        finish()
    }

    private var given: Bool { opener.passPhrase.map { !$0.isEmpty } ?? false }

    // MARK: The MAC

    private mutating func verifyMAC() throws(PKCS12Opener.Obstacle) {
        guard let mac = container.mac else {
            opened.remarks.append(.p12NoMac(name: opener.name, command: rewritingCommand(writing: "")))
            return
        }
        if !library.has(digest: mac.digest) { throw .missing([EncryptionScheme.title(mac.digest)], isRight: false) }
        let candidates =
            mac.pbmac1 == nil ? PassPhraseForm.utf16(opener.passPhrase) : PassPhraseForm.bytes(opener.passPhrase)
        forms.tried(candidates)
        for _ in candidates { try spend(mac.iterations) }
        if let match = candidates.first(where: { container.verifiesMAC($0) }) {
            forms.mac = match.name
            forms.macIsOdd = given && match.name != candidates.first?.name
            return
        }
        guard given else {
            opened.needsPassPhrase = opener.passPhrase == nil
            throw .problem(.p12NeedsPassPhrase(name: opener.name, wasGiven: opener.passPhrase != nil))
        }
        throw .problem(.p12MacMismatch(name: opener.name, hint: hint(isPBMAC1: mac.pbmac1 != nil)))
    }

    /// What a pass phrase that does not fit may have been meant to be.
    private func hint(isPBMAC1: Bool) -> Problem.PassPhraseHint? {
        let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        var bytes = opener.passPhrase?.bytes ?? []
        defer { SecretBytes.wipe(&bytes) }
        if bytes.first.map(isBlank) == true || bytes.last.map(isBlank) == true {
            var trimmed = Array(bytes.drop(while: isBlank))
            while let last = trimmed.last, isBlank(last) { trimmed.removeLast() }
            let phrase = PassPhrase(bytes: trimmed)
            let candidates = isPBMAC1 ? PassPhraseForm.bytes(phrase) : PassPhraseForm.utf16(phrase)
            return .blanksAtItsEnds(fitsWithout: candidates.contains { container.verifiesMAC($0) })
        }
        return [PassPhraseForm.empty, .none].contains { container.verifiesMAC($0) } ? .emptyOpens : nil
    }

    // MARK: The parts

    private mutating func openSafes() throws(PKCS12Opener.Obstacle) {
        for (index, safe) in container.safes.enumerated() {
            switch safe {
            case .plain:
                let bags = container.bags(ofSafe: index, form: nil) ?? []
                take(bags, scheme: nil)
            case .unreadable:
                opened.notes.append("part \(index + 1) is encrypted for a public key, or of an unknown type: not read")
            case .encrypted(let scheme):
                let scheme = try available(scheme)
                let candidates =
                    scheme.takesUTF16
                    ? PassPhraseForm.utf16(opener.passPhrase) : PassPhraseForm.bytes(opener.passPhrase)
                let container = container
                guard let bags = try decrypt(candidates, scheme, { container.bags(ofSafe: index, form: $0) }) else {
                    throw .problem(partProblem("part \(index + 1) of \(container.safes.count)", candidates))
                }
                take(bags, scheme: scheme)
            }
        }
    }

    /// Tries the forms in order and remembers the one that fits.
    private mutating func decrypt<Result>(
        _ candidates: [PassPhraseForm],
        _ scheme: EncryptionScheme,
        _ body: (PassPhraseForm) -> Result?
    ) throws(PKCS12Opener.Obstacle) -> Result? {
        forms.tried(candidates)
        for candidate in candidates {
            try spend(scheme.iterations)
            guard let result = body(candidate) else { continue }
            forms.matched(candidate, isOdd: given && candidate.name != candidates.first?.name)
            return result
        }
        return nil
    }

    private mutating func partProblem(_ part: String, _ candidates: [PassPhraseForm]) -> Problem {
        if container.mac == nil {
            opened.needsPassPhrase = opener.passPhrase == nil
            return .p12DecryptFailed(name: opener.name, part: part, wasGiven: given)
        }
        return .p12PartDoesNotDecrypt(name: opener.name, part: part, forms: given ? forms.allTried : [])
    }

    private mutating func take(_ bags: [PKCS12Bag], scheme: EncryptionScheme?) {
        var counts = PartCounts()
        for bag in bags {
            switch bag.content {
            case .certificate(let presented):
                if let certificate = presented.certificate {
                    counts.certificates += 1
                    opened.certificates.append(
                        .init(certificate: certificate, name: bag.name, localKeyID: bag.localKeyID)
                    )
                } else {
                    opened.notes.append("a certificate that does not decode was skipped")
                }
            case .key(let key):
                counts.keys += 1
                hasPlainKey = true
                opened.keys.append(.init(key: key, name: bag.name, localKeyID: bag.localKeyID))
            case .encryptedKey: pending.append(bag)
            case .unknownKey: opened.notes.append("a private key of an unknown type was skipped")
            case .revocationList: counts.others["revocation list", default: 0] += 1
            case .secret: counts.others["secret", default: 0] += 1
            case .other: counts.others["unknown entry", default: 0] += 1
            }
        }
        if !counts.isEmpty {
            opened.facts.parts.append(
                .init(holds: counts.text, scheme: scheme?.name, iterations: scheme?.iterations)
            )
        }
    }

    private var pending: [PKCS12Bag] = []
    private var usedKeyPassPhrase = false
    private var hasPlainKey = false

    // MARK: The keys

    private mutating func openKeys() throws(PKCS12Opener.Obstacle) {
        var unopened = 0
        for bag in pending {
            guard case .encryptedKey(let der, let found) = bag.content else { continue }
            let scheme = try available(found)
            opened.facts.parts.append(.init(holds: "private key", scheme: scheme.name, iterations: scheme.iterations))
            let phrases = opener.keyPassPhrase.map { [$0, opener.passPhrase] } ?? [opener.passPhrase]
            let container = container
            var key: PrivateKey?
            for (index, phrase) in phrases.enumerated() where key == nil {
                let candidates = scheme.takesUTF16 ? PassPhraseForm.utf16(phrase) : PassPhraseForm.bytes(phrase)
                key = try decrypt(candidates, scheme) { container.key(der: der, form: $0) }
                if key != nil, index == 0, opener.keyPassPhrase != nil { usedKeyPassPhrase = true }
            }
            if let key {
                opened.keys.append(.init(key: key, name: bag.name, localKeyID: bag.localKeyID))
            } else {
                unopened += 1
            }
        }
        guard unopened > 0 else { return }
        // Nothing has shown that the pass phrase is right: it is as likely to be wrong for all.
        if container.mac == nil, forms.parts.isEmpty {
            throw .problem(partProblem("the private key", []))
        }
        opened.needsKeyPassPhrase = opener.keyPassPhrase == nil
        let problem = Problem.p12KeyPassword(
            name: opener.name,
            subjects: opened.certificates.map(\.certificate.subject.shortText),
            wasGiven: opener.keyPassPhrase != nil
        )
        if opened.keys.isEmpty { throw .problem(problem) }
        opened.remarks.append(problem)
    }

    // MARK: Algorithms

    private mutating func available(_ scheme: EncryptionScheme?) throws(PKCS12Opener.Obstacle) -> EncryptionScheme {
        guard let scheme else { throw .missing(["an algorithm that cannot be read"], isRight: forms.mac != nil) }
        try checkIterations([scheme])
        let missing = scheme.missing(in: library)
        if !missing.isEmpty { throw .missing(missing, isRight: forms.mac != nil) }
        schemes.append(scheme)
        return scheme
    }

    /// Counts the rounds of key derivation that are about to be computed.
    private mutating func spend(_ iterations: Int) throws(PKCS12Opener.Obstacle) {
        rounds = rounds.addingReportingOverflow(max(1, iterations)).partialValue
        guard rounds > opener.maximumRounds || rounds < 0 else { return }
        throw .problem(.p12Iterations(name: opener.name, count: rounds, limit: opener.maximumRounds))
    }

    private mutating func checkIterations(_ schemes: [EncryptionScheme]) throws(PKCS12Opener.Obstacle) {
        let counts = schemes.map(\.iterations) + [container.mac?.iterations ?? 1]
        guard let most = counts.max() else { return }
        if most > PKCS12Opener.maximumIterations {
            throw .problem(
                .p12Iterations(name: opener.name, count: most, limit: PKCS12Opener.maximumIterations)
            )
        }
        let note =
            "\(most) iterations: Windows refuses more than \(PKCS12Opener.windowsIterations) and calls the pass phrase wrong"
        if most > PKCS12Opener.windowsIterations, !opened.notes.contains(note) { opened.notes.append(note) }
    }

    // MARK: What is said about it

    private mutating func finish() {
        // By now it is known how the container opens, and so how it is written anew.
        for index in opened.remarks.indices where opened.remarks[index].code == .p12NoMac {
            opened.remarks[index] = .p12NoMac(name: opener.name, command: rewritingCommand(writing: ""))
        }
        if forms.isOdd {
            opened.remarks.append(
                .p12PasswordEncoding(name: opener.name, mac: forms.mac, parts: forms.parts, tried: forms.allTried)
            )
        }
        opened.facts.passPhraseForm = forms.mac ?? forms.parts.first
        if !given, let form = opened.facts.passPhraseForm { opened.notes.append("opens with \(form)") }
        if library.hasLegacy, let plain = OpenSSLLibrary(legacy: false) {
            var algorithms = schemes.flatMap { $0.missing(in: plain) }
            if let mac = container.mac, !plain.has(digest: mac.digest) { algorithms.append(mac.digest) }
            for algorithm in algorithms where !opened.facts.legacyAlgorithms.contains(algorithm) {
                opened.facts.legacyAlgorithms.append(algorithm)
            }
            if !opened.facts.legacyAlgorithms.isEmpty {
                opened.notes.append(
                    "opened with OpenSSL's legacy provider: \(opened.facts.legacyAlgorithms.joined(separator: ", "))"
                )
            }
        }
        judgeForApple()
    }

    /// Writes the identity anew: with OpenSSL where that reads the container, else with this program.
    private func rewritingCommand(writing: String) -> String {
        let command = FileCommand(opener.name)
        let isOpenSSLs =
            opener.isWholeFile && !forms.isOdd && opened.keys.count <= 1 && !usedKeyPassPhrase
            && container.mac?.pbmac1 == nil
        guard isOpenSSLs else {
            return command.identity(to: "-new.p12", options: writing.isEmpty ? "" : " --for ios17")
        }
        return command.container(reading: library.hasLegacy ? " -legacy" : "", writing: writing)
    }

    private func openers(_ apple: [AppleImport]) -> [FileOpener] {
        var bytes = opener.passPhrase?.bytes ?? []
        defer { SecretBytes.wipe(&bytes) }
        return ContainerOpeners(
            isWholeFile: opener.isWholeFile,
            macDigest: container.mac?.digest,
            isPBMAC1: container.mac?.pbmac1 != nil,
            schemes: schemes,
            isStandardForm: !forms.isOdd,
            isASCII: bytes.allSatisfy { $0 < 0x80 },
            hasKeyPassPhrase: usedKeyPassPhrase,
            hasPlainKey: hasPlainKey,
            legacyAlgorithms: opened.facts.legacyAlgorithms,
            apple: apple
        ).all
    }

    private mutating func judgeForApple() {
        let container = AppleImport.Container(
            macDigest: container.mac?.digest,
            isPBMAC1: container.mac?.pbmac1 != nil,
            schemes: schemes,
            isEmptyAsNothing: given ? nil : forms.mac.map { $0 == PassPhraseForm.none.name }
        )
        let statuses = AppleImport.all(container)
        opened.facts.appleImport = statuses
        if !opened.keys.isEmpty { opened.openers = openers(statuses) }
        let failures = statuses.filter { $0.status != 0 && $0.system.hasPrefix("iOS") }
        // A store of certificates alone is no identity there either.
        guard !failures.isEmpty, !opened.keys.isEmpty else { return }
        opened.remarks.append(
            .p12Apple(
                name: opener.name,
                causes: AppleImport.causes(container),
                results: failures.map { "\($0.status) (\($0.name)) on \($0.system)" },
                looksWrong: failures.contains { $0.status == AppleImport.Status.authFailed.rawValue },
                command: rewritingCommand(writing: " -legacy")
            )
        )
    }
}
