import Glibc

/// The errno values that the engine tells apart.
enum SystemError {
    static let refused = ECONNREFUSED
    /// The peer reset the connection, before or while we wrote.
    static let resets: Set<Int32> = [ECONNRESET, EPIPE]

    /// The system's own words.
    static func words(_ number: Int32) -> String { String(cString: strerror(number)) }
}
