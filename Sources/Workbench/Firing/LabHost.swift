import Diagnosis
import Events
import Foundation
import Lab
import Synchronization

/// Starts the lab on a thread of its own, once, and lets others wait for it.
final class LabHost: Sendable {
    private let configuration: BenchConfiguration
    private let sink: @Sendable (Event) -> Void
    private let outcome = Eventually<Result<LabServer, Problem>>()
    private let wasStarted = Mutex(false)
    private let whenDecided: @Sendable () -> Void

    /// - Parameter whenDecided: called, on the lab's starting thread, when the lab is up or cannot be.
    init(
        configuration: BenchConfiguration,
        sink: @escaping @Sendable (Event) -> Void,
        whenDecided: @escaping @Sendable () -> Void
    ) {
        self.configuration = configuration
        self.sink = sink
        self.whenDecided = whenDecided
    }

    /// Begins to start it, unless that was done.
    func start() {
        let isFirst = wasStarted.withLock { started in
            defer { started = true }
            return !started
        }
        guard isFirst else { return }
        let thread = Thread { [self] in
            outcome.bring(make())
            whenDecided()
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// The lab, once it is up.
    ///
    /// - Throws: why it cannot start.
    func wait() throws(Problem) -> LabServer {
        start()
        return try outcome.wait().get()
    }

    /// The lab, if it is up.
    var started: LabServer? { try? outcome.now?.get() }

    /// Why it did not start.
    var problem: Problem? {
        if case .failure(let problem) = outcome.now { problem } else { nil }
    }

    func stop() { started?.stop() }

    private func make() -> Result<LabServer, Problem> {
        do {
            return .success(try LabServer(try labConfiguration(), sink: sink))
        } catch {
            return .failure(error)
        }
    }

    /// Writes the lab's certificates, keys and identities for other programs into a folder; their paths.
    ///
    /// - Throws: `option.value` for a folder that cannot be written or holds such files.
    func export(to folder: String) throws(Problem) -> [String] {
        try LabExport(try labConfiguration(), to: folder).write()
    }

    private func labConfiguration() throws(Problem) -> LabServer.Configuration {
        var lab = LabServer.Configuration(
            recipe: try LabRecipe.installed(),
            dataDirectory: configuration.folders.lab
        )
        lab.bundleDirectory = configuration.bundlePath
        lab.firstPort = configuration.labPort
        return lab
    }
}
