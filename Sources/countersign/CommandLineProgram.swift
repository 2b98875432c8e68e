import Diagnosis
import Foundation
import Report
import Workbench

/// The program as the shell starts it: finds the sub-command, reads its options, runs it.
enum CommandLineProgram {
    /// - Parameter words: what was typed behind the program's name.
    static func run(_ words: [String], _ console: Console = Console()) -> RunStatus {
        let status = attempt(words, console)
        console.flush()
        if let failure = console.failure {
            console.note("countersign: standard output cannot be written: \(failure)")
            return .badInput
        }
        return status
    }

    private static func attempt(_ words: [String], _ console: Console) -> RunStatus {
        do {
            if words == ["help", "--man"] {
                console.write(ManualPage.text)
                return .success
            }
            let (name, rest) = try split(words)
            guard let name else {
                console.print(HelpText.program)
                return .success
            }
            let arguments = try OptionParser(command: name).parse(rest)
            if arguments.has(.help) {
                console.print(HelpText.command(name))
                return .success
            }
            if arguments.has(.version) {
                console.print("countersign \(Product.version)")
                return .success
            }
            return try run(name, arguments, console)
        } catch {
            if words.contains(Option.json.long) { console.print(json: ProblemDocument(error)) }
            console.report(error)
            return .badInput
        }
    }

    /// Runs a sub-command, with what the user's configuration says where it counts.
    private static func run(_ name: SubCommand, _ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus
    {
        guard name == .inspect || name == .fire else { return try name.command.run(arguments, console) }
        let configuration = try ConfigurationFile.read()
        do throws(Problem) {
            return try name.command.run(configuration.completing(arguments), console)
        } catch {
            throw configuration.placing(error, given: arguments)
        }
    }

    /// The sub-command and its words; no sub-command when the program's own help is asked for.
    static func split(_ words: [String]) throws(Problem) -> (SubCommand?, [String]) {
        guard let first = words.first else { return (.inspect, []) }
        if let name = SubCommand(rawValue: first) { return (name, Array(words.dropFirst())) }
        if first == "help" {
            guard words.count > 1 else { return (nil, []) }
            guard let name = SubCommand(rawValue: words[1]) else { throw unknown(words[1]) }
            return (name, [Option.help.long])
        }
        if first == Option.help.long || first == "-h" { return (nil, []) }
        let looksLikeAddress = first.contains { ".:/".contains($0) }
        guard first.hasPrefix("-") || looksLikeAddress else { throw unknown(first) }
        return (.inspect, words)
    }

    private static func unknown(_ word: String) -> Problem {
        .unknownName("sub-command", word, known: SubCommand.allCases.map(\.rawValue), list: "countersign --help")
    }
}
