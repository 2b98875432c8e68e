import CLinux
import Foundation

/// Waiting for a condition, never for a time.
public enum Waiting {
    /// The condition did not come true in time.
    public struct TimedOut: Error, CustomStringConvertible {
        /// What was waited for.
        public let description: String
    }

    /// Asks again and again until `condition` holds.
    ///
    /// - Parameters:
    ///   - what: named in the error.
    ///   - seconds: the limit, far above what a healthy run needs.
    public static func until(
        _ what: String,
        seconds: Double = 30,
        _ condition: () throws -> Bool
    ) throws {
        let start = Date()
        while try !condition() {
            guard Date().timeIntervalSince(start) < seconds else { throw TimedOut(description: "waited for \(what)") }
            _ = poll(nil, 0, 5)
        }
    }

    /// Asks until `value` gives something, and gives it back.
    public static func value<Value>(
        _ what: String,
        seconds: Double = 30,
        _ value: () throws -> Value?
    ) throws -> Value {
        var result: Value?
        try until(what, seconds: seconds) {
            result = try value()
            return result != nil
        }
        guard let result else { throw TimedOut(description: "waited for \(what)") }
        return result
    }
}
