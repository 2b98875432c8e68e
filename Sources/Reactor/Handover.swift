import Foundation

/// One value passed from one thread to another that waits for it.
// Unchecked: `value` is only touched with `condition` locked, and it is `sending`: its giver keeps no hold of it.
final class Handover<Value>: @unchecked Sendable {
    private let condition = NSCondition()
    private var value: Value?

    /// Leaves the value; only the first one counts.
    func give(_ value: sending Value) {
        condition.lock()
        defer { condition.unlock() }
        guard self.value == nil else { return }
        self.value = value
        condition.signal()
    }

    /// Waits for the value.
    func take() -> Value {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let value { return value }
            condition.wait()
        }
    }
}
