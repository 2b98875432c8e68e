import ChallengeLog
import Diagnosis
import Foundation
import Inspector
import Trust
import Workbench

/// `countersign inspect`, and `countersign` alone.
enum InspectCommand: Command {
    static let name = SubCommand.inspect
    static let summary = "Opens the inspector."
    static let synopsis = ["[inspect] [OPTION]... [URL]..."]
    static let details = [
        "With URLs, or names of lab scenarios, they are fired at once; without any, the lab's scenarios are listed, ready "
            + "to fire. Everything is recorded into a log of its own in the log folder, unless --log, --no-log or "
            + "--open say otherwise."
    ]

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        try checkOpen(arguments)
        var inspector = inspectorOptions(arguments)
        try InspectorMain.check(inspector)
        var configuration = try BenchOptions.configuration(
            arguments,
            firing: arguments.operands,
            askingBeforehand: true
        )
        if arguments.operands.isEmpty || arguments.has(.demo) { configuration.startsLab = true }
        configuration.template = try FiringOptions(arguments).firing("")
        var shown: LogFile?
        if let path = arguments.value(.open) { shown = try LogFile.open(ProfileOptions.path(path)) }
        if shown != nil {
            configuration.log = .none
            configuration.startsLab = false
        }
        let bench = try Bench(configuration)
        defer { bench.close() }
        // Only a client that takes files from the bundle has to wait until the lab has filled it.
        if try NamedClient(arguments) != nil, configuration.startsLab { _ = try? bench.waitForLab() }
        let options = try ProfileOptions(arguments, bundle: bench.bundle)
        bench.adopt(options.profile)
        inspector.profile = options.profile
        for remark in options.remarks { bench.note("\(remark.sentence) [\(remark.code)]") }
        let status = try open(inspector, try WorkbenchBackend(bench, showing: shown))
        return RunStatus(rawValue: status) ?? .success
    }

    /// Sub-commands run on the main thread, which is where the screen belongs.
    private static func open(_ options: InspectorOptions, _ backend: WorkbenchBackend) throws(Problem) -> Int32 {
        let result: Result<Int32, Problem> = MainActor.assumeIsolated { () -> Result<Int32, Problem> in
            do {
                return .success(try InspectorMain.run(options, backend: backend))
            } catch {
                return .failure(error as? Problem ?? scriptFailed(options.script, "\(error)"))
            }
        }
        return try result.get()
    }

    private static func scriptFailed(_ script: String?, _ reason: String) -> Problem {
        script.map { Problem(.optionValue, "--script \($0): \(reason)") }
            ?? Problem(.terminalUnusable, "The inspector ended: \(reason)")
    }

    private static func checkOpen(_ arguments: Arguments) throws(Problem) {
        try arguments.exclude(
            .demo,
            .open,
            drop: "A story fires requests, an opened log is read-only: drop one of them."
        )
        try arguments.exclude(.open, .log, drop: "An opened log is read-only: drop --log.")
        if arguments.has(.open), let operand = arguments.operands.first {
            throw .optionConflict(
                Option.open.long,
                operand,
                drop: "With an opened log nothing is fired: drop one of them."
            )
        }
    }

    private static func inspectorOptions(_ arguments: Arguments) -> InspectorOptions {
        var options = InspectorOptions()
        options.urls = arguments.operands
        options.opensLog = arguments.has(.open)
        options.showsDemo = arguments.has(.demo)
        options.theme = arguments.value(.theme)
        options.choose(color: arguments.value(.color))
        options.script = arguments.value(.script)
        options.stateFolder = DataFolders().state
        options.hasCurl = JudgedCommand.isThere("curl")
        options.isPlain = arguments.has(.plain)
        options.isUTF8 = TextWidth.columns(of: "\u{2500}") == 1
        return options
    }
}
