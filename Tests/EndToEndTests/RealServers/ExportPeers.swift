import Foundation
import TestSupport
import Testing

/// The exported files in the programs that they are for.
@Suite struct ExportPeers {
    private let home: TemporaryFolder
    private var folder: String { home.file("out") }

    init() throws {
        home = try TemporaryFolder()
        let result = try Countersign.run(["lab", "--export", home.file("out")], home: home)
        try #require(result.status == 0, "\(result.errors)")
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
    }

    @Test func opensslTakesTheChain() throws {
        let result = try Program.run(
            "openssl",
            [
                "verify", "-CAfile", folder + "/root.pem", "-untrusted", folder + "/server.pem", "-verify_hostname",
                "localhost",
            ]
                + ["-purpose", "sslserver", folder + "/server.pem"]
        )
        #expect(result.status == 0, "\(result.errors)")
        for name in ["client", "other", "old", "alone", "ended", "mail", "server"] {
            let opened = try Program.run(
                "openssl",
                ["pkcs12", "-in", folder + "/\(name).p12", "-passin", "pass:lab", "-noout", "-legacy"]
            )
            #expect(opened.status == 0, "\(name): \(opened.errors)")
        }
    }

    @Test(.enabled(if: Self.has("keytool"))) func javaTrustsTheTrustStore() throws {
        let trust = try Program.run(
            "keytool",
            ["-list", "-keystore", folder + "/truststore.p12", "-storetype", "PKCS12", "-storepass", "lab"]
        )
        #expect(trust.output.components(separatedBy: "trustedCertEntry").count == 3, "\(trust.output)")
        let keys = try Program.run(
            "keytool",
            ["-list", "-keystore", folder + "/server.p12", "-storetype", "PKCS12", "-storepass", "lab"]
        )
        #expect(keys.output.contains("PrivateKeyEntry"), "\(keys.output)")
    }

    @Test func nginxServesAClientWithItsCertificateAndNoOther() throws {
        let port = try LoopbackPort.free()
        let snippet = try text("nginx.conf").replacing("127.0.0.1:8443", with: "127.0.0.1:\(port)")
        try home.write("snippet.conf", text: snippet)
        try home.write(
            "nginx.conf",
            text: """
                daemon off;
                master_process off;
                pid \(home.path)/nginx.pid;
                events { worker_connections 64; }
                http {
                    access_log off;
                    client_body_temp_path \(home.path)/body;
                    proxy_temp_path \(home.path)/proxy;
                    fastcgi_temp_path \(home.path)/fastcgi;
                    uwsgi_temp_path \(home.path)/uwsgi;
                    scgi_temp_path \(home.path)/scgi;
                    include "\(home.file("snippet.conf"))";
                }
                """
        )
        let base = ["-p", home.path, "-c", home.file("nginx.conf"), "-e", home.file("error.log")]
        let check = try Program.run("nginx", base + ["-t"])
        #expect(check.status == 0, "\(check.errors)")
        let nginx = try Program("nginx", base)
        try Waiting.until("nginx") { LoopbackPort.answers(port) }
        let curl = ["-sS", "--cacert", folder + "/root.pem", "https://localhost:\(port)/"]
        let mine = try Program.run("curl", curl + ["--cert", folder + "/client.pem"])
        #expect(mine.output.contains("hello CN=alice,O=Lab SUCCESS"), "\(mine)")
        let p12 = try Program.run("curl", curl + ["--cert-type", "P12", "--cert", folder + "/client.p12:lab"])
        #expect(p12.output.contains("SUCCESS"), "\(p12)")
        #expect(try Program.run("curl", curl).output.contains("400 No required SSL certificate was sent"))
        let fired = try Countersign.run(
            [
                "fire", "https://localhost:\(port)/", "--anchors", folder + "/root.pem", "--identity",
                folder + "/client.pem",
            ],
            home: home
        )
        #expect(fired.status == 0, "\(fired.output)")
        nginx.stop()
    }

    @Test func apacheTakesItsSnippet() throws {
        let modules = ["mpm_event", "authz_core", "ssl"].map {
            "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so\n"
        }
        try home.write(
            "apache.conf",
            text: modules.joined() + """
                ServerRoot "\(home.path)"
                PidFile "\(home.path)/apache.pid"
                ErrorLog "\(home.path)/apache.log"
                ServerName localhost
                Include "\(folder)/apache.conf"

                """
        )
        let result = try Program.run("apache2", ["-t", "-f", home.file("apache.conf")])
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        #expect((result.output + result.errors).contains("Syntax OK"))
    }

    @Test func theTomcatSnippetIsXML() throws {
        let wrapped = "<Service>" + (try text("tomcat-server.xml")) + "</Service>"
        let program =
            "import sys, xml.dom.minidom as m; d = m.parseString(sys.stdin.read()); "
            + "print(' '.join(e.tagName for e in d.getElementsByTagName('*')))"
        let result = try Program.run("python3", ["-c", program], input: wrapped)
        #expect(result.output == "Service Connector SSLHostConfig Certificate\n", "\(result.errors)")
    }

    static func has(_ program: String) -> Bool { (try? Program.run(program, ["-help"])) != nil }
}
