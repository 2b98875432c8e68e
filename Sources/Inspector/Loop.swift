import Diagnosis
import Synchronization
import Terminal

/// Actions on their way to the main thread, from any thread.
final class Mailbox: Sendable {
    private let actions = Mutex<[Action]>([])
    private let wake: @Sendable () -> Void

    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    func post(_ action: Action) {
        let isFirst = actions.withLock { waiting in
            // A change that was not yet seen says no more by being told twice.
            if case .changed = action, waiting.contains(where: \.isChange) { return false }
            waiting.append(action)
            return waiting.count == 1
        }
        if isFirst { wake() }
    }

    func take() -> [Action] {
        actions.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}

extension Action {
    fileprivate var isChange: Bool { if case .changed = self { true } else { false } }
}

/// The one owner of the state: takes actions, runs effects, draws.
@MainActor final class Loop {
    private(set) var state: State
    private(set) var hasEnded = false
    private let mailbox: Mailbox
    private let runner: EffectRunner
    private let clock: () -> Int64
    /// Does what only the screen can do.
    private let onScreen: (Effect) -> Void

    init(
        state: State,
        backend: any InspectorBackend,
        wake: @escaping @Sendable () -> Void,
        clock: @escaping () -> Int64,
        onScreen: @escaping (Effect) -> Void
    ) {
        self.state = state
        mailbox = Mailbox(wake: wake)
        runner = EffectRunner(backend: backend, mailbox: mailbox)
        self.clock = clock
        self.onScreen = onScreen
    }

    /// Loads what the first screen shows.
    func start(urls: [String]) {
        runner.start()
        perform([.loadOverview, .loadClients, .loadIdentities])
        state.loads.running.insert(.overview)
        take(.changed)
        for url in urls { perform([.fire(url)]) }
    }

    /// Applies what was posted; true when something was.
    @discardableResult
    func takePosted() -> Bool {
        let actions = mailbox.take()
        for action in actions { take(action) }
        return !actions.isEmpty
    }

    func take(_ action: Action) {
        state.now = clock()
        perform(Update.apply(action, to: &state))
    }

    /// Puts a line that the program itself wrote into the log.
    func note(_ text: String) { perform([.note(text)]) }

    func post(_ action: Action) { mailbox.post(action) }

    /// How long nothing changes by itself: a clock that is shown ticks ten times a second.
    var patience: Duration? {
        if let telling = state.demo?.told {
            if case .typing = telling.phase { return .milliseconds(20) }
            return .milliseconds(100)
        }
        let isMoving = !state.overview.held.isEmpty || state.overview.running > 0 || state.progress != nil
        if isMoving { return .milliseconds(100) }
        return watchesTheme ? .seconds(1) : nil
    }

    /// Whether the theme's file is to be looked at once a second.
    var watchesTheme: Bool { state.watchesTheme || state.overlay == .themes }

    /// Whether everything asked for has come back.
    var isSettled: Bool { runner.isIdle && state.loads.isIdle }

    private func perform(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .quit: hasEnded = true
            case .bell, .repaint, .suspend, .copy, .page, .theme: onScreen(effect)
            default: runner.run(effect)
            }
        }
    }
}
