/// Bytes to and from one client, with or without TLS; never blocks.
protocol ByteStream: AnyObject {
    /// Reads what has arrived, as much as there is room for.
    func read(into buffer: ReadBuffer) -> ServerSocket.Transfer
    /// Writes as much as goes.
    func write(_ bytes: ArraySlice<UInt8>) -> ServerSocket.Transfer
    /// Tells the peer that nothing more will come, in the stream's own way.
    func endSending()
}

/// HTTP without TLS, and whatever is said before there is TLS.
final class PlainStream: ByteStream {
    private let descriptor: Int32

    /// Borrows the descriptor.
    init(descriptor: Int32) { self.descriptor = descriptor }

    func read(into buffer: ReadBuffer) -> ServerSocket.Transfer {
        buffer.withMemory { ServerSocket.read(descriptor, into: $0) }
    }

    func write(_ bytes: ArraySlice<UInt8>) -> ServerSocket.Transfer { ServerSocket.write(descriptor, bytes) }

    func endSending() {}
}
