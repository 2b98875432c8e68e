import Diagnosis
import Foundation
import Trust

/// How an identity is opened: key file and pass phrases, which never stand on the command line.
struct IdentityOptions: Sendable {
    private let keyPath: String?
    private let legacyProvider: LegacyProvider
    private let keyPassPhrase: PassPhrase?
    /// The pass phrase from the file or the environment; nil when none was given.
    let passPhrase: PassPhrase?

    /// - Throws: `file.…` codes for a pass-phrase file that cannot be read.
    init(
        _ arguments: Arguments,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(Problem) {
        keyPath = arguments.value(.identityKey)
        legacyProvider = arguments.value(.legacyProvider).flatMap(LegacyProvider.init(rawValue:)) ?? .auto
        keyPassPhrase = environment["COUNTERSIGN_IDENTITY_KEY_PASSWORD"].map { PassPhrase($0) }
        if let path = arguments.value(.identityPasswordFile) {
            switch FileReader.read(path).content {
            case .success(let bytes): passPhrase = PassPhrase(firstLineOf: bytes)
            case .failure(let problem): throw problem
            }
        } else if let given = arguments.pasted.identityPassPhrase {
            passPhrase = given
        } else {
            passPhrase = environment["COUNTERSIGN_IDENTITY_PASSWORD"].map { PassPhrase($0) }
        }
    }

    /// Opens a file; asks on the terminal, where there is one, for a pass phrase that is needed and was not given.
    ///
    /// - Parameter asking: whether the terminal may be used for that.
    func open(_ path: String, asking: Bool = true) -> IdentityFile { opened(path, asking: asking).file }

    /// The same, with the pass phrase that was given or typed.
    func opened(_ path: String, asking: Bool = true) -> (file: IdentityFile, passPhrase: PassPhrase?) {
        let snapshot = FileReader.read(path)
        let key = keyPath.map { FileReader.read($0) }
        var options = IdentityFile.Options(
            passPhrase: passPhrase,
            keyPassPhrase: keyPassPhrase,
            legacyProvider: legacyProvider,
            date: Date()
        )
        var file = IdentityFile(snapshot, key: key, options: options)
        while asking, let missing = file.missing {
            switch missing {
            case .passPhrase where options.passPhrase == nil:
                guard let typed = Self.ask("Pass phrase of \(file.name): ") else { return (file, nil) }
                options.passPhrase = typed
            case .keyPassPhrase where options.keyPassPhrase == nil:
                guard let typed = Self.ask("Pass phrase of the private key of \(file.name): ") else {
                    return (file, options.passPhrase)
                }
                options.keyPassPhrase = typed
            default: return (file, options.passPhrase)
            }
            file = IdentityFile(snapshot, key: key, options: options)
        }
        return (file, options.passPhrase)
    }

    /// The pass phrase of a file that is to be written; asked for on the terminal where there is one.
    ///
    /// - Throws: `option.value` when there is nobody to ask.
    static func newPassPhrase(of path: String) throws(Problem) -> PassPhrase {
        guard let first = ask("New pass phrase of \(path) (empty for none): ") else {
            throw .newFileNeedsPassPhrase(path: path)
        }
        guard let second = ask("The same again: "), first.isSame(as: second) else {
            throw .passPhrasesDiffer(path: path)
        }
        return first
    }

    private static func ask(_ question: String) -> PassPhrase? {
        TerminalPrompt.ask(Sanitizer.line(question), echo: false).map { PassPhrase($0) }
    }
}
