/// One option of the command line: how it is written, what it takes, who takes it, what the help says.
struct Option: Hashable, Sendable {
    /// The heading in the help under which it stands.
    enum Group: String, CaseIterable, Sendable {
        case command = "Options"
        case decision = "What decides"
        case trust = "Trust"
        case transport = "App Transport Security"
        case connection = "Connection"
        case identity = "Identity"
        case log = "Log"
        case general = "General"
    }

    /// The long name without its dashes.
    let name: String
    /// The one-letter form, without its dash.
    let letter: Character?
    /// What its value is called in the help; nil for a switch.
    let value: String?
    /// The values it takes, where they are few and fixed; checked by the parser.
    let choices: [String]
    /// Whether it may be given several times.
    let repeats: Bool
    let group: Group
    /// The sub-commands that take it.
    let commands: Set<SubCommand>
    let help: String

    init(
        _ name: String,
        letter: Character? = nil,
        value: String? = nil,
        choices: [String] = [],
        repeats: Bool = false,
        group: Group = .command,
        commands: Set<SubCommand>,
        help: String
    ) {
        self.name = name
        self.letter = letter
        self.value = value ?? (choices.isEmpty ? nil : choices.joined(separator: "|"))
        self.choices = choices
        self.repeats = repeats
        self.group = group
        self.commands = commands
        self.help = help
    }

    /// As typed: `--anchors`.
    var long: String { "--" + name }

    /// As the help shows it: `-H, --header 'NAME: VALUE'`.
    var usage: String {
        let names = letter.map { "-\($0), \(long)" } ?? long
        return value.map { "\(names) \($0)" } ?? names
    }

    /// What it takes, in words for an error.
    var taken: String {
        guard !choices.isEmpty else { return value ?? "nothing" }
        guard choices.count > 1, let last = choices.last else { return choices.joined() }
        return choices.dropLast().joined(separator: ", ") + " or " + last
    }
}
