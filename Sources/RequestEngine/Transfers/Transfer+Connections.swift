import Events
import Trust

/// The connections that a request makes.
extension Transfer {
    /// The connection on the socket that stands; of several that were tried, only one does.
    @discardableResult
    func makeConnection(isTLS: Bool, hop: Hop) -> Connection? {
        guard let socket = connectedSocket, let entry = pool.sockets[socket] else { return nil }
        let below = entry.connection
        let end = below == nil ? (entry.address, entry.port) : tunnelEnd
        let connection = shard.makeConnection(
            isTLS: isTLS,
            hop: hop,
            through: below,
            address: end.0,
            port: end.1,
            pool: pool
        )
        pool.sockets.attach(connection, to: socket)
        connection.transfer = self
        if hop == .origin { connection.place = (request.url.host, request.url.port) }
        self.connection = connection
        var facts = connection.facts(reason: below == nil ? newConnectionReason : "through the proxy")
        facts.localPort = pool.sockets[socket].map(\.localPort)
        record(.connectionOpened(facts))
        return connection
    }

    /// The socket that leads somewhere, of those that were opened.
    var connectedSocket: Int32? {
        openSockets.last { pool.sockets[$0] != nil && SocketTable.isConnected($0) }
    }

    private var newConnectionReason: String {
        if request.connectsAnew { return "asked to connect anew, whatever is kept" }
        switch client.profile.answersKept {
        case .fresh: return "answers kept: fresh, so each request connects anew"
        case .reuse, .asIOS: return "no idle connection of this client leads there"
        }
    }
}
