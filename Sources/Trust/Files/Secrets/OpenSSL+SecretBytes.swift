import COpenSSL

// Unchecked: the memory is written in `init` and `deinit` only.

/// Bytes that are wiped when they go.
final class SecretBytes: @unchecked Sendable {
    private let memory: UnsafeMutableBufferPointer<UInt8>

    init(_ bytes: [UInt8]) {
        memory = .allocate(capacity: bytes.count)
        _ = memory.initialize(from: bytes)
    }

    deinit {
        OPENSSL_cleanse(memory.baseAddress, memory.count)
        memory.deallocate()
    }

    var isEmpty: Bool { memory.isEmpty }

    func copy() -> [UInt8] { Array(memory) }

    /// Wipes the array's memory, as far as it is the only holder of it.
    static func wipe(_ bytes: inout [UInt8]) {
        bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
        bytes = []
    }
}
