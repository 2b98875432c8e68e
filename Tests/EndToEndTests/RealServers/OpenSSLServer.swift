import Foundation
import TestSupport

/// `openssl s_server -www` on a free port.
final class OpenSSLServer {
    let port: Int
    private let program: Program

    init(_ pki: CommandLinePKI, _ options: [String]) throws {
        let port = try LoopbackPort.free()
        let program = try Program(
            "openssl",
            [
                "s_server", "-accept", "127.0.0.1:\(port)", "-cert", pki.folder.file("server.pem"), "-cert_chain",
                pki.folder.file("intermediate.pem"), "-key", pki.serverKey, "-www", "-quiet",
            ] + options
        )
        self.port = port
        self.program = program
        try Waiting.until("s_server on port \(port)") {
            guard program.isRunning else { throw PeerFailure(description: "s_server: \(program.errorsSoFar)") }
            return LoopbackPort.answers(port)
        }
    }
}
