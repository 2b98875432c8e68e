import Foundation
import TestSupport

/// Apache with its own configuration and ports under a temporary folder: a server that asks for a certificate, or for a
/// password, at some places only; and a proxy, plain and behind TLS, the latter with a password.
final class ApacheServer {
    /// The server: `/`, `/secure/` (certificate), `/basic/` and `/digest/` (user `alice`, password `secret`).
    let port: Int
    /// The proxy that is spoken to in the clear.
    let proxyPort: Int
    /// The proxy behind TLS, which wants a password.
    let secureProxyPort: Int
    private let folder: TemporaryFolder
    private let program: Program

    /// - Parameter version: `1.2` or `1.3`, the only one spoken.
    init(_ pki: CommandLinePKI, version: String = "1.3") throws {
        folder = try TemporaryFolder()
        (port, proxyPort, secureProxyPort) = (
            try LoopbackPort.free(), try LoopbackPort.free(), try LoopbackPort.free()
        )
        try Self.writeFiles(folder)
        try folder.write("httpd.conf", text: Self.head(folder, ports: [port, proxyPort, secureProxyPort]))
        let conf = folder.file("httpd.conf")
        let hosts = """
            <VirtualHost 127.0.0.1:\(port)>
              DocumentRoot \(folder.path)/www
              DirectoryIndex index.html
              SSLEngine on
              SSLCertificateFile \(pki.serverChain)
              SSLCertificateKeyFile \(pki.serverKey)
              SSLCACertificateFile \(pki.clientCA)
              SSLProtocol -all +TLSv\(version)
              <Location /secure>
                SSLVerifyClient require
              </Location>
              <Location /basic>
                AuthType Basic
                AuthName "the lab"
                AuthUserFile \(folder.path)/users
                Require valid-user
              </Location>
              <Location /digest>
                AuthType Digest
                AuthName "the lab"
                AuthDigestProvider file
                AuthUserFile \(folder.path)/digests
                Require valid-user
              </Location>
            </VirtualHost>
            <VirtualHost 127.0.0.1:\(proxyPort)>
              ProxyRequests On
              AllowCONNECT 1-65535
            </VirtualHost>
            <VirtualHost 127.0.0.1:\(secureProxyPort)>
              SSLEngine on
              SSLCertificateFile \(pki.serverChain)
              SSLCertificateKeyFile \(pki.serverKey)
              ProxyRequests On
              AllowCONNECT 1-65535
              <Proxy *>
                AuthType Basic
                AuthName "the proxy"
                AuthUserFile \(folder.path)/users
                Require valid-user
              </Proxy>
            </VirtualHost>
            """
        try folder.write("hosts.conf", text: hosts)
        program = try Program("apache2", ["-X", "-f", conf])
        try Waiting.until("apache on port \(secureProxyPort)") { [program, folder, secureProxyPort, port] in
            guard program.isRunning else {
                let log = (try? String(contentsOfFile: folder.file("error.log"), encoding: .utf8)) ?? ""
                throw PeerFailure(description: "apache2: \(program.errorsSoFar)\(log)")
            }
            return LoopbackPort.answers(port) && LoopbackPort.answers(secureProxyPort)
        }
    }

    /// The pages and the passwords, readable for the user that Apache runs as.
    private static func writeFiles(_ folder: TemporaryFolder) throws {
        for place in ["", "secure/", "basic/", "digest/"] {
            try folder.write("www/\(place)index.html", text: "page \(place)\n")
        }
        let hash = try Program.run("openssl", ["passwd", "-apr1", "secret"]).output
        try folder.write("users", text: "alice:\(hash)")
        let digest = try Program.run("md5sum", [], input: "alice:the lab:secret").output.prefix { $0 != " " }
        try folder.write("digests", text: "alice:the lab:\(digest)\n")
        let folders = ["", "www", "www/secure", "www/basic", "www/digest"]
        for name in folders {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.file(name))
        }
        for name in folders.dropFirst().map({ $0 + "/index.html" }) + ["users", "digests"] {
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.file(name))
        }
    }

    private static func head(_ folder: TemporaryFolder, ports: [Int]) -> String {
        let modules = [
            "mpm_event", "authn_core", "authn_file", "authz_core", "authz_user", "auth_basic", "auth_digest", "dir",
            "ssl", "proxy", "proxy_connect",
        ]
        var lines = [
            "ServerRoot \(folder.path)", "ServerName api.example.test", "PidFile \(folder.path)/httpd.pid",
            "ErrorLog \(folder.path)/error.log", "DefaultRuntimeDir \(folder.path)", "Mutex pthread",
            "StartServers 1", "ThreadsPerChild 8", "MaxRequestWorkers 16",
        ]
        lines += ports.map { "Listen 127.0.0.1:\($0)" }
        lines += modules.map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so" }
        lines += [
            "User www-data", "Group www-data", "SSLSessionCache none", "<Directory />", "AllowOverride None",
            "Require all granted", "</Directory>", "Include \(folder.path)/hosts.conf", "",
        ]
        return lines.joined(separator: "\n")
    }
}
