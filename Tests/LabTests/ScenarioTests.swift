import COpenSSL
import Foundation
import TestSupport
import Testing
import Trust

@testable import Lab

/// Every scenario of the recipe serves what it states.
@Suite struct ScenarioTests {
    static let tlsScenarios = ((try? RunningLab.recipe())?.scenarioRecipes ?? []).filter { $0.speaks == .tls }

    @Test(arguments: tlsScenarios.map(\.scenario.name)) func servesItsChain(_ name: String) throws {
        let lab = try RunningLab(only: [name])
        let recipe = try #require(Self.tlsScenarios.first { $0.scenario.name == name })
        let client = try lab.client(name) {
            $0.identity = recipe.clients.mode == .require ? lab.server.clientPEMPath : nil
        }
        // A scenario that refuses alice serves its chain all the same.
        _ = try? client.handshake()
        let names = [EntryName.server(name)] + recipe.sends.map { EntryName.authority($0) }
        let pki = try lab.pki()
        #expect(client.chain == (try names.map { try pki.issued($0).certificate }))
        #expect(try lab.server.leaf(of: name) == client.chain.first)
    }

    /// For each version: the highest and the lowest of the scenario work, the ones beside them do not.
    @Test(
        arguments: tlsScenarios.filter { $0.clients.mode != .require && $0.tls.finiteField != .smallSubgroup }.map(
            \.scenario.name
        )
    )
    func speaksItsVersions(_ name: String) throws {
        let lab = try RunningLab(only: [name])
        let tls = try #require(Self.tlsScenarios.first { $0.scenario.name == name }).tls
        for version in TLSVersion.allCases {
            let client = try lab.client(name) {
                $0.minimum = Int32(version.number)
                $0.maximum = Int32(version.number)
            }
            if (tls.minimum...tls.maximum).contains(version) {
                try client.handshake()
                let word = version == .v1_0 ? "TLSv1" : "TLSv" + version.rawValue
                #expect(client.version == word)
            } else {
                #expect(throws: TLSClient.Failure.self) { try client.handshake() }
            }
        }
    }

    /// A scenario and what holds for its leaf.
    struct Oddity: CustomTestStringConvertible, Sendable {
        var scenario: String
        var holds: @Sendable (Certificate) -> Bool
        var testDescription: String { scenario }

        init(_ scenario: String, _ holds: @escaping @Sendable (Certificate) -> Bool) {
            self.scenario = scenario
            self.holds = holds
        }
    }

    static let oddities: [Oddity] = [
        Oddity("expired") { $0.notAfter < Date() },
        Oddity("not-yet-valid") { $0.notBefore > Date() },
        Oddity("wrong-host") { $0.dnsNames == ["other.lab.test"] && $0.ipAddresses.isEmpty },
        Oddity("self-signed") { $0.isSelfIssued && $0.dnsNames.contains("self-signed.lab.test") },
        Oddity("untrusted-root") { $0.issuer.commonName == "Second CA" },
        Oddity("name-only") { $0.dnsNames == ["name-only.lab.test"] && $0.ipAddresses.isEmpty },
        Oddity("ip-address") { $0.dnsNames.isEmpty && $0.ipAddresses.contains([127, 0, 0, 1]) },
        Oddity("ip-address-in-dns") { $0.dnsNames == ["127.0.0.1"] && $0.ipAddresses.isEmpty },
        Oddity("common-name-only") {
            $0.alternativeNames == nil && $0.subject.commonName == "common-name-only.lab.test"
        },
        Oddity("no-subject") { $0.subject.text.isEmpty && $0.dnsNames.contains("no-subject.lab.test") },
        Oddity("1000-names") { $0.dnsNames.count == 1002 },
        Oddity("10000-names") { $0.dnsNames.count == 10_002 },
        Oddity("idn") { $0.dnsNames == ["xn--bcher-kva.idn.lab.test"] },
        Oddity("trailing-dot") { $0.dnsNames == ["trailing-dot.lab.test"] },
        Oddity("rsa-512") { $0.key.description == "RSA 512" },
        Oddity("good-rsa") { $0.key.description == "RSA 2048" && $0.signatureAlgorithm == "sha256WithRSAEncryption" },
        Oddity("rsa-1024") { $0.key.description == "RSA 1024" },
        Oddity("sha1") { $0.signatureDigest == "sha1" },
        Oddity("sha384") { $0.signatureDigest == "sha384" },
        Oddity("sha512") { $0.signatureDigest == "sha512" },
        Oddity("p-384") { $0.key.description == "EC P-384" },
        Oddity("rsa-4096") { $0.key.description == "RSA 4096" },
        Oddity("no-common-name") { $0.subject.commonName == nil && $0.subject.text == "O=Lab" },
        Oddity("md5") { $0.signatureDigest == "md5" },
        Oddity("purpose-client-only") { $0.extendedKeyUsage == ["1.3.6.1.5.5.7.3.2"] },
        Oddity("validity-826-days") { ScenarioTests.days($0) == 826 },
        Oddity("validity-399-days") { ScenarioTests.days($0) == 399 },
        Oddity("wildcard") { $0.dnsNames == ["*.lab.test"] },
    ]

    @Test(arguments: oddities) func itsLeafIsWrongInItsOwnWay(_ oddity: Oddity) throws {
        let lab = try RunningLab(only: [oddity.scenario])
        let leaf = try lab.server.leaf(of: oddity.scenario)
        #expect(oddity.holds(leaf), "\(leaf.subject.text) \(leaf.alternativeNames ?? [])")
    }

    static func days(_ certificate: Certificate) -> Int {
        Int((certificate.notAfter.timeIntervalSince(certificate.notBefore) + 1) / 86_400)
    }

    @Test func rotatedLeavesShareTheKeyOrNot() throws {
        let lab = try RunningLab(only: ["good"])
        let server = lab.server
        let good = try server.leaf(of: "good")
        #expect(try server.leaf(of: "rotated-leaf-same-key").publicKeyInfo == good.publicKeyInfo)
        #expect(try server.leaf(of: "rotated-leaf-same-key") != good)
        #expect(try server.leaf(of: "rotated-leaf-new-key").publicKeyInfo != good.publicKeyInfo)
    }

    /// What `openssl verify` says of each chain, with the public root as its only anchor. The command falls back to the
    /// common name, which clients do not.
    @Test(arguments: [
        ("good", "OK"), ("good-rsa", "OK"), ("expired", "certificate has expired"),
        ("not-yet-valid", "certificate is not yet valid"), ("wrong-host", "hostname mismatch"),
        ("name-only", "OK"), ("common-name-only", "OK"),
        ("self-signed", "self-signed certificate"), ("untrusted-root", "self-signed certificate in certificate chain"),
        ("missing-intermediate", "unable to get local issuer certificate"), ("rotated-leaf-same-key", "OK"),
        ("rotated-leaf-new-key", "OK"), ("mutual", "OK"), ("mutual-want", "OK"), ("mutual-other-ca", "OK"),
        ("mutual-root-only", "OK"), ("tls-1.0", "OK"), ("tls-1.2", "OK"), ("wildcard", "OK"), ("no-subject", "OK"),
        ("wildcard-two-labels", "hostname mismatch"), ("extra-certificates", "OK"), ("wrong-order", "OK"),
        ("intermediate-not-ca", "invalid CA certificate"), ("path-length", "path length constraint exceeded"),
        ("name-constraints", "permitted subtree violation"), ("purpose-client-only", "unsuitable certificate purpose"),
        ("sha1", "CA signature digest algorithm too weak"), ("md5", "CA signature digest algorithm too weak"),
        ("rsa-1024", "EE certificate key too weak"), ("rsa-512", "EE certificate key too weak"),
        ("stapled-good", "OK"), ("stapled-revoked", "OK"), ("must-staple", "OK"), ("revoked", "OK"),
        ("10000-names", "OK"), ("mutual-shared-key", "OK"), ("http2", "OK"), ("dh-1024", "OK"), ("null-cipher", "OK"),
        ("sha1-intermediate", "CA signature digest algorithm too weak"), ("p-384", "OK"), ("validity-826-days", "OK"),
        ("1000-names", "OK"), ("cross-signed-expired-root", "OK"),
    ])
    func openSSLJudgesItsChain(_ name: String, _ expected: String) throws {
        let lab = try RunningLab(only: [name])
        let scenario = try #require(lab.server.scenario(named: name))
        let client = try lab.client(name) { $0.identity = lab.server.clientPEMPath }
        _ = try? client.handshake()
        try #require(!client.chain.isEmpty)
        let folder = try TemporaryFolder()
        let files = try client.chain.enumerated().map {
            try folder.write("\($0.offset).pem", text: CertificateText.pem($0.element.der))
        }
        let anchor = try folder.write("anchor.pem", text: CertificateText.pem(lab.server.publicRoot.der))
        let result = try Program.run(
            "openssl",
            ["verify", "-no-CApath", "-no-CAstore", "-CAfile", anchor, "-auth_level", "2", "-purpose", "sslserver"]
                + ["-verify_hostname", scenario.host] + files.dropFirst().flatMap { ["-untrusted", $0] } + [files[0]]
        )
        #expect((result.output + result.errors).contains(expected), "\(result.output) \(result.errors)")
        #expect((expected == "OK") == (result.status == 0))
    }

    @Test func theLabsRootIsAnAnchorForGoodToo() throws {
        let lab = try RunningLab(only: ["good"])
        let client = try lab.client("good").handshake()
        let folder = try TemporaryFolder()
        let leaf = try folder.write("leaf.pem", text: CertificateText.pem(client.chain[0].der))
        let rest = try folder.write(
            "rest.pem",
            text: client.chain.dropFirst().map { CertificateText.pem($0.der) }.joined()
        )
        let result = try Program.run(
            "openssl",
            ["verify", "-no-CApath", "-no-CAstore", "-CAfile", lab.server.rootPEMPath, "-untrusted", rest, leaf]
        )
        #expect(result.status == 0, "\(result.errors)")
    }

    /// What the `system` policy says of each chain is what the recipe says that it raises.
    @Test(arguments: tlsScenarios.map(\.scenario)) func raisesItsDiagnosis(_ scenario: LabScenario) throws {
        let lab = try RunningLab(only: [scenario.name])
        let client = try lab.client(scenario.name) { $0.identity = lab.server.clientPEMPath }
        _ = try? client.handshake()
        var request = EvaluationRequest(
            chain: client.chain.map { PresentedCertificate($0) },
            host: scenario.host,
            date: Date()
        )
        request.anchors.system = [lab.server.publicRoot]
        let evaluation = Decider.serverTrust(request, profile: ClientProfile()).evaluation
        let trustAreas = ["chain", "date", "host", "policy"]
        let code = scenario.code.flatMap { trustAreas.contains(String($0.area)) ? $0 : nil }
        #expect(evaluation?.verdict == (code == nil ? .accept : .refuse))
        #expect(evaluation?.code == code, "\(evaluation?.reason ?? "")")
    }
}
