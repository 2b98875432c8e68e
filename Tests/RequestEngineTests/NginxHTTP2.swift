import CLinux
import Foundation
import TestSupport
import Trust

/// nginx with HTTP/2 on a port of loopback, which asks for a client certificate and takes none too.
final class NginxHTTP2 {
    let port: Int
    private let folder: TemporaryFolder
    private let program: Program

    init() throws {
        folder = try TemporaryFolder()
        port = try LoopbackPort.free()
        let pki = TestPKI.shared
        try folder.write("chain.pem", text: pki.server.pem + pki.intermediate.pem)
        try folder.write("leaf.key", text: pki.server.keyPEM)
        try folder.write("root.pem", text: pki.root.pem)
        try folder.write(
            "nginx.conf",
            text: """
                daemon off; master_process off; pid \(folder.path)/nginx.pid; error_log \(folder.path)/error.log crit;
                events { worker_connections 256; }
                http {
                    access_log off;
                    client_body_temp_path \(folder.path)/body; proxy_temp_path \(folder.path)/proxy;
                    fastcgi_temp_path \(folder.path)/fastcgi; uwsgi_temp_path \(folder.path)/uwsgi;
                    scgi_temp_path \(folder.path)/scgi;
                    server {
                        listen 127.0.0.1:\(port) ssl http2;
                        ssl_certificate \(folder.path)/chain.pem; ssl_certificate_key \(folder.path)/leaf.key;
                        ssl_client_certificate \(folder.path)/root.pem; ssl_verify_client optional; ssl_verify_depth 3;
                        location / { return 200 '$server_protocol $http_host $ssl_client_s_dn'; }
                    }
                }
                """
        )
        program = try Program(
            "nginx",
            ["-p", folder.path, "-c", folder.file("nginx.conf"), "-e", folder.file("error.log")]
        )
        let (program, port) = (program, port)
        try Waiting.until("nginx on port \(port)") { !program.isRunning || LoopbackPort.answers(port) }
    }

    // It has nothing to bring to an orderly end, and takes seconds for it.
    deinit { program.signal(SIGKILL) }

    /// Whether nginx is there and the real servers are wanted.
    static var isWanted: Bool {
        ProcessInfo.processInfo.environment["PEERS"] != "no"
            && ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx"].contains {
                FileManager.default.isExecutableFile(atPath: $0)
            }
    }
}
