import Diagnosis
import Events
import Reactor
import Trust

/// What may share connections and TLS sessions. libcurl matches connections by its own options and knows nothing of
/// our answers: two clients in one pool, and the second would never be asked.
struct PoolKey: Hashable {
    var session: Int
    /// The client; nil where answers outlive a change of the client (as on iOS).
    var client: ClientSetup?
    var answersKept: AnswersKept
    /// A name sent or checked that is not the URL's: libcurl would not see the difference.
    var serverName: Request.ServerName
    var validateAs: NameChoice?
    var offersHTTP2: Bool
    /// The addresses that are taken.
    var family: AddressFamily?
    /// The proxy, with what its certificate is judged by.
    var proxy: Proxy?

    init(_ job: TransferJob) {
        session = job.session
        answersKept = job.client.profile.answersKept
        client = answersKept == .asIOS ? nil : job.client
        serverName = job.request.serverName
        validateAs = job.request.validateAs
        offersHTTP2 = job.request.offersHTTP2
        family = job.request.family
        proxy = job.request.proxy
    }
}

/// The connections of one pool on one shard; confined to the shard's thread.
final class Pool {
    let key: PoolKey
    let multi: CurlMulti
    let sockets = SocketTable()
    let origins = ChallengeOrigins()
    private(set) var transfers: [Int: Transfer] = [:]
    /// No request uses it any more; it is closed when its last transfer has ended.
    var isRetired = false
    var idleTimer: Timers.ID?

    private let desk: ChallengeDesk
    private let recorder: Recorder
    private var held: [Connection] = []

    /// nil where there is no memory.
    init?(key: PoolKey, loop: EventLoop, desk: ChallengeDesk, recorder: Recorder) {
        guard let multi = CurlMulti(loop: loop, sharesSessions: key.answersKept != .fresh) else { return nil }
        self.key = key
        self.multi = multi
        self.desk = desk
        self.recorder = recorder
        multi.onDone = { [unowned self] curl, code in self.done(curl, code: Int(code.rawValue)) }
        multi.onActivity = { [unowned self] in self.takeWhatWasReadAhead() }
        sockets.onClose = { [unowned self] connection, socket in self.closed(connection, socket) }
    }

    var isIdle: Bool { transfers.isEmpty }

    /// The connections that wait for the next request.
    var idleConnections: [Connection] { sockets.connections.filter { $0.transfer == nil } }

    /// The TLS sessions that the next connection may resume, the newest of each place.
    private(set) var resumable: [SessionContents.Kept] = []

    /// Remembers that a connection's handshake made a TLS session.
    func keepsSession(of connection: Connection) {
        guard key.answersKept != .fresh, let kept = connection.kept(isUsable: true) else { return }
        resumable.removeAll { $0.host == kept.host && $0.port == kept.port }
        resumable.append(kept)
    }

    func add(_ transfer: Transfer) { transfers[transfer.number] = transfer }
    func remove(_ transfer: Transfer) { transfers[transfer.number] = nil }
    func add(_ connection: Connection) { held.append(connection) }

    /// Closes every connection.
    func close() { multi.close() }

    private func done(_ curl: CurlTransfer, code: Int) {
        guard let transfer = transfers.values.first(where: { $0.curl === curl }) else { return }
        let words = curl.failureText
        transfer.finished(
            code: code,
            text: words.isEmpty ? CurlTransfer.text(ofCode: code) : words,
            systemError: curl.systemError
        )
    }

    /// Bytes that were read ahead while a handshake was held make no socket readable: libcurl has to be told.
    private func takeWhatWasReadAhead() {
        held.removeAll { $0.gate == nil }
        for connection in held where connection.wasHeld && !desk.isWaiting(on: connection) {
            let pending = connection.gate?.pending ?? 0
            if pending > 0, pending != connection.lastPending { connection.transfer?.kick() }
            connection.lastPending = pending
        }
    }

    private func closed(_ connection: Connection, _ socket: Int32) {
        if connection.isTLS, !connection.transcript.startsAsTLS {
            connection.addUnread(SocketTable.unread(socket, limit: 64))
        }
        recordClosed(connection)
        // What was under it ends with it.
        if let below = connection.through { recordClosed(below) }
    }

    private func recordClosed(_ connection: Connection) {
        let byPeer = connection.transcript.peerClosed || connection.transcript.isBroken
        let kind = EventKind.connectionClosed(connection.facts(reason: byPeer ? "by the server" : "by us"))
        if let transfer = connection.transfer {
            transfer.record(kind, connection: connection.number)
        } else {
            recorder.record(kind, EventContext(session: key.session, connection: connection.number))
        }
    }
}
