import Foundation
import TestSupport

/// Tomcat with its own CATALINA_BASE under a temporary folder: key store, trust store, one file.
final class TomcatServer {
    let port: Int
    private let folder: TemporaryFolder
    private let program: Program

    /// - Parameter clientAuth: `true`, `want` or `false`, as its manual has it.
    init(_ pki: CommandLinePKI, clientAuth: String) throws {
        folder = try TemporaryFolder()
        port = try LoopbackPort.free()
        for name in ["conf", "logs", "temp", "work", "webapps/ROOT/WEB-INF"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
        }
        try folder.write("webapps/ROOT/index.txt", text: "page of Tomcat\n")
        try folder.write("webapps/ROOT/WEB-INF/web.xml", text: Self.webApplication)
        try folder.write("conf/server.xml", text: Self.configuration(folder.path, port: port, clientAuth: clientAuth))
        try Self.run(
            "openssl",
            ["pkcs12", "-export", "-in", pki.serverChain, "-inkey", pki.serverKey, "-out", folder.file("server.p12")]
                + ["-passout", "pass:secret"]
        )
        // openssl's containers of certificates alone hold no trusted entries for Java.
        try Self.run(
            "keytool",
            ["-importcert", "-noprompt", "-alias", "clients", "-file", pki.clientCA, "-storetype", "PKCS12"]
                + ["-keystore", folder.file("trust.p12"), "-storepass", "secret"]
        )
        let home = "/usr/share/tomcat10"
        program = try Program(
            "java",
            [
                "-Xmx128m", "-Djava.io.tmpdir=\(folder.file("temp"))", "-Dcatalina.base=\(folder.path)",
                "-Dcatalina.home=\(home)", "-cp", "\(home)/bin/bootstrap.jar:\(home)/bin/tomcat-juli.jar",
                "org.apache.catalina.startup.Bootstrap", "start",
            ]
        )
        let (program, port) = (program, port)
        try Waiting.until("Tomcat on port \(port)", seconds: 90) {
            guard program.isRunning else { throw PeerFailure(description: "Tomcat: \(program.errorsSoFar)") }
            return LoopbackPort.answers(port)
        }
    }

    private static func run(_ name: String, _ arguments: [String]) throws {
        let result = try Program.run(name, arguments)
        guard result.status == 0 else { throw PeerFailure(description: "\(name): \(result.output)\(result.errors)") }
    }

    private static func configuration(_ folder: String, port: Int, clientAuth: String) -> String {
        """
        <Server port="-1">
          <Service name="Catalina">
            <Connector port="\(port)" address="127.0.0.1" protocol="org.apache.coyote.http11.Http11NioProtocol"
                SSLEnabled="true" scheme="https" secure="true" maxThreads="8">
              <SSLHostConfig certificateVerification="\(clientAuth)" protocols="TLSv1.2+TLSv1.3"
                  truststoreFile="\(folder)/trust.p12" truststoreType="PKCS12" truststorePassword="secret">
                <Certificate certificateKeystoreFile="\(folder)/server.p12" certificateKeystoreType="PKCS12"
                    certificateKeystorePassword="secret" type="EC"/>
              </SSLHostConfig>
            </Connector>
            <Engine name="Catalina" defaultHost="localhost">
              <Host name="localhost" appBase="webapps" autoDeploy="false"/>
            </Engine>
          </Service>
        </Server>
        """
    }

    private static let webApplication = """
        <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0" metadata-complete="true">
          <servlet>
            <servlet-name>default</servlet-name>
            <servlet-class>org.apache.catalina.servlets.DefaultServlet</servlet-class>
          </servlet>
          <servlet-mapping><servlet-name>default</servlet-name><url-pattern>/</url-pattern></servlet-mapping>
        </web-app>
        """
}
