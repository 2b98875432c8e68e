import Foundation
import TestSupport

/// A small PKI made with the openssl command, as an administrator would make one: root, intermediate, server, clients.
struct CommandLinePKI {
    let folder: TemporaryFolder

    var root: String { folder.file("root.pem") }
    var serverChain: String { folder.file("server-chain.pem") }
    var serverKey: String { folder.file("server.key") }
    var clientCA: String { folder.file("client-ca.pem") }
    /// alice, signed by the client CA; pass phrase `secret`.
    var alice: String { folder.file("alice.p12") }
    /// mallory, signed by a CA that no server knows; pass phrase `secret`.
    var mallory: String { folder.file("mallory.p12") }

    init() throws {
        folder = try TemporaryFolder()
        try authority("root", subject: "/CN=Test Root/O=Countersign tests", signedBy: nil)
        try authority("intermediate", subject: "/CN=Test Issuing CA", signedBy: "root")
        try authority("client-ca", subject: "/CN=Test Client CA", signedBy: nil)
        try authority("foreign-ca", subject: "/CN=Foreign CA", signedBy: nil)
        try leaf(
            "server",
            subject: "/CN=api.example.test",
            signedBy: "intermediate",
            extensions: "subjectAltName=DNS:api.example.test\nextendedKeyUsage=serverAuth"
        )
        try leaf("alice", subject: "/CN=alice", signedBy: "client-ca", extensions: "extendedKeyUsage=clientAuth")
        try leaf("mallory", subject: "/CN=mallory", signedBy: "foreign-ca", extensions: "extendedKeyUsage=clientAuth")
        for name in ["alice", "mallory"] {
            try openssl(
                "pkcs12",
                "-export",
                "-in",
                "\(name).pem",
                "-inkey",
                "\(name).key",
                "-out",
                "\(name).p12",
                "-passout",
                "pass:secret"
            )
        }
        let chain = try ["server.pem", "intermediate.pem"].map {
            try String(contentsOfFile: folder.file($0), encoding: .utf8)
        }
        try folder.write("server-chain.pem", text: chain.joined())
        try folder.write("secret.txt", text: "secret\n")
    }

    /// A server's files.
    struct Files {
        let chain: String
        let key: String
    }

    /// Another server of the same authority.
    func server(_ host: String) throws -> Files {
        try leaf(
            host,
            subject: "/CN=\(host)",
            signedBy: "intermediate",
            extensions: "subjectAltName=DNS:\(host)\nextendedKeyUsage=serverAuth"
        )
        let chain = try ["\(host).pem", "intermediate.pem"].map {
            try String(contentsOfFile: folder.file($0), encoding: .utf8)
        }
        try folder.write("\(host)-chain.pem", text: chain.joined())
        return Files(chain: folder.file("\(host)-chain.pem"), key: folder.file("\(host).key"))
    }

    /// A server that nobody vouches for.
    func selfSigned(_ host: String) throws -> Files {
        let names = ["self-\(host).pem", "self-\(host).key"]
        try openssl(
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-keyout",
            names[1],
            "-out",
            names[0],
            "-subj",
            "/CN=\(host)",
            "-days",
            "300",
            "-addext",
            "subjectAltName=DNS:\(host)",
            "-addext",
            "extendedKeyUsage=serverAuth"
        )
        return Files(chain: folder.file(names[0]), key: folder.file(names[1]))
    }

    /// A certificate of the folder in DER.
    func der(of name: String) throws -> Data {
        try openssl("x509", "-in", name, "-outform", "DER", "-out", "\(name).der")
        return try Data(contentsOf: URL(fileURLWithPath: folder.file("\(name).der")))
    }

    var passPhraseFile: String { folder.file("secret.txt") }

    private func authority(_ name: String, subject: String, signedBy issuer: String?) throws {
        let extensions = "basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign,cRLSign"
        guard let issuer else {
            try folder.write("\(name).cnf", text: "[req]\ndistinguished_name=dn\n[dn]\n[ext]\n\(extensions)\n")
            try openssl(
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:P-256",
                "-nodes",
                "-keyout",
                "\(name).key",
                "-out",
                "\(name).pem",
                "-subj",
                subject,
                "-days",
                "365",
                "-config",
                "\(name).cnf",
                "-extensions",
                "ext"
            )
            return
        }
        try leaf(name, subject: subject, signedBy: issuer, extensions: extensions)
    }

    private func leaf(_ name: String, subject: String, signedBy issuer: String, extensions: String) throws {
        try folder.write("\(name).ext", text: extensions + "\n")
        try openssl(
            "req",
            "-new",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-keyout",
            "\(name).key",
            "-out",
            "\(name).csr",
            "-subj",
            subject
        )
        try openssl(
            "x509",
            "-req",
            "-in",
            "\(name).csr",
            "-CA",
            "\(issuer).pem",
            "-CAkey",
            "\(issuer).key",
            "-CAcreateserial",
            "-days",
            "300",
            "-extfile",
            "\(name).ext",
            "-out",
            "\(name).pem"
        )
    }

    private func openssl(_ arguments: String...) throws {
        let result = try Program.run("openssl", arguments, folder: folder.path)
        guard result.status == 0 else { throw PeerFailure(description: "openssl \(arguments[0]): \(result.errors)") }
    }
}

/// A peer did not do what the test needs of it.
struct PeerFailure: Error, CustomStringConvertible {
    let description: String
}
