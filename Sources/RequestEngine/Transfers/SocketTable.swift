import Glibc

/// The sockets of a pool: where each leads, and which connection lives on it.
final class SocketTable {
    /// A socket that libcurl asked for.
    struct Entry {
        /// The address it leads to, in numbers.
        let address: String
        /// The port it leads to.
        let port: Int
        /// The connection on it, once there is one.
        var connection: Connection?
        /// The port on this side, once there is a connection.
        var localPort = 0
    }

    private var entries: [Int32: Entry] = [:]
    /// Called before a socket on which a connection lived is closed.
    var onClose: (Connection, Int32) -> Void = { _, _ in }

    subscript(socket: Int32) -> Entry? { entries[socket] }

    /// The connections on them.
    var connections: [Connection] { entries.values.compactMap(\.connection) }

    func add(_ socket: Int32, address: String, port: Int) {
        entries[socket] = Entry(address: address, port: port)
    }

    func attach(_ connection: Connection, to socket: Int32) {
        entries[socket]?.connection = connection
        entries[socket]?.localPort = Self.localPort(socket)
    }

    /// The connection that comes from a port on this side.
    func connection(from localPort: Int) -> Connection? {
        entries.values.first { $0.localPort == localPort && $0.connection != nil }?.connection
    }

    /// Ends an idle connection now; its socket is closed when libcurl finds out.
    func end(_ connection: Connection) {
        guard let socket = entries.first(where: { $0.value.connection === connection })?.key else { return }
        shutdown(socket, Int32(SHUT_RDWR))
    }

    func close(_ socket: Int32) {
        if let connection = entries.removeValue(forKey: socket)?.connection { onClose(connection, socket) }
        Glibc.close(socket)
    }

    /// Whether the socket's connection stands.
    static func isConnected(_ socket: Int32) -> Bool {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(socket, $0, &length) == 0 }
        }
    }

    private static func localPort(_ socket: Int32) -> Int {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { storage in
            let isKnown = storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(socket, $0, &length) == 0
            }
            // The port stands at the same place in both families.
            return isKnown
                ? storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    Int(UInt16(bigEndian: $0.pointee.sin_port))
                } : 0
        }
    }

    /// What waits to be read, at most `limit` bytes; never blocks.
    static func unread(_ socket: Int32, limit: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = recv(socket, &bytes, limit, Int32(MSG_DONTWAIT))
        return Array(bytes.prefix(max(0, count)))
    }
}
