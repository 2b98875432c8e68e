import Foundation

// Unchecked: `value` is touched with `condition` locked only.

/// A value that comes later, once; whoever needs it waits.
public final class Eventually<Value: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var value: Value?

    /// Nothing yet.
    public init() {}

    /// The value, if it is there.
    public var now: Value? {
        condition.lock()
        defer { condition.unlock() }
        return value
    }

    /// Brings the value; only the first counts.
    public func bring(_ value: Value) {
        condition.lock()
        defer { condition.unlock() }
        if self.value == nil { self.value = value }
        condition.broadcast()
    }

    /// Waits for the value.
    public func wait() -> Value {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let value { return value }
            condition.wait()
        }
    }
}
