import CLinux
import COpenSSL
import TestSupport

/// A TLS server that speaks until a point and then does something wrong.
struct FaultServer: Sendable {
    /// What goes wrong.
    enum Fault: String, Sendable, CaseIterable {
        /// The stream ends.
        case close
        /// The connection is reset.
        case reset
        /// Nothing more comes.
        case stall
        /// Bytes that belong to nothing.
        case garbage
        /// Nothing is wrong, but each byte comes alone.
        case drip
    }

    /// Where: before a record of the handshake, or within the response.
    enum Point: Hashable, Sendable {
        case record(Int)
        case head
        case body
    }

    let context: TestContext
    let point: Point
    let fault: Fault
    /// Whether the fault comes within the record, not before it.
    var isWithin = false

    /// The response's head and body.
    static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 40\r\n\r\n"
    static let body = String(repeating: "0123456789", count: 4)

    /// Serves one connection.
    func serve(_ connection: TestConnection) {
        guard let ssl = SSL_new(context.pointer), let input = BIO_new(BIO_s_mem()), let output = BIO_new(BIO_s_mem())
        else { return }
        defer { SSL_free(ssl) }
        SSL_set_bio(ssl, input, output)
        SSL_set_accept_state(ssl)
        var records = 0
        var request: [UInt8] = []
        while true {
            ERR_clear_error()
            if SSL_is_init_finished(ssl) == 0 { SSL_do_handshake(ssl) }
            for record in Self.records(in: output) {
                if point == .record(records), fault != .drip { return misbehave(connection, with: record) }
                send(record, connection)
                records += 1
            }
            if SSL_is_init_finished(ssl) == 1 {
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = SSL_read(ssl, &bytes, Int32(bytes.count))
                if count > 0 { request += bytes.prefix(Int(count)) }
                if String(decoding: request, as: UTF8.self).contains("\r\n\r\n") { break }
            }
            var bytes = [UInt8](repeating: 0, count: 16_384)
            let count = CLinux.read(connection.socket, &bytes, bytes.count)
            guard count > 0 else { return }
            BIO_write(input, bytes, Int32(count))
        }
        respond(ssl, output, connection)
    }

    private func respond(_ ssl: OpaquePointer, _ output: OpaquePointer, _ connection: TestConnection) {
        let cut: Int? =
            switch point {
            case .record: nil
            case .head: Self.head.utf8.count / 2
            case .body: Self.head.utf8.count + 10
            }
        let whole = Array((Self.head + Self.body).utf8)
        let sent = fault == .drip ? whole : Array(whole.prefix(cut ?? whole.count))
        SSL_write(ssl, sent, Int32(sent.count))
        for record in Self.records(in: output) { send(record, connection) }
        guard cut != nil, fault != .drip else {
            // Until the client has left: its last words are read.
            while connection.read() != nil {}
            return
        }
        misbehave(connection, with: [])
    }

    private func misbehave(_ connection: TestConnection, with record: [UInt8]) {
        if isWithin { send(Array(record.prefix(record.count / 2)), connection) }
        switch fault {
        case .close: _ = connection.waitForQuiet()
        case .reset:
            _ = connection.waitForQuiet()
            connection.reset()
        case .stall: while connection.read() != nil {}
        case .garbage:
            // More than the record announced: with less of it the client would rightly wait for the rest.
            let words = "this belongs to no protocol at all, and goes on for a while. "
            connection.write(bytes: Array(String(repeating: words, count: 10 + record.count / words.utf8.count).utf8))
            while connection.read() != nil {}
        case .drip: break
        }
    }

    private func send(_ bytes: [UInt8], _ connection: TestConnection) {
        guard fault == .drip else { return connection.write(bytes: bytes) }
        for byte in bytes { connection.write(bytes: [byte]) }
    }

    /// Takes what waits to be sent, a record a piece.
    private static func records(in output: OpaquePointer) -> [[UInt8]] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = BIO_read(output, &bytes, Int32(bytes.count))
        var rest = bytes.prefix(max(0, Int(count)))
        var records: [[UInt8]] = []
        while rest.count >= 5 {
            let start = rest.startIndex
            let length = min(rest.count, 5 + Int(rest[start + 3]) << 8 + Int(rest[start + 4]))
            records.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return records
    }
}
