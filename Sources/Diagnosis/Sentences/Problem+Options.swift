extension Problem {
    /// A name that does not exist: an option, sub-command, policy, flow, scenario, theme …
    ///
    /// - Parameters:
    ///   - what: what kind of name it is: `option`, `flow`.
    ///   - text: the name as typed.
    ///   - known: the names that exist; the nearest one is given as the hint.
    ///   - list: how to see them all: `countersign flow`.
    public static func unknownName(
        _ what: String,
        _ text: String,
        known: some Sequence<String>,
        list: String? = nil
    ) -> Problem {
        var remedies: [String] = []
        if let nearest = NearestName.to(text, among: known) { remedies.append("Did you mean \(nearest)?") }
        if let list { remedies.append("\"\(list)\" shows all there are.") }
        return Problem(
            .optionUnknown,
            "There is no \(what) \"\(text)\".",
            remedy: remedies.isEmpty ? nil : remedies.joined(separator: " ")
        )
    }

    /// A value that an option does not take.
    ///
    /// - Parameter taken: what it takes: `1.0, 1.1, 1.2 or 1.3`.
    public static func optionValue(_ option: String, _ value: String, taken: String) -> Problem {
        Problem(.optionValue, "\(option) does not take \"\(value)\".", remedy: "It takes \(taken).")
    }

    /// An option without the value that it needs.
    public static func optionValueMissing(_ option: String, taken: String) -> Problem {
        Problem(.optionValue, "\(option) stands without its value.", remedy: "It takes \(taken).")
    }

    /// A value for an option that takes none.
    public static func optionTakesNoValue(_ option: String, _ value: String) -> Problem {
        Problem(.optionValue, "\(option) is a switch and takes no value, but \"\(value)\" was given.")
    }

    /// Two options, or two settings, that exclude each other.
    ///
    /// - Parameter drop: which one to drop, and why.
    public static func optionConflict(_ first: String, _ second: String, drop: String) -> Problem {
        Problem(.optionConflict, "\(first) and \(second) exclude each other.", remedy: drop)
    }

    /// An option that means something beside another one only.
    public static func optionNeeds(_ option: String, other: String) -> Problem {
        Problem(
            .optionConflict,
            "\(option) means nothing without \(other).",
            remedy: "Add \(other), or drop \(option)."
        )
    }

    /// An operand that is missing.
    public static func operandMissing(_ command: String, wanted: String) -> Problem {
        Problem(.optionValue, "\(command) needs \(wanted).", remedy: "\"\(command) --help\" shows how it is used.")
    }

    /// An operand too many.
    public static func operandUnexpected(_ command: String, _ text: String, wanted: String) -> Problem {
        Problem(.optionValue, "\(command) does not take \"\(text)\".", remedy: "It takes \(wanted).")
    }
}
