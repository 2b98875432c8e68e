import Diagnosis

/// Opens a container with a pass phrase, an empty one or none, and tells what stands in the way.
struct PKCS12Opener {
    /// More rounds than this are not computed for one key: some seconds.
    static let maximumIterations = 10_000_000
    /// Windows refuses more, and calls the pass phrase wrong.
    static let windowsIterations = 600_000

    /// The file as it was named.
    let name: String
    let bytes: [UInt8]
    /// Whether the bytes are the file's own, so that other programs read it: not decoded from text.
    let isWholeFile: Bool
    let passPhrase: PassPhrase?
    let keyPassPhrase: PassPhrase?
    var legacyProvider: LegacyProvider
    /// More rounds are not computed for all keys of a container and all forms of its pass phrase: its parts may be many.
    var maximumRounds = 50_000_000

    /// What came of it.
    struct Opened {
        var keys: [IdentityPairing.Key] = []
        var certificates: [IdentityPairing.Member] = []
        var facts: PKCS12Facts
        var remarks: [Problem] = []
        var notes: [String] = []
        var problem: Problem?
        /// What other programs make of it.
        var openers: [FileOpener] = []
        /// Whether a pass phrase would be the next thing to try.
        var needsPassPhrase = false
        var needsKeyPassPhrase = false
    }

    func open() -> Opened {
        var opened = openAsAsked()
        // What others make of it does not depend on what was forbidden here.
        if opened.problem?.code == .p12LegacyCipher {
            var other = self
            other.legacyProvider = .auto
            opened.openers = other.openAsAsked().openers
        }
        return opened
    }

    private func openAsAsked() -> Opened {
        var opened = Opened(facts: PKCS12Facts(encoding: "DER"))
        if let item = DERItem(bytes) {
            if item.isIndefinite { opened.facts.encoding = "BER (indefinite length)" }
            if item.isTruncated {
                opened.problem = .p12Truncated(name: name, announced: item.announced, present: bytes.count)
                return opened
            }
        }
        guard let library = OpenSSLLibrary(legacy: legacyProvider == .on) else {
            opened.problem = missingModule([])
            return opened
        }
        switch attempt(with: library, opened) {
        case .ended(let opened): return opened
        case .missing(let algorithms, let isRight): return openWithLegacy(algorithms, isRight: isRight, opened)
        }
    }

    /// A first attempt met algorithms that the default provider does not have.
    private func openWithLegacy(_ algorithms: [String], isRight: Bool, _ start: Opened) -> Opened {
        var opened = start
        switch legacyProvider {
        case .on: opened.problem = .p12UnknownCipher(name: name, algorithms: algorithms, isRight: isRight)
        case .off:
            // Only what the legacy provider has is a matter of loading it.
            let legacy = OpenSSLLibrary(legacy: true)
            let isLegacy = legacy.map { library in algorithms.allSatisfy { library.hasAnything(named: $0) } } ?? true
            opened.problem =
                isLegacy
                ? .p12LegacyCipher(name: name, algorithms: algorithms, isRight: isRight)
                : .p12UnknownCipher(name: name, algorithms: algorithms, isRight: isRight)
        case .auto:
            guard let library = OpenSSLLibrary(legacy: true) else {
                opened.problem = missingModule(algorithms)
                opened.remarks.append(.p12LegacyCipher(name: name, algorithms: algorithms, isRight: isRight))
                return opened
            }
            switch attempt(with: library, start) {
            case .ended(let ended): return ended
            case .missing(let algorithms, let isRight):
                opened.problem = .p12UnknownCipher(name: name, algorithms: algorithms, isRight: isRight)
            }
        }
        return opened
    }

    private func missingModule(_ algorithms: [String]) -> Problem {
        .p12LegacyProviderMissing(name: name, folder: OpenSSLLibrary.moduleFolder, algorithms: algorithms)
    }

    private func attempt(with library: OpenSSLLibrary, _ start: Opened) -> Outcome {
        guard let container = OpenSSLPKCS12(bytes, library: library) else {
            var opened = start
            opened.problem = .p12Malformed(name: name, length: bytes.count, first: Array(bytes.prefix(16)))
            return .ended(opened)
        }
        var attempt = PKCS12Attempt(opener: self, container: container, library: library, opened: start)
        do throws(Obstacle) {
            try attempt.run()
        } catch {
            switch error {
            case .problem(let problem): attempt.opened.problem = problem
            case .missing(let algorithms, let isRight): return .missing(algorithms, isRight: isRight)
            }
        }
        return .ended(attempt.opened)
    }

    private enum Outcome {
        case ended(Opened)
        case missing([String], isRight: Bool)
    }

    /// Why an attempt ended.
    enum Obstacle: Error {
        case problem(Problem)
        /// Algorithms that the library does not have; `isRight` when the MAC verified.
        case missing([String], isRight: Bool)
    }
}
