import Diagnosis
import Events
import Reactor
import Trust

/// The requests and connections of one thread: its pools, its challenges. Confined to that thread.
final class Shard {
    let loop: EventLoop
    let recorder: Recorder
    let decisions: DecisionMaker
    private let numbers: Numbers
    private let desk: ChallengeDesk
    private let idleLimit: (AnswersKept) -> Duration
    private let forward: (TransferJob) -> Void
    private var invalidated: Set<Int> = []
    private var pools: [PoolKey: Pool] = [:]
    /// Pools that no new request uses, while their last transfers run.
    private var retired: [Pool] = []

    init(
        loop: EventLoop,
        recorder: Recorder,
        numbers: Numbers,
        decisions: DecisionMaker,
        idleLimit: @escaping (AnswersKept) -> Duration = Shard.idleLimit,
        canHold: @escaping () -> Problem?,
        forward: @escaping (TransferJob) -> Void,
        submit: @escaping ChallengeDesk.Submit
    ) {
        self.loop = loop
        self.recorder = recorder
        self.numbers = numbers
        self.decisions = decisions
        self.idleLimit = idleLimit
        self.forward = forward
        desk = ChallengeDesk(
            loop: loop,
            recorder: recorder,
            decisions: decisions,
            canHold: canHold,
            submit: submit
        )
    }

    /// Runs a job of the desk's that came from another thread.
    func run(_ job: (ChallengeDesk) -> Void) { job(desk) }

    func start(_ job: TransferJob) {
        numbers.waitForBeginning()
        guard let pool = pool(for: job) else {
            return job.exchange.finish(.outOfMemory)
        }
        if let timer = pool.idleTimer { loop.cancel(timer) }
        pool.idleTimer = nil
        let transfer = Transfer(job: job, shard: self, pool: pool)
        pool.add(transfer)
        transfer.begin()
        // It may have been on its way here while its session ended.
        if invalidated.contains(job.session) { transfer.stop(by: "the end of session \(job.session)") }
    }

    /// Gives a request that follows a redirect to the thread that its address names.
    func pass(_ job: TransferJob) { forward(job) }

    func cancel(request: Int, by author: String) { transfer(request)?.stop(by: author) }

    /// Takes out of use what other clients of a session have left behind.
    func retire(session: Int, except client: ClientSetup) {
        for (key, pool) in pools where key.session == session && key.client != nil && key.client != client {
            retire(pool)
        }
    }

    /// Ends everything of a session.
    func invalidate(session: Int, by author: String) {
        invalidated.insert(session)
        for pool in allPools where pool.key.session == session { end(pool, by: author) }
    }

    /// Ends everything.
    func close(by author: String) {
        for pool in allPools { end(pool, by: author) }
    }

    /// What is kept for a session, seen by its present client.
    func contents(of session: Int, for client: ClientSetup) -> SessionContents {
        var contents = SessionContents(session: session)
        for pool in allPools where pool.key.session == session {
            let isUsable = !pool.isRetired && pool.key.answersKept != .fresh && (pool.key.client ?? client) == client
            contents.connections += pool.idleConnections.compactMap { $0.kept(isUsable: isUsable) }
            contents.tlsSessions += pool.resumable.map { kept in
                var kept = kept
                kept.isUsable = isUsable
                return kept
            }
        }
        contents.connections.sort { $0.connection < $1.connection }
        contents.tlsSessions.sort { $0.connection < $1.connection }
        return contents
    }

    /// Closes an idle connection of a session; false where there is none.
    func drop(connection: Int, of session: Int) -> Bool {
        for pool in allPools where pool.key.session == session {
            guard let idle = pool.idleConnections.first(where: { $0.number == connection }) else { continue }
            pool.sockets.end(idle)
            return true
        }
        return false
    }

    /// Puts a challenge that no handshake waits for to its responder.
    func raise(_ challenge: Challenge, of transfer: Transfer, on connection: Connection) {
        desk.raise(challenge, of: transfer, on: connection)
    }

    func makeConnection(
        isTLS: Bool,
        hop: Hop,
        through: Connection?,
        address: String,
        port: Int,
        pool: Pool
    ) -> Connection {
        let connection = Connection(
            number: numbers.nextConnection(),
            isTLS: isTLS,
            hop: hop,
            through: through,
            address: address,
            port: port,
            desk: desk,
            origins: pool.origins
        )
        if isTLS { pool.add(connection) }
        return connection
    }

    /// A transfer has ended; its pool may be idle now.
    func ended(_ transfer: Transfer, in pool: Pool) {
        desk.lose(of: transfer, .requestEnded)
        pool.remove(transfer)
        guard pool.isIdle else { return }
        if pool.isRetired {
            // Not now: libcurl may still be telling who is done.
            loop.schedule(after: .zero) { [weak self] in self?.closeRetired() }
        } else {
            pool.idleTimer = loop.schedule(after: idleLimit(pool.key.answersKept)) { [weak self, weak pool] in
                if let pool { self?.retire(pool) }
            }
        }
    }

    /// How long a pool may be idle: as long as iOS keeps TLS sessions where answers are kept so, else two minutes.
    static func idleLimit(_ kept: AnswersKept) -> Duration { kept == .asIOS ? .seconds(600) : .seconds(120) }

    private var allPools: [Pool] { Array(pools.values) + retired }

    private func transfer(_ request: Int) -> Transfer? {
        for pool in allPools { if let found = pool.transfers[request] { return found } }
        return nil
    }

    private func pool(for job: TransferJob) -> Pool? {
        let key = PoolKey(job)
        if let pool = pools[key] { return pool }
        let pool = Pool(key: key, loop: loop, desk: desk, recorder: recorder)
        pools[key] = pool
        return pool
    }

    private func retire(_ pool: Pool) {
        pools[pool.key] = nil
        pool.isRetired = true
        if let timer = pool.idleTimer { loop.cancel(timer) }
        retired.append(pool)
        closeRetired()
    }

    private func closeRetired() {
        for pool in retired where pool.isIdle { pool.close() }
        retired.removeAll { $0.isIdle }
    }

    private func end(_ pool: Pool, by author: String) {
        for transfer in pool.transfers.values.sorted(by: { $0.number < $1.number }) { transfer.stop(by: author) }
        if !pool.isRetired { retire(pool) } else { closeRetired() }
    }
}
