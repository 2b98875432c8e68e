import Diagnosis
import Events
import Reactor

/// All of the lab's sockets and connections; confined to the lab's thread.
final class LabLoop {
    /// Sends a job back to the lab's thread, from any other.
    typealias Later = @Sendable (@escaping @Sendable (LabLoop) -> Void) -> Void

    /// What a scenario serves, once it is made.
    enum Prepared: Sendable {
        case tls(ServerContext)
        case files(PublishedFiles)
    }

    /// Makes what a scenario serves, on any thread.
    typealias Maker = @Sendable (ScenarioRecipe) throws(Problem) -> Prepared

    private enum Preparation {
        case ready(Prepared)
        /// It is being made elsewhere; these connections wait.
        case preparing(waiting: [Int])
    }

    private let loop: EventLoop
    private let listeners: [LabListener]
    private let site: LabSite
    private let maker: Maker
    private let limits: LabLimits
    private let now: @Sendable () -> Int64
    private let sink: @Sendable (Event) -> Void
    private let buffer = ReadBuffer()
    private var later: Later?
    private var connections: [Int: LabConnection] = [:] {
        didSet { countAll() }
    }
    /// At the port of all names, where there is one.
    private var door: NameDoor?
    private let count: ConnectionCount
    private var preparations: [String: Preparation] = [:]
    private var lastNumber = 0

    /// Owns the listeners' descriptors from now on.
    init(
        loop: EventLoop,
        listeners: [LabListener],
        site: LabSite,
        maker: @escaping Maker,
        limits: LabLimits,
        count: ConnectionCount,
        now: @escaping @Sendable () -> Int64,
        sink: @escaping @Sendable (Event) -> Void
    ) {
        self.loop = loop
        self.listeners = listeners
        self.site = site
        self.maker = maker
        self.limits = limits
        self.count = count
        self.now = now
        self.sink = sink
    }

    deinit {
        for listener in listeners {
            listener.descriptors.forEach(loop.unwatch)
            listener.close()
        }
        count.set(0)
    }

    /// Begins to accept; contexts are made elsewhere and come back through `later`.
    func open(later: @escaping Later) throws(SystemCallError) {
        self.later = later
        if listeners.contains(where: \.isByName) {
            door = NameDoor(
                loop: loop,
                scenarios: listeners.filter { !$0.isByName }.map(\.scenario),
                limit: limits.opening,
                onNamed: { [weak self] in self?.begin($0, $1, $2) },
                onCount: { [weak self] in self?.countAll() }
            )
        }
        for listener in listeners {
            for descriptor in listener.descriptors {
                try loop.watch(descriptor, for: .readable) { [weak self] _ in self?.accept(listener, descriptor) }
            }
        }
    }

    private func countAll() { count.set(connections.count + (door?.count ?? 0)) }

    private func accept(_ listener: LabListener, _ descriptor: Int32) {
        // So many a turn, so that connections that are there get their share.
        for _ in 0..<64 {
            switch ServerSocket.accept(descriptor) {
            case .accepted(let accepted, let peer):
                guard connections.count + (door?.count ?? 0) < limits.connections else {
                    ServerSocket.close(accepted)
                    continue
                }
                if listener.isByName {
                    door?.take(accepted, peer)
                } else {
                    begin(listener.scenario, accepted, peer)
                }
            case .none: return
            case .exhausted: return pause(descriptor)
            }
        }
    }

    /// Leaves waiting connections to the system for a moment: it would report them again and again.
    private func pause(_ descriptor: Int32) {
        loop.setInterest([], of: descriptor)
        loop.schedule(after: .milliseconds(100)) { [weak self] in
            _ = self?.loop.setInterest(.readable, of: descriptor)
        }
    }

    private func begin(_ scenario: ScenarioRecipe, _ descriptor: Int32, _ peer: String) {
        lastNumber += 1
        let number = lastNumber
        let connection = LabConnection(
            number: number,
            descriptor: descriptor,
            scenario: scenario,
            client: ObservedClient(
                scenario: scenario.scenario,
                connection: number,
                peer: peer,
                now: now,
                sink: sink
            ),
            surroundings: LabConnection.Surroundings(loop: loop, limits: limits, buffer: buffer, site: site),
            onEnd: { [weak self] in self?.connections[$0] = nil }
        )
        connections[number] = connection
        guard connection.start() else { return connection.abandon() }
        if scenario.speaks == .tls || scenario.answer == .files { prepare(connection, scenario) }
    }

    // MARK: What has to be made

    private func prepare(_ connection: LabConnection, _ scenario: ScenarioRecipe) {
        let name = scenario.scenario.name
        switch preparations[name] {
        case .ready(let prepared): connection.goOn(with: prepared)
        case .preparing(let waiting): preparations[name] = .preparing(waiting: waiting + [connection.number])
        case nil:
            preparations[name] = .preparing(waiting: [connection.number])
            prepare(scenario)
        }
    }

    private func prepare(_ scenario: ScenarioRecipe) {
        guard let later else { return }
        let maker = maker
        BackgroundWork.run {
            let made: Result<Prepared, Problem>
            do throws(Problem) {
                made = .success(try maker(scenario))
            } catch {
                made = .failure(error)
            }
            later { $0.take(made, for: scenario.scenario.name) }
        }
    }

    private func take(_ made: Result<Prepared, Problem>, for name: String) {
        guard case .preparing(let waiting) = preparations[name] else { return }
        switch made {
        case .success(let prepared):
            preparations[name] = .ready(prepared)
            for number in waiting { connections[number]?.goOn(with: prepared) }
        case .failure(let problem):
            // The next connection tries again: a full disk may have been emptied meanwhile.
            preparations[name] = nil
            sink(Event(.note(ProblemFacts(problem)), time: now()))
            for number in waiting { connections[number]?.abandon() }
        }
    }
}
