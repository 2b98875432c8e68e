import Dispatch

/// Work that takes its time: keys and certificates are made here, not on the lab's thread.
enum BackgroundWork {
    private static let queue = DispatchQueue(label: "lab issuing", qos: .userInitiated)

    static func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}
