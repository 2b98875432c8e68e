import Diagnosis
import Foundation
import Trust
import Workbench

/// `config.json5` in the configuration folder: options that count where the command line does not say otherwise.
///
/// Its keys are the long names of options that `inspect` and `fire` take, their values strings, numbers, `true` for a
/// switch, or arrays where an option may be repeated; `hosts` says which server is shown which identity:
/// `hosts: { "api.bank.test:8443": { identity: "client.p12" } }`. Every fault names file, line and column.
struct ConfigurationFile: Sendable {
    /// Options that make no sense as a standing wish.
    private static let excluded: Set<String> = [
        "help", "version", "json", "script", "open", "request", "data", "hold", "log", "no-log", "header",
    ]

    private struct Entry: Sendable {
        let option: Option
        let value: String
        let position: JSON5Position
    }

    private let entries: [Entry]

    /// The options of any sub-command that the file may set.
    static var options: [Option] {
        Option.all.filter { option in
            !excluded.contains(option.name) && !option.commands.isDisjoint(with: [.inspect, .fire])
        }
    }

    /// Reads the file of the configuration folder; nothing where there is none.
    ///
    /// - Throws: `config.syntax`, `config.key`, `file.unreadable`.
    static func read(_ folders: DataFolders = DataFolders()) throws(Problem) -> ConfigurationFile {
        let path = folders.configuration + "/config.json5"
        guard FileManager.default.fileExists(atPath: path) else { return ConfigurationFile(entries: []) }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw Problem(.fileUnreadable, "\(path) cannot be read.", remedy: "Is it a file that you may read?")
        }
        return try ConfigurationFile(parsing: Array(bytes), file: path)
    }

    private init(entries: [Entry]) { self.entries = entries }

    /// Reads a file's content.
    ///
    /// - Throws: `config.syntax`, `config.key`.
    init(parsing bytes: [UInt8], file: String) throws(Problem) {
        var entries: [Entry] = []
        let known = Self.options
        for member in try JSON5Value(parsing: bytes, file: file).members() {
            if member.key == Self.hosts {
                entries += try Self.hostRules(member.value, folder: (file as NSString).deletingLastPathComponent)
                continue
            }
            guard let option = known.first(where: { $0.name == member.key }) else {
                let names = known.map(\.name) + [Self.hosts]
                throw .configUnknownKey(
                    at: member.keyPosition,
                    key: member.key,
                    nearest: NearestName.to(member.key, among: names),
                    known: names
                )
            }
            for value in try Self.values(member.value, option) {
                entries.append(Entry(option: option, value: value, position: member.value.position))
            }
        }
        self.entries = entries
    }

    private static let hosts = "hosts"

    /// What the hosts of `hosts` are shown, each as the option that says the same; a file may stand beside this one.
    private static func hostRules(_ value: JSON5Value, folder: String) throws(Problem) -> [Entry] {
        var entries: [Entry] = []
        for host in try value.members() {
            for fact in try host.value.members() {
                guard fact.key == Option.identity.name else {
                    let known = [Option.identity.name]
                    let nearest = NearestName.to(fact.key, among: known)
                    throw .configUnknownKey(at: fact.keyPosition, key: fact.key, nearest: nearest, known: known)
                }
                let name = try fact.value.string()
                let beside = folder + "/" + name
                let isBeside = !name.isEmpty && !name.hasPrefix("/") && FileManager.default.fileExists(atPath: beside)
                let text = "\(host.key)=\(isBeside ? beside : name)"
                guard IdentityRule(text: text) != nil else {
                    throw fact.value.unfit("\"\(text)\"", wanted: "HOST[:PORT] as the key, a file as its identity")
                }
                entries.append(Entry(option: .identityRule, value: text, position: fact.value.position))
            }
        }
        return entries
    }

    private static func values(_ value: JSON5Value, _ option: Option) throws(Problem) -> [String] {
        switch value.content {
        case .array(let elements):
            guard option.repeats else { throw value.unfit("an array", wanted: "one value: it is taken once") }
            var all: [String] = []
            for element in elements { all += try values(element, option) }
            return all
        case .boolean(let isOn):
            guard option.value == nil else { throw value.mistyped(option.taken) }
            return isOn ? [""] : []
        case .string(let text):
            guard option.value != nil else { throw value.mistyped("true or false") }
            guard option.choices.isEmpty || option.choices.contains(text) else {
                throw value.unfit("\"\(text)\"", wanted: option.taken)
            }
            return [text]
        case .integer(let number):
            guard option.value != nil else { throw value.mistyped("true or false") }
            let text = String(number)
            guard option.choices.isEmpty || option.choices.contains(text) else {
                throw value.unfit(text, wanted: option.taken)
            }
            return [text]
        case .null, .number, .object, .foreign:
            throw value.mistyped(option.value == nil ? "true or false" : option.taken)
        }
    }

    /// The arguments with what the file says where they say nothing. A client described on the command line is described
    /// there as a whole.
    func completing(_ arguments: Arguments) -> Arguments {
        let describes = arguments.given.contains { $0.option.group == .decision }
        var completed = arguments
        for entry in entries where entry.option.commands.contains(arguments.command) {
            if arguments.has(entry.option) || (describes && entry.option.group == .decision) { continue }
            // One identity for all and rules for hosts exclude each other: the command line's counts.
            let identities = [Option.identity, .identityRule]
            if identities.contains(where: { $0.name == entry.option.name }), identities.contains(where: arguments.has) {
                continue
            }
            completed.add(entry.option, entry.value)
        }
        return completed
    }

    /// A fault of a value that only showed when it was used: the place in the file is added.
    func placing(_ problem: Problem, given arguments: Arguments) -> Problem {
        let codes: Set<DiagnosisCode> = [.optionValue, .optionUnknown, .optionConflict, .pinFormat, .fileMissing]
        guard codes.contains(problem.code) else { return problem }
        let cause = entries.first { entry in
            !arguments.has(entry.option) && !entry.value.isEmpty && problem.sentence.contains(entry.value)
        }
        guard let cause else { return problem }
        return Problem(problem.code, "\(cause.position): \(problem.sentence)", remedy: problem.remedy)
    }
}
