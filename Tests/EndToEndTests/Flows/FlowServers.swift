import Foundation
import TestSupport

/// nginx servers of a PKI made with the openssl command, and the bundle of an app that was written for them.
final class FlowServers {
    /// What a server shows.
    enum Kind: String, CaseIterable {
        /// A right chain for the name that is asked for.
        case good
        /// A chain of the same authority for another name.
        case otherName
        /// A self-signed certificate for the name.
        case selfSigned
        /// A right chain, and a client certificate is demanded.
        case mutual
        /// A right chain for a host that F15 has an evaluator for.
        case listed

        /// The name that is asked for.
        var host: String { self == .listed ? "good.lab.test" : FlowServers.host }
    }

    static let host = "api.example.test"
    let bundle: TemporaryFolder
    private let pki: CommandLinePKI
    private var servers: [Kind: NginxServer] = [:]

    init() throws {
        pki = try CommandLinePKI()
        bundle = try TemporaryFolder()
        try pki.der(of: "server.pem").write(to: URL(fileURLWithPath: bundle.file("server.cer")))
        for name in ["lab-ca.cer", "custom.der"] {
            try pki.der(of: "root.pem").write(to: URL(fileURLWithPath: bundle.file(name)))
        }
        try FileManager.default.copyItem(atPath: pki.alice, toPath: bundle.file("client.p12"))
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: bundle.file(name)) }

    /// Puts the leaf of the listed host in the place of the pin.
    func pinListed() throws {
        _ = try server(.listed)
        try pki.der(of: "\(Kind.listed.host).pem").write(to: URL(fileURLWithPath: bundle.file("server.cer")))
    }

    /// Replaces the DER file of the pin by its text form, under the same name.
    func renamePEM() throws {
        try remove("server.cer")
        try FileManager.default.copyItem(atPath: pki.folder.file("server.pem"), toPath: bundle.file("server.cer"))
    }

    func server(_ kind: Kind) throws -> NginxServer {
        if let known = servers[kind] { return known }
        let made: NginxServer =
            switch kind {
            case .good: try NginxServer(pki, tls: "")
            case .otherName: try NginxServer(pki, tls: "", identity: try pki.server("other.example.test"))
            case .selfSigned: try NginxServer(pki, tls: "", identity: try pki.selfSigned(Self.host))
            case .mutual:
                try NginxServer(pki, tls: "ssl_verify_client on; ssl_client_certificate \(pki.clientCA);")
            case .listed: try NginxServer(pki, tls: "", identity: try pki.server(kind.host))
            }
        servers[kind] = made
        return made
    }

    /// Fires a flow at a server, once or more often in one run.
    ///
    /// - Parameters:
    ///   - byAddress: whether the URL has the address in place of the name.
    ///   - isTrusted: whether the machine's store has the root.
    func fire(
        _ flow: String,
        _ kind: Kind,
        byAddress: Bool = false,
        isTrusted: Bool = true,
        times: Int = 1,
        _ further: [String] = []
    ) throws -> (status: Int32, exchanges: [FiredDocument.Exchange]) {
        let port = try server(kind).port
        let url = byAddress ? "https://127.0.0.1:\(port)/" : "https://\(kind.host)/"
        var arguments = Array(repeating: url, count: times) + ["--flow", flow, "--bundle", bundle.path]
        if !byAddress { arguments += ["--connect-to", "127.0.0.1:\(port)"] }
        if isTrusted { arguments += ["--system-anchors", pki.root] }
        arguments += ["--identity-password-file", pki.passPhraseFile]
        return try FiredDocument.fireAll(arguments + further)
    }
}
