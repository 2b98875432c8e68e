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

    @Test func apacheServesAClientWithItsCertificateAndNoOther() throws {
        let port = try LoopbackPort.free()
        try home.write(
            "snippet.conf",
            text: try text("apache.conf").replacing("127.0.0.1:8444", with: "127.0.0.1:\(port)")
        )
        let modules = ["mpm_event", "authz_core", "dir", "ssl"].map {
            "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so\n"
        }
        try home.write("www/index.html", text: "hello from apache\n")
        try home.write(
            "apache.conf",
            text: modules.joined() + """
                ServerRoot "\(home.path)"
                PidFile "\(home.path)/apache.pid"
                ErrorLog "\(home.path)/apache.log"
                DefaultRuntimeDir "\(home.path)"
                Mutex pthread
                StartServers 1
                ThreadsPerChild 8
                MaxRequestWorkers 16
                User www-data
                Group www-data
                ServerName localhost
                DocumentRoot "\(home.path)/www"
                DirectoryIndex index.html
                Include "\(home.file("snippet.conf"))"

                """
        )
        for name in ["", "www"] {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home.file(name))
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: home.file("www/index.html"))
        let check = try Program.run("apache2", ["-t", "-f", home.file("apache.conf")])
        #expect(check.status == 0, "\(check.output) \(check.errors)")
        let apache = try Program("apache2", ["-X", "-f", home.file("apache.conf")])
        try Waiting.until("apache") { LoopbackPort.answers(port) }
        try expectItAsks(port, for: "hello from apache")
        apache.stop()
    }

    /// A server at a port lets alice in, by PEM and by PKCS#12, and refuses who shows nothing and who is not hers.
    private func expectItAsks(_ port: Int, for page: String) throws {
        let curl = ["-sS", "--cacert", folder + "/root.pem", "https://localhost:\(port)/"]
        let mine = try Program.run("curl", curl + ["--cert", folder + "/client.pem"])
        #expect(mine.output.contains(page), "\(mine)")
        let p12 = try Program.run("curl", curl + ["--cert-type", "P12", "--cert", folder + "/client.p12:lab"])
        #expect(p12.output.contains(page), "\(p12)")
        let nobody = try Program.run("curl", curl)
        #expect(nobody.status == 56 && nobody.output.isEmpty, "\(nobody)")
        let other = try Program.run("curl", curl + ["--cert-type", "P12", "--cert", folder + "/other.p12:lab"])
        #expect(other.status == 56 && other.output.isEmpty, "\(other)")
        let identity = ["fire", "https://localhost:\(port)/", "--anchors", folder + "/root.pem", "--identity"]
        let fired = try Countersign.run(identity + [folder + "/client.pem"], home: home)
        #expect(fired.status == 0, "\(fired.output)")
        let refused = try Countersign.run(Array(identity.dropLast()), home: home)
        #expect(refused.status == 4 && refused.output.contains("client.none"), "\(refused.output)")
    }

    @Test func anotherAuthoritySignsTheRequests() throws {
        let made = try Program.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
                "/CN=Your CA",
                "-days", "30", "-keyout", home.file("ca.key"), "-out", home.file("ca.pem"),
            ]
        )
        #expect(made.status == 0, "\(made.errors)")
        for (name, purpose) in [("server", "sslserver"), ("client", "sslclient")] {
            let checked = try Program.run("openssl", ["req", "-in", "\(folder)/\(name).csr", "-verify", "-noout"])
            #expect((checked.output + checked.errors).contains("verify OK"), "\(checked)")
            let signed = try Program.run(
                "openssl",
                [
                    "x509", "-req", "-in", "\(folder)/\(name).csr", "-CA", home.file("ca.pem"), "-CAkey",
                    home.file("ca.key"),
                    "-copy_extensions", "copy", "-days", "30", "-out", home.file("\(name).pem"),
                ]
            )
            #expect(signed.status == 0, "\(signed.errors)")
            let name = name == "server" ? ["-verify_hostname", "localhost"] : []
            let verified = try Program.run(
                "openssl",
                ["verify", "-CAfile", home.file("ca.pem"), "-purpose", purpose] + name
                    + [home.file("\(purpose.dropFirst(3)).pem")]
            )
            #expect(verified.status == 0, "\(verified.errors)")
        }
    }

    /// The Java server starts from the exported connector; it takes a Java and its time.
    @Test(.enabled(if: LongRun.isOn && FileManager.default.fileExists(atPath: Self.tomcat)))
    func tomcatServesAClientWithItsCertificateAndNoOther() throws {
        let port = try LoopbackPort.free()
        for name in ["logs", "temp", "work"] { try home.write("\(name)/.keep", text: "") }
        try home.write("webapps/ROOT/index.html", text: "hello from tomcat\n")
        try FileManager.default.createDirectory(atPath: home.file("conf"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "/etc/tomcat10/web.xml", toPath: home.file("conf/web.xml"))
        let connector = try text("tomcat-server.xml").replacing("port=\"8445\"", with: "port=\"\(port)\"")
        try home.write(
            "conf/server.xml",
            text: """
                <Server port="-1"><Service name="Catalina">
                \(connector)
                <Engine name="Catalina" defaultHost="localhost"><Host name="localhost" appBase="webapps"/></Engine>
                </Service></Server>
                """
        )
        let tomcat = try Program(
            Self.tomcat,
            ["run"],
            environment: ["CATALINA_HOME": "/usr/share/tomcat10", "CATALINA_BASE": home.path]
        )
        try Waiting.until("tomcat") { LoopbackPort.answers(port) }
        try expectItAsks(port, for: "hello from tomcat")
        tomcat.stop()
    }

    private static let tomcat = "/usr/share/tomcat10/bin/catalina.sh"

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
