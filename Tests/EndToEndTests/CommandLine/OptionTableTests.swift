import Testing

@testable import countersign

@Suite struct OptionTableTests {
    @Test func namesAndLettersAreTakenOnce() {
        for command in SubCommand.allCases {
            let names = Option.all.filter { $0.commands.contains(command) }.map(\.name)
            #expect(Set(names).count == names.count)
        }
        let letters = Option.all.compactMap(\.letter)
        #expect(Set(letters).count == letters.count)
    }

    @Test(arguments: Option.all)
    func everyOptionIsComplete(_ option: Option) {
        #expect(!option.commands.isEmpty)
        #expect(option.help.hasSuffix("."))
        #expect(option.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
        // A switch that may be repeated would say nothing more.
        #expect(option.value != nil || !option.repeats)
    }

    @Test(arguments: SubCommand.allCases)
    func theHelpListsExactlyTheOptions(_ name: SubCommand) {
        let lines = HelpText.command(name).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.count <= 80 })
        let listed = lines.filter { $0.hasPrefix("  -") }.map { String($0.dropFirst(2)) }
        let expected = Option.all.filter { $0.commands.contains(name) }.map(\.usage)
        #expect(Set(listed) == Set(expected))
        #expect(listed.count == expected.count)
    }

    @Test func theProgramsHelpListsEverySubCommand() {
        for name in SubCommand.allCases { #expect(HelpText.program.contains("\n  \(name.rawValue)")) }
    }

    @Test(arguments: [
        ([], SubCommand.inspect, []),
        (["https://a.test/"], .inspect, ["https://a.test/"]),
        (["--no-log"], .inspect, ["--no-log"]),
        (["fire", "good"], .fire, ["good"]),
        (["help", "log"], .log, ["--help"]),
        (["inspect", "good"], .inspect, ["good"]),
    ])
    func theFirstWordNamesTheSubCommand(words: [String], name: SubCommand, rest: [String]) throws {
        let split = try CommandLineProgram.split(words)
        #expect(split.0 == name)
        #expect(split.1 == rest)
    }

    @Test(arguments: [["--help"], ["-h"], ["help"]])
    func theProgramsOwnHelp(words: [String]) throws {
        #expect(try CommandLineProgram.split(words).0 == nil)
    }

    @Test(arguments: [
        ([RunStatus.success, .undecided], RunStatus.undecided),
        ([.undecided, .refusedByServer], .refusedByServer),
        ([.refusedByServer, .refused, .success], .refused),
        ([.refused, .badInput, .refusedByServer], .badInput),
        ([], .success),
    ])
    func theWorstStatusCounts(all: [RunStatus], worst: RunStatus) {
        #expect(RunStatus.worst(all) == worst)
        #expect(RunStatus.worst(all.reversed()) == worst)
    }
}
