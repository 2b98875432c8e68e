/// Memory that all connections of the lab read into, one after the other; confined to the lab's thread.
final class ReadBuffer {
    private let memory: UnsafeMutableRawBufferPointer

    /// - Parameter size: one TLS record's content, or more.
    init(size: Int = 16_384) { memory = .allocate(byteCount: size, alignment: 16) }

    deinit { memory.deallocate() }

    /// Lends the memory to be filled.
    func withMemory<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result { body(memory) }

    /// The first bytes, as they were filled in last.
    func prefix(_ count: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }
}
