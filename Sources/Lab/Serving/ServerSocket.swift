import CLinux
import Foundation

/// The system calls of the lab's sockets: on the loopback, and on an address that the user has named.
enum ServerSocket {
    /// An address of this machine, IPv4 or IPv6.
    struct Address: Hashable, Sendable {
        /// `127.0.0.1`, `::1`.
        let text: String
        let bytes: [UInt8]

        /// An address in its usual text; nil for any other text.
        init?(_ text: String) {
            guard let bytes = ServerSocket.addressBytes(of: text) else { return nil }
            self.text = text
            self.bytes = bytes
        }

        private init(text: String, bytes: [UInt8]) {
            self.text = text
            self.bytes = bytes
        }

        var isIPv4: Bool { bytes.count == 4 }

        /// Whether it stands for every address, as 0.0.0.0 does: a client can name no such server.
        var isWildcard: Bool { bytes.allSatisfy { $0 == 0 } }

        static let loopback4 = Address(text: "127.0.0.1", bytes: [127, 0, 0, 1])
        static let loopback6 = Address(text: "::1", bytes: [UInt8](repeating: 0, count: 15) + [1])
    }

    /// Why a port could not be listened on.
    enum Refusal: Error, Equatable {
        /// Somebody else listens on it, or the system keeps it for others.
        case taken
        /// The machine has no such address.
        case noSuchAddress
        /// Anything else, by its number in errno(3).
        case failed(Int32)

        /// The system's words.
        var text: String {
            switch self {
            case .taken: String(cString: strerror(EADDRINUSE))
            case .noSuchAddress: String(cString: strerror(EADDRNOTAVAIL))
            case .failed(let number): String(cString: strerror(number))
            }
        }
    }

    /// What came of taking a connection.
    enum Acceptance {
        /// A connection: its descriptor, owned by the receiver, and the peer as `127.0.0.1:50123`.
        case accepted(Int32, peer: String)
        /// The process has no descriptor left.
        case exhausted
        /// None waits, or it is gone again.
        case none
    }

    /// What came of reading or writing.
    enum Transfer: Equatable {
        /// So many bytes.
        case bytes(Int)
        /// The descriptor is not ready for it.
        case wouldBlock
        /// The peer has closed its side; or the connection is gone.
        case ended
    }

    /// Listens on a port of an address, without blocking.
    ///
    /// - Parameter port: 0 for any that is free.
    /// - Returns: the descriptor, owned by the caller, and the port.
    static func listen(_ address: Address, port: Int) throws(Refusal) -> (descriptor: Int32, port: Int) {
        let domain = address.isIPv4 ? AF_INET : AF_INET6
        let kind = Int32(SOCK_STREAM.rawValue) | O_NONBLOCK | O_CLOEXEC
        let descriptor = socket(domain, kind, 0)
        guard descriptor >= 0 else { throw refusal(errno) }
        do throws(Refusal) {
            try set(descriptor, SOL_SOCKET, SO_REUSEADDR)
            // Handed down to the connections. A response goes out in one piece: waiting for more only costs time.
            try set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
            // One port for both addresses: each has its own socket.
            if !address.isIPv4 { try set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
            try bind(descriptor, address, UInt16(truncatingIfNeeded: port))
            guard Glibc.listen(descriptor, 1024) == 0 else { throw refusal(errno) }
            return (descriptor, Int(try localPort(descriptor)))
        } catch {
            Glibc.close(descriptor)
            throw error
        }
    }

    /// Takes one waiting connection, without blocking.
    static func accept(_ listener: Int32) -> Acceptance {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let descriptor = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { cl_accept4(listener, $0, &length) }
        }
        guard descriptor >= 0 else {
            return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .exhausted : .none
        }
        return .accepted(descriptor, peer: name(of: storage))
    }

    /// Reads what has arrived.
    static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 { return .bytes(count) }
        return count < 0 && [EAGAIN, EINTR].contains(errno) ? .wouldBlock : .ended
    }

    /// Looks at what has arrived and leaves it there.
    static func peek(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_PEEK))
        if count > 0 { return .bytes(count) }
        return count < 0 && [EAGAIN, EINTR].contains(errno) ? .wouldBlock : .ended
    }

    /// Writes as much as the system takes.
    static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Transfer {
        let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count >= 0 { return .bytes(count) }
        return [EAGAIN, EINTR].contains(errno) ? .wouldBlock : .ended
    }

    /// Says that nothing more will be sent; what the peer sends can still be read.
    static func endSending(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes a descriptor.
    static func close(_ descriptor: Int32) { Glibc.close(descriptor) }

    /// Whether the other side has ended its sending, whatever lies unread before that end.
    static func hasBeenLeft(_ descriptor: Int32) -> Bool {
        // Not every Glibc module exports POLLRDHUP.
        let leftBehind: Int16 = 0x2000
        var wanted = pollfd(fd: descriptor, events: leftBehind, revents: 0)
        return poll(&wanted, 1, 0) > 0
    }

    /// The raw bytes of an IPv4 or IPv6 address in its usual text; nil for any other text.
    static func addressBytes(of text: String) -> [UInt8]? {
        var four = [UInt8](repeating: 0, count: 4)
        if inet_pton(AF_INET, text, &four) == 1 { return four }
        var sixteen = [UInt8](repeating: 0, count: 16)
        return inet_pton(AF_INET6, text, &sixteen) == 1 ? sixteen : nil
    }

    /// Lets the process have as many descriptors as the system allows it; a write to a closed connection is an error
    /// and no signal.
    static func prepareProcess() {
        signal(SIGPIPE, SIG_IGN)
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(resource, &limit)
    }

    private static func refusal(_ number: Int32) -> Refusal {
        switch number {
        case EADDRINUSE, EACCES: .taken
        case EADDRNOTAVAIL, EAFNOSUPPORT: .noSuchAddress
        default: .failed(number)
        }
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32) throws(Refusal) {
        var on: Int32 = 1
        guard setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
            throw refusal(errno)
        }
    }

    private static func bind(_ descriptor: Int32, _ address: Address, _ port: UInt16) throws(Refusal) {
        var storage = sockaddr_storage()
        let length = withUnsafeMutablePointer(to: &storage) { pointer -> socklen_t in
            if address.isIPv4 {
                return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    $0.pointee.sin_family = sa_family_t(AF_INET)
                    $0.pointee.sin_port = port.bigEndian
                    withUnsafeMutableBytes(of: &$0.pointee.sin_addr) { $0.copyBytes(from: address.bytes) }
                    return socklen_t(MemoryLayout<sockaddr_in>.size)
                }
            }
            return pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                $0.pointee.sin6_family = sa_family_t(AF_INET6)
                $0.pointee.sin6_port = port.bigEndian
                withUnsafeMutableBytes(of: &$0.pointee.sin6_addr) { $0.copyBytes(from: address.bytes) }
                return socklen_t(MemoryLayout<sockaddr_in6>.size)
            }
        }
        let result = withUnsafePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(descriptor, $0, length) }
        }
        guard result == 0 else { throw refusal(errno) }
    }

    private static func localPort(_ descriptor: Int32) throws(Refusal) -> UInt16 {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0 else { throw refusal(errno) }
        return port(of: storage)
    }

    /// `127.0.0.1:50123` or `[::1]:50123`.
    private static func name(of storage: sockaddr_storage) -> String {
        let isIPv4 = Int32(storage.ss_family) == AF_INET
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let isWritten = withUnsafeBytes(of: storage) { bytes in
            guard isIPv4 else {
                var address = bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr
                return inet_ntop(AF_INET6, &address, &text, socklen_t(text.count)) != nil
            }
            var address = bytes.loadUnaligned(as: sockaddr_in.self).sin_addr
            return inet_ntop(AF_INET, &address, &text, socklen_t(text.count)) != nil
        }
        guard isWritten else { return "unknown:0" }
        let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (isIPv4 ? name : "[\(name)]") + ":\(port(of: storage))"
    }

    private static func port(of storage: sockaddr_storage) -> UInt16 {
        // sin_port and sin6_port stand in the same place.
        withUnsafeBytes(of: storage) { UInt16(bigEndian: $0.loadUnaligned(as: sockaddr_in.self).sin_port) }
    }
}
