import Diagnosis
import Foundation

/// What was given on the command line: the options with their values, and the operands.
struct Arguments: Sendable {
    let command: SubCommand
    var operands: [String] = []
    private(set) var given: [(option: Option, value: String)] = []
    /// What came with a pasted command line and is no option.
    var pasted = PastedRequest()

    init(command: SubCommand) { self.command = command }

    mutating func add(_ option: Option, _ value: String) { given.append((option, value)) }

    /// The same with one policy or flow in the place of those given, and without operands.
    func asking(_ option: Option, _ value: String) -> Arguments {
        var arguments = withoutOperands
        arguments.given.removeAll { $0.option.name == Option.policy.name || $0.option.name == Option.flow.name }
        arguments.add(option, value)
        return arguments
    }

    /// The same without the options that describe an AFSecurityPolicy.
    var withoutDescription: Arguments {
        let describing = [Option.pinning, .pin, .allowInvalid, .noDomain].map(\.name)
        var arguments = self
        arguments.given.removeAll { describing.contains($0.option.name) }
        return arguments
    }

    /// The same without operands.
    var withoutOperands: Arguments {
        var arguments = self
        arguments.operands = []
        return arguments
    }

    func has(_ option: Option) -> Bool { given.contains { $0.option.name == option.name } }

    /// The value of an option that is taken once.
    func value(_ option: Option) -> String? { given.last { $0.option.name == option.name }?.value }

    /// The values of an option that may be repeated, in their order.
    func values(_ option: Option) -> [String] { given.filter { $0.option.name == option.name }.map(\.value) }

    /// The whole number given for an option.
    ///
    /// - Throws: `option.value` when it is none or out of range.
    func number(_ option: Option, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = value(option) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .optionValue(
                option.long,
                text,
                taken: "a whole number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    /// The time given for an option.
    ///
    /// - Throws: `option.value` when it is none.
    func date(_ option: Option) throws(Problem) -> Date? {
        guard let text = value(option) else { return nil }
        guard let date = UTC.date(rfc3339: text) else {
            throw .optionValue(option.long, text, taken: "a time in RFC 3339, as 2026-11-30T12:00:00Z")
        }
        return date
    }

    /// Refuses two switches that exclude each other.
    ///
    /// - Throws: `option.conflict`.
    func exclude(_ first: Option, _ second: Option, drop: String) throws(Problem) {
        if has(first), has(second) { throw .optionConflict(first.long, second.long, drop: drop) }
    }
}
