import Foundation
import TestSupport

/// nginx with its own configuration, user and port under a temporary folder.
final class NginxServer {
    let port: Int
    private let folder: TemporaryFolder
    private let program: Program

    /// - Parameters:
    ///   - tls: lines of the server block, such as `ssl_verify_client on;`.
    ///   - identity: the server's chain and key, where they are not the PKI's own.
    init(_ pki: CommandLinePKI, tls: String, identity: CommandLinePKI.Files? = nil) throws {
        folder = try TemporaryFolder()
        port = try LoopbackPort.free()
        try folder.write(
            "nginx.conf",
            text: """
                daemon off;
                master_process off;
                pid \(folder.path)/nginx.pid;
                error_log \(folder.path)/error.log info;
                events { worker_connections 256; }
                http {
                    access_log \(folder.path)/access.log;
                    client_body_temp_path \(folder.path)/body;
                    proxy_temp_path \(folder.path)/proxy;
                    fastcgi_temp_path \(folder.path)/fastcgi;
                    uwsgi_temp_path \(folder.path)/uwsgi;
                    scgi_temp_path \(folder.path)/scgi;
                    server {
                        listen 127.0.0.1:\(port) ssl;
                        server_name api.example.test;
                        ssl_protocols TLSv1.2 TLSv1.3;
                        ssl_certificate \(identity?.chain ?? pki.serverChain);
                        ssl_certificate_key \(identity?.key ?? pki.serverKey);
                        \(tls)
                        location / {
                            default_type application/json;
                            return 200 '{"client":"$ssl_client_s_dn","verify":"$ssl_client_verify",\
                "method":"$request_method","type":"$content_type"}';
                        }
                    }
                }
                """
        )
        program = try Program(
            "nginx",
            ["-p", folder.path, "-c", folder.file("nginx.conf"), "-e", folder.file("error.log")]
        )
        let (program, port) = (program, port)
        try Waiting.until("nginx on port \(port)") {
            guard program.isRunning else { throw PeerFailure(description: "nginx: \(program.errorsSoFar)") }
            return LoopbackPort.answers(port)
        }
    }

    // As one process it takes its time to end.
    deinit { program.signal(SIGKILL) }

    /// The lines of its error log, from `info` on.
    var errorLog: String { (try? String(contentsOfFile: folder.file("error.log"), encoding: .utf8)) ?? "" }

    /// The lines of its access log.
    var accessLog: String { (try? String(contentsOfFile: folder.file("access.log"), encoding: .utf8)) ?? "" }
}
