import Diagnosis
import Foundation
import Terminal

/// The inspector on a real terminal: keys in, frames out, until the person leaves.
@MainActor final class ScreenSession {
    private let screen: NcursesScreen
    private let library: ThemeLibrary
    private let environment: [String: String]
    private let urls: [String]
    private var theme = Theme.mono
    private var themeChanged: Date?
    private var lastLook = ContinuousClock.now - .seconds(2)
    private var loop: Loop?
    private var wanted: [Effect] = []
    private var errorsRead: Int64 = 0
    private let backend: any InspectorBackend
    private let clipboard: Clipboard
    private let savedState: String?

    init(
        _ screen: NcursesScreen,
        _ options: InspectorOptions,
        _ backend: any InspectorBackend,
        _ library: ThemeLibrary,
        _ environment: [String: String]
    ) throws(Problem) {
        self.screen = screen
        self.library = library
        self.environment = environment
        self.backend = backend
        urls = options.urls
        clipboard = Clipboard(environment: environment, file: options.stateFolder.map { $0 + "/copied.txt" })
        savedState = options.stateFolder.map { $0 + "/inspector.json" }
        let name = ThemeLibrary.choice(
            option: options.theme,
            configured: nil,
            hasColors: screen.colorDepth != .mono
        )
        var state = State(size: screen.size)
        state.glyphs = screen.glyphs
        state.secondsFromUTC = TimeZone.current.secondsFromGMT()
        state.themes = library.names
        state.theme = name
        state.begin(options)
        if let savedState {
            let isFresh = options.urls.isEmpty && !options.opensLog && !options.showsDemo
            state.restore(SavedState(file: savedState), isFresh: isFresh)
        }
        if let notice = screen.notice { state.message = Message(notice, role: .warn) }
        let loaded = try library.load(name)
        theme = loaded.theme
        if let problem = loaded.problems.first { state.message = Message(problem) }
        loop = Loop(
            state: state,
            backend: backend,
            wake: { NcursesScreen.wake() },
            clock: Clock.microseconds,
            onScreen: { [weak self] effect in self?.wanted.append(effect) }
        )
    }

    /// Runs until the person leaves.
    func run() -> Int32 {
        guard let loop else { return 0 }
        defer { if let savedState { SavedState(loop.state).write(to: savedState) } }
        loop.start(urls: urls)
        var isDirty = true
        var lastDrawn = ContinuousClock.now - .seconds(1)
        // Frames that wait for nothing: what a key asked for is shown as soon as it comes.
        var answers = 0
        while !loop.hasEnded {
            let sinceDrawn = ContinuousClock.now - lastDrawn
            if isDirty, sinceDrawn >= Self.frame || answers > 0 {
                if sinceDrawn < Self.frame { answers -= 1 }
                draw(loop)
                isDirty = false
                lastDrawn = .now
            }
            // Under load at most thirty frames a second; idle, none.
            let timeout = isDirty ? max(.zero, Self.frame - sinceDrawn) : loop.patience
            switch screen.next(timeout: timeout) {
            case .key(let key):
                loop.take(.key(key))
                lastDrawn = .now - Self.frame
                answers = Self.answersOfAKey
            case .resize(let size): loop.take(.resize(size))
            case .wake: loop.takePosted()
            case .timeout:
                if isDirty { continue }
                loop.take(.tick(Clock.microseconds()))
            case .resumed:
                screen.repaint()
                loop.take(.resize(screen.size))
            case .terminate, .hangup: return 130
            }
            performWanted(loop)
            reloadTheme(loop)
            readErrors(loop)
            isDirty = true
        }
        return 0
    }

    private static let frame = Duration.milliseconds(33)
    /// A window of a list and the request that is selected in it.
    private static let answersOfAKey = 2

    private func draw(_ loop: Loop) {
        let frame = Frame(loop.state)
        screen.draw(frame.buffer, theme: theme, cursor: frame.cursor)
        let path = loop.state.overview.log.path
        screen.setCrashNote(path.isEmpty ? "Nothing was recorded to a file." : "The log is safe: \(path)")
    }

    private func performWanted(_ loop: Loop) {
        let effects = wanted
        wanted = []
        for effect in effects {
            switch effect {
            case .bell: screen.beep()
            case .repaint: screen.repaint()
            case .suspend: screen.suspend()
            case .theme(let name): load(name, loop)
            case .copy(let text, let what): copy(text, what, loop)
            case .page(let text): page(text, loop)
            default: break
            }
        }
    }

    /// Shows the theme anew when its file was saved, while somebody works on it.
    private func reloadTheme(_ loop: Loop) {
        guard loop.watchesTheme, lastLook + .seconds(1) <= .now else { return }
        lastLook = .now
        let changed = library.changed(loop.state.theme)
        if let changed, let before = themeChanged, changed != before { load(loop.state.theme, loop) }
        themeChanged = changed
    }

    private func load(_ name: String, _ loop: Loop) {
        do throws(Problem) {
            let loaded = try library.load(name)
            theme = loaded.theme
            themeChanged = library.changed(name)
            loop.take(.theme(name))
            let isPreview = loop.state.overlay == .themes && loaded.problems.isEmpty
            if !isPreview {
                loop.take(.report(loaded.problems.first.map { Message($0) } ?? Message("theme \(name)")))
            }
        } catch {
            loop.take(.report(Message(error)))
        }
    }

    private func copy(_ text: String, _ what: String, _ loop: Loop) {
        let isKept = clipboard.keep(text)
        let sequence = clipboard.sequence(for: text)
        if let sequence { FileHandle.standardOutput.write(Data(sequence.utf8)) }
        loop.take(.report(clipboard.report(what: what, isSent: sequence != nil, isKept: isKept)))
    }

    /// Shows text in the user's pager or editor, from a private file that is removed afterwards.
    private func page(_ text: String, _ loop: Loop) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("countersign-\(UUID().uuidString)")
        let file = folder.appendingPathComponent("text.txt")
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            try Data(text.utf8).write(to: file)
        } catch {
            loop.take(.report(Message("the file to be shown could not be written in \(folder.path)", role: .error)))
            return
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        let viewer = Viewer(environment: environment)
        let status = screen.leave { system(viewer.line(for: file.path)) }
        screen.repaint()
        if let complaint = viewer.complaint(status) { loop.take(.report(complaint)) }
    }

    /// What was written to standard error meanwhile goes into the log, where it can be read.
    private func readErrors(_ loop: Loop) {
        let (text, next) = screen.errorOutput(from: errorsRead)
        guard next > errorsRead else { return }
        errorsRead = next
        for line in text.split(separator: "\n") where !line.isEmpty { loop.note(String(line)) }
    }
}
