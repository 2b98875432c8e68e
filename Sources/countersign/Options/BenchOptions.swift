import Diagnosis
import Trust
import Workbench

/// What the options say about engine, log and lab as a whole.
enum BenchOptions {
    /// - Parameters:
    ///   - addresses: what will be fired: the lab is started at once where one of them needs it.
    ///   - beforehand: whether pass phrases are asked for now or never: later a screen owns the terminal.
    /// - Throws: `option.conflict`, `option.value`, and `file.…` codes for a pass-phrase file that cannot be read.
    static func configuration(
        _ arguments: Arguments,
        firing addresses: [String],
        askingBeforehand beforehand: Bool = false
    ) throws(Problem) -> BenchConfiguration {
        try arguments.exclude(.log, .noLog, drop: "Drop one of them.")
        var configuration = BenchConfiguration()
        if let path = arguments.value(.log) { configuration.log = .file(path) }
        if arguments.has(.noLog) { configuration.log = .none }
        configuration.keyLog = arguments.value(.keyLog)
        if let kind = arguments.value(.session) { _ = configuration.chooseSession(kind) }
        try PasswordOptions.read(arguments, into: &configuration)
        configuration.bundle = arguments.value(.bundle)
        configuration.judgedAt = try arguments.date(.at)
        configuration.command = command(arguments)
        let identity = try IdentityOptions(arguments)
        configuration.bundlePassPhrase = identity.passPhrase
        if beforehand {
            let named = arguments.value(.identity).map { (path: $0, file: identity.open($0)) }
            configuration.openIdentity = { path in
                if let named, named.path == path { return named.file }
                return identity.open(path, asking: false)
            }
        } else {
            configuration.openIdentity = { identity.open($0) }
        }
        var readsBundle = false
        if arguments.value(.bundle) == nil, !takesSeveralClients(arguments) {
            readsBundle = try NamedClient(arguments)?.needsBundle() ?? false
        }
        configuration.startsLab = readsBundle || addresses.contains(where: Bench.namesLab)
        // A lab for a request or two takes no port from one that others point their programs at.
        if arguments.command == .fire { configuration.labPort = 0 }
        return configuration
    }

    private static func takesSeveralClients(_ arguments: Arguments) -> Bool {
        [.policy, .matrix, .attack].contains(arguments.command) || arguments.has(.rotate)
    }

    /// The command line for the recording: bodies and header values may be secrets.
    private static func command(_ arguments: Arguments) -> String {
        let secret = Set([Option.header, .body, .jsonBody, .form, .multipart, .curl].map(\.name))
        let options = arguments.given.map { given -> String in
            guard given.option.value != nil else { return given.option.long }
            return given.option.long + " " + (secret.contains(given.option.name) ? "(not recorded)" : given.value)
        }
        return (["countersign", arguments.command.rawValue] + options + arguments.operands).joined(separator: " ")
    }
}
