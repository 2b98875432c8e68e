import Synchronization

/// An HTTP proxy on loopback that gives tunnels, or refuses them.
final class TestProxy: Sendable {
    let server: TestServer
    private let content: Heads

    /// What was asked of it.
    private final class Heads: Sendable {
        let all = Mutex<[String]>([])
    }

    /// - Parameters:
    ///   - tls: its own TLS; nil is spoken to in the clear.
    ///   - refusal: the status line and fields by which it refuses; may differ by the head of the request.
    init(tls: TestContext? = nil, refusal: @escaping @Sendable (_ head: String) -> String? = { _ in nil }) throws {
        let heads = Heads()
        content = heads
        server = try TestServer { connection in
            if let tls, !connection.handshake(tls) { return }
            while let head = connection.readRequest() {
                heads.all.withLock { $0.append(head) }
                if let refusal = refusal(head) {
                    connection.write("HTTP/1.1 \(refusal)\r\nContent-Length: 0\r\n\r\n")
                    continue
                }
                let words = head.split(separator: " ")
                guard words.first == "CONNECT", let port = words[1].split(separator: ":").last.flatMap({ Int($0) })
                else { return connection.respond(body: "forwarded " + head) }
                connection.write("HTTP/1.1 200 Connection established\r\n\r\n")
                return connection.tunnel(to: port)
            }
        }
    }

    var port: Int { server.port }

    /// The heads of the requests that came.
    var heads: [String] { content.all.withLock { $0 } }

    func stop() { server.stop() }
}
