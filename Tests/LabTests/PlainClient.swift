import Foundation

/// A client without TLS, byte by byte.
final class PlainClient {
    let descriptor: Int32

    init(port: Int) throws { descriptor = try TLSClient.connect(port) }

    deinit { close(descriptor) }

    func send(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Reads to the end of the connection; nil when it was reset, or when 20 seconds have passed.
    func readToEnd() -> [UInt8]? {
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count >= 0 else { return nil }
            guard count > 0 else { return result }
            result += buffer.prefix(count)
        }
    }

    /// What has arrived, without waiting: nil when nothing has, empty at the end of the connection.
    func readNow() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : Array(buffer.prefix(count))
    }
}
