import Diagnosis
import Foundation

/// What is in a file that was to hold identities: PKCS#12, or PEM with key and certificates, or certificates whose key is
/// in a file of its own.
public struct IdentityFile: Sendable {
    /// What opening it takes.
    public struct Options: Sendable {
        /// The pass phrase; nil when none was given, which differs from an empty one.
        public var passPhrase: PassPhrase?
        /// The private key's own pass phrase, where it has one.
        public var keyPassPhrase: PassPhrase?
        /// Whether old containers may use the legacy provider.
        public var legacyProvider: LegacyProvider
        /// The time at which dates are looked at; nil looks at none.
        public var date: Date?

        /// Options of known parts.
        public init(
            passPhrase: PassPhrase? = nil,
            keyPassPhrase: PassPhrase? = nil,
            legacyProvider: LegacyProvider = .auto,
            date: Date? = nil
        ) {
            self.passPhrase = passPhrase
            self.keyPassPhrase = keyPassPhrase
            self.legacyProvider = legacyProvider
            self.date = date
        }
    }

    /// Which pass phrase would be the next thing to ask for.
    public enum Missing: Hashable, Sendable {
        /// The file's.
        case passPhrase
        /// The private key's own.
        case keyPassPhrase
    }

    /// The file's name, without its folder.
    public let name: String
    /// How it is written; nil when it could not be read.
    public internal(set) var format: FileFormat?
    /// The identities, in the order of the keys; empty when `problem` says why.
    public internal(set) var identities: [Identity] = []
    /// Every certificate in it, in the order of the file, those of the identities included.
    public internal(set) var certificates: [Certificate] = []
    /// How the PKCS#12 container is made; nil for other formats.
    public internal(set) var container: PKCS12Facts?
    /// What is odd and does not stop its use: `p12.apple`, `file.leaf-not-first`, `client.expired`.
    public internal(set) var remarks: [Problem] = []
    /// What was skipped or converted, in plain words.
    public internal(set) var notes: [String] = []
    /// Why there is no identity; nil when there is one.
    public internal(set) var problem: Problem?
    /// What other programs make of the file with the pass phrase at hand; empty where that is not known.
    public internal(set) var openers: [FileOpener] = []
    /// The pass phrase that was not given and would be needed; nil when none is missing.
    public internal(set) var missing: Missing?

    /// Opens a file of identities.
    ///
    /// - Parameters:
    ///   - key: the file with the private key, where it is not in the same one.
    public init(_ snapshot: FileSnapshot, key: FileSnapshot? = nil, options: Options = Options()) {
        name = snapshot.name
        switch snapshot.content {
        case .failure(let problem): self.problem = problem
        case .success(let bytes):
            var judgement = IdentityFileJudgement(snapshot: snapshot, bytes: bytes, key: key, options: options)
            judgement.run(into: &self)
        }
    }

    /// The identities, or why there are none.
    ///
    /// - Throws: `problem`.
    public func usableIdentities() throws(Problem) -> [Identity] {
        if let problem { throw problem }
        return identities
    }

    /// What `SecPKCS12Import` returns for the file with the pass phrase at hand, by system.
    public var appleImport: [AppleImport] {
        if let container, !container.appleImport.isEmpty { return container.appleImport }
        return problem.map { AppleImport.all(for: $0) } ?? []
    }

    /// The code that decided, then those of the remarks, each once.
    public var codes: [DiagnosisCode] { Problem.codes(problem, remarks) }
}
