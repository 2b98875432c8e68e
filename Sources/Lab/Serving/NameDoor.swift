import Reactor

/// Connections at the port of all names, each until its ClientHello says which scenario it means (RFC 6066 §3); nothing
/// is taken from it before. Confined to the lab's thread.
final class NameDoor {
    private struct Guest {
        let number: Int
        let peer: String
        let deadline: Timers.ID
        /// How long it is left alone after a part of a hello.
        var pause = Duration.milliseconds(10)
    }

    private let loop: EventLoop
    private let limit: Duration
    private let scenarios: [String: ScenarioRecipe]
    /// Long enough for the longest ClientHello that is waited for.
    private let buffer = ReadBuffer(size: 1 << 17)
    private let onNamed: (ScenarioRecipe, Int32, String) -> Void
    private let onCount: () -> Void
    private var guests: [Int32: Guest] = [:] {
        didSet { onCount() }
    }
    private var lastNumber = 0

    /// - Parameters:
    ///   - limit: how long a client may take for its ClientHello.
    ///   - onNamed: takes over a descriptor whose scenario is known, with the peer's address.
    ///   - onCount: is told when one came or went.
    init(
        loop: EventLoop,
        scenarios: [ScenarioRecipe],
        limit: Duration,
        onNamed: @escaping (ScenarioRecipe, Int32, String) -> Void,
        onCount: @escaping () -> Void
    ) {
        self.loop = loop
        self.limit = limit
        self.scenarios = Dictionary(scenarios.map { ($0.scenario.name, $0) }) { first, _ in first }
        self.onNamed = onNamed
        self.onCount = onCount
    }

    deinit {
        for descriptor in guests.keys {
            loop.unwatch(descriptor)
            ServerSocket.close(descriptor)
        }
    }

    /// How many wait.
    var count: Int { guests.count }

    /// Owns a descriptor until its scenario is known.
    func take(_ descriptor: Int32, _ peer: String) {
        lastNumber += 1
        let number = lastNumber
        let deadline = loop.schedule(after: limit) { [weak self] in self?.sendAway(descriptor) }
        guests[descriptor] = Guest(number: number, peer: peer, deadline: deadline)
        let isWatched = (try? loop.watch(descriptor, for: .readable) { [weak self] _ in self?.look(descriptor) }) != nil
        if !isWatched { sendAway(descriptor) }
    }

    private func look(_ descriptor: Int32) {
        switch buffer.withMemory({ ServerSocket.peek(descriptor, into: $0) }) {
        case .wouldBlock: return
        case .ended: return sendAway(descriptor)
        case .bytes(let count):
            switch TLSRecord.opening(of: Array(buffer.prefix(count))) {
            case .notTLS: sendAway(descriptor)
            // Behind what is peeked at the end of the connection is not read.
            case .incomplete where ServerSocket.hasBeenLeft(descriptor): sendAway(descriptor)
            case .incomplete: pause(descriptor)
            case .clientHello(let message): pass(descriptor, ClientHello(message: message)?.serverName)
            }
        }
    }

    private func pass(_ descriptor: Int32, _ name: String?) {
        let known = name.map { LabNames.scenarios(of: $0) }?.lazy.compactMap { self.scenarios[$0] }.first
        guard let scenario = known else {
            // unrecognized_name: there is none, or none that is served.
            _ = ServerSocket.write(descriptor, TLSRecord.fatalAlert(112)[...])
            return sendAway(descriptor)
        }
        guard let guest = leave(descriptor) else { return }
        onNamed(scenario, descriptor, guest.peer)
    }

    /// What is peeked at stays there: it would be reported again and again.
    private func pause(_ descriptor: Int32) {
        guard let guest = guests[descriptor] else { return }
        loop.setInterest([], of: descriptor)
        guests[descriptor]?.pause = min(guest.pause * 2, .seconds(1))
        loop.schedule(after: guest.pause) { [weak self] in
            guard self?.guests[descriptor]?.number == guest.number else { return }
            self?.loop.setInterest(.readable, of: descriptor)
        }
    }

    private func leave(_ descriptor: Int32) -> Guest? {
        guard let guest = guests.removeValue(forKey: descriptor) else { return nil }
        loop.cancel(guest.deadline)
        loop.unwatch(descriptor)
        return guest
    }

    private func sendAway(_ descriptor: Int32) {
        guard leave(descriptor) != nil else { return }
        ServerSocket.close(descriptor)
    }
}
