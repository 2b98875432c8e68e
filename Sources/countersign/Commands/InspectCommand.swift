import ChallengeLog
import Diagnosis
import Foundation
import Inspector
import Workbench

/// `countersign inspect`, and `countersign` alone.
enum InspectCommand: Command {
    static let name = SubCommand.inspect
    static let summary = "Opens the inspector."
    static let synopsis = ["[inspect] [OPTION]... [URL]..."]
    static let details = [
        "With URLs, or names of lab scenarios, they are fired at once; without any, the lab's scenarios are listed, ready "
            + "to fire. Everything is recorded into a log of its own in the log folder, unless --log or --no-log say "
            + "otherwise."
    ]

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        var options = InspectorOptions()
        options.urls = arguments.operands
        options.theme = arguments.value(.theme)
        options.choose(color: arguments.value(.color))
        options.script = arguments.value(.script)
        options.isUTF8 = TextWidth.columns(of: "\u{2500}") == 1
        // What is wrong with the terminal or a theme is said before anything is started or recorded.
        try InspectorMain.check(options)
        return try open(arguments, options)
    }

    private static func open(_ arguments: Arguments, _ options: InspectorOptions) throws(Problem) -> RunStatus {
        var configuration = try BenchOptions.configuration(
            arguments,
            firing: arguments.operands,
            askingBeforehand: true
        )
        let opened = try log(arguments, &configuration)
        if opened == nil, arguments.operands.isEmpty { configuration.startsLab = true }
        let bench = try Bench(configuration)
        defer { bench.close() }
        let profile = try ProfileOptions(arguments, bundle: bench.bundle)
        bench.adopt(profile.profile)
        let backend = try WorkbenchBackend(bench, showing: opened)
        do {
            let status = try MainActor.assumeIsolated { try InspectorMain.run(options, backend: backend) }
            return status == 0 ? .success : .interrupted
        } catch {
            throw error as? Problem ?? Problem(.terminalUnusable, "The inspector ended: \(error).")
        }
    }

    /// The log to be shown read-only, if one is to be opened; nothing is recorded then.
    private static func log(
        _ arguments: Arguments,
        _ configuration: inout BenchConfiguration
    ) throws(Problem) -> LogFile? {
        guard let path = arguments.value(.open) else { return nil }
        try arguments.exclude(.open, .log, drop: "An opened log is not recorded into.")
        guard arguments.operands.isEmpty else {
            throw .optionConflict(Option.open.long, "a URL", drop: "Nothing is fired in an opened log.")
        }
        configuration.log = .none
        configuration.startsLab = false
        return try LogFile.open(path)
    }
}
