import Diagnosis

/// Reads a sub-command's words in the GNU manner: options and operands in any order, `--name value`, `--name=value`,
/// `-X value`, `-Xvalue`, and `--` before operands that begin with a dash; a negative number is an operand, but for `-4` and
/// `-6` where they are options.
struct OptionParser {
    let command: SubCommand
    let table: [Option]

    init(command: SubCommand, table: [Option] = Option.all) {
        self.command = command
        self.table = table
    }

    /// - Throws: `option.unknown`, `option.value`, `option.conflict`.
    func parse(_ words: [String]) throws(Problem) -> Arguments {
        var arguments = Arguments(command: command)
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                arguments.operands += rest
                break
            }
            if word.hasPrefix("--") {
                try readLong(word, &rest, into: &arguments)
            } else if word.hasPrefix("-"), let second = word.dropFirst().first, !second.isNumber || isSwitch(word) {
                try readShort(word, &rest, into: &arguments)
            } else {
                arguments.operands.append(word)
            }
        }
        return arguments
    }

    /// Whether a dash and a digit are an option of the sub-command, not a number.
    private func isSwitch(_ word: String) -> Bool {
        word.count == 2 && table.contains { $0.letter == word.last && $0.commands.contains(command) }
    }

    private func readLong(_ word: String, _ rest: inout ArraySlice<String>, into arguments: inout Arguments)
        throws(Problem)
    {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0].dropFirst(2))
        let option = try known(String(parts[0])) { $0.name == name }
        try add(option, attached: parts.count > 1 ? String(parts[1]) : nil, &rest, into: &arguments)
    }

    private func readShort(_ word: String, _ rest: inout ArraySlice<String>, into arguments: inout Arguments)
        throws(Problem)
    {
        let letter = word.dropFirst().first
        let option = try known(String(word.prefix(2))) { $0.letter == letter }
        let attached = word.count > 2 ? String(word.dropFirst(2)) : nil
        try add(option, attached: attached, &rest, into: &arguments)
    }

    private func add(
        _ option: Option,
        attached: String?,
        _ rest: inout ArraySlice<String>,
        into arguments: inout Arguments
    ) throws(Problem) {
        guard option.value != nil else {
            if let attached { throw .optionTakesNoValue(option.long, attached) }
            arguments.add(option, "")
            return
        }
        guard let value = attached ?? rest.popFirst() else {
            throw .optionValueMissing(option.long, taken: option.taken)
        }
        guard option.choices.isEmpty || option.choices.contains(value) else {
            throw .optionValue(option.long, value, taken: option.taken)
        }
        if !option.repeats, let first = arguments.value(option), first != value {
            throw .optionConflict(
                "\(option.long) \(first)",
                "\(option.long) \(value)",
                drop: "It is taken once: drop one of them."
            )
        }
        arguments.add(option, value)
    }

    private func known(_ typed: String, _ matches: (Option) -> Bool) throws(Problem) -> Option {
        let mine = table.filter { $0.commands.contains(command) }
        if let option = mine.first(where: matches) { return option }
        if let other = table.first(where: matches) {
            throw Problem(
                .optionUnknown,
                "countersign \(command.rawValue) does not take \(typed).",
                remedy: "It is an option of "
                    + SubCommand.allCases.filter(other.commands.contains).map(\.rawValue).joined(separator: ", ") + "."
            )
        }
        throw .unknownName(
            "option",
            typed,
            known: mine.map(\.long),
            list: "countersign \(command.rawValue) --help"
        )
    }
}
