import Glibc

/// A system call that failed: its name and the error number it left.
public struct SystemCallError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call's name, as in its manual page.
    public let call: String
    /// The number, one of errno(3).
    public let number: Int32

    /// An error by its number.
    public init(call: String, number: Int32) {
        self.call = call
        self.number = number
    }

    /// The error that the last call on this thread left in `errno`.
    public init(call: String) { self.init(call: call, number: errno) }

    /// The system's own words for the number.
    public var reason: String { String(cString: strerror(number)) }

    /// `call: reason (number)`.
    public var description: String { "\(call): \(reason) (\(number))" }
}
