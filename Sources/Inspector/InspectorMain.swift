import Diagnosis
import Foundation
import Synchronization
import Terminal

/// The inspector's way in.
public enum InspectorMain {
    /// Opens the inspector and returns when the person leaves it.
    ///
    /// It owns the screen and blocks the main thread meanwhile; the back end works on others. Without a usable terminal
    /// the screen never starts; with a script none is needed.
    /// - Returns: the exit status.
    /// - Throws: `terminal.unusable`, `option.unknown` and `file.unreadable` of the theme, and what is wrong with a script.
    @MainActor
    public static func run(_ options: InspectorOptions, backend: any InspectorBackend) throws -> Int32 {
        if let script = options.script { return try runScript(script, options, backend) }
        let environment = ProcessInfo.processInfo.environment
        if options.isPlain { return runPlain(options, backend) }
        var screenOptions = NcursesScreen.Options(environment: environment)
        screenOptions.colorMode = options.color
        let library = ThemeLibrary.standard(environment: environment, executable: executable)
        // A theme that does not exist is said before the screen starts.
        if let name = options.theme { _ = try library.load(name) }
        var hasScreen = false
        do {
            return try NcursesScreen.withTerminal(screenOptions) { screen in
                hasScreen = true
                return try ScreenSession(screen, options, backend, library, environment).run()
            }
        } catch let problem as Problem where problem.code == .terminalUnusable && !hasScreen {
            // A terminal that cannot be drawn on can still be talked to in lines.
            printLine("* \(problem.sentence) Going on in lines, as with --plain.")
            return runPlain(options, backend)
        }
    }

    @MainActor
    private static func runPlain(_ options: InspectorOptions, _ backend: any InspectorBackend) -> Int32 {
        PlainSession(options, backend, input: PlainInput(), printer: printLine).run()
    }

    private static func printLine(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    /// Whether ``run(_:backend:)`` can start: the theme exists, and there is a terminal that can be drawn on.
    ///
    /// - Throws: `terminal.unusable`, `option.unknown` and `file.unreadable` of the theme.
    public static func check(_ options: InspectorOptions) throws(Problem) {
        let environment = ProcessInfo.processInfo.environment
        if let name = options.theme {
            _ = try ThemeLibrary.standard(environment: environment, executable: executable).load(name)
        }
        guard options.script == nil, !options.isPlain else { return }
        let term = environment["TERM"] ?? ""
        if isatty(0) == 0 || isatty(1) == 0 { throw .terminalUnusable(term: term, lacks: .terminal) }
    }

    /// The path of this program, whatever it was called by.
    private static var executable: String {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return path ?? CommandLine.arguments.first ?? ""
    }

    @MainActor
    private static func runScript(
        _ path: String,
        _ options: InspectorOptions,
        _ backend: any InspectorBackend
    ) throws -> Int32 {
        guard let bytes = FileManager.default.contents(atPath: path),
            let text = String(validating: bytes, as: UTF8.self)
        else { throw Problem(.fileUnreadable, "\(path) cannot be read as a script.", remedy: "Name a text file.") }
        let script = try Script(text, file: path)
        let signal = DispatchSemaphore(value: 0)
        var state = State(size: options.scriptSize)
        state.glyphs = options.isUTF8 ? .unicode : .ascii
        let environment = ProcessInfo.processInfo.environment
        state.themes = ThemeLibrary.standard(environment: environment, executable: executable).names
        state.begin(options)
        let loop = Loop(
            state: state,
            backend: backend,
            wake: { signal.signal() },
            clock: Clock.microseconds,
            onScreen: { _ in }
        )
        loop.start(urls: options.urls)
        let runner = ScriptRunner(
            loop: loop,
            script: script,
            file: path,
            sleep: { signal.wait(timeout: .now() + Clock.seconds($0)) == .success },
            save: { name, buffer throws(Problem) in
                let file = "\(options.scriptOutput)/\(name).txt"
                guard FileManager.default.createFile(atPath: file, contents: Data(buffer.snapshot.utf8)) else {
                    throw Problem(.fileUnreadable, "\(file) cannot be written.", remedy: "Choose another folder.")
                }
            }
        )
        try runner.run()
        return 0
    }
}

/// Wall time as the events have it.
enum Clock {
    /// Microseconds since 1970, UTC.
    static func microseconds() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000) }

    static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
