import Diagnosis
import FileSamples
import Foundation
import Testing

@testable import Trust

/// What popular articles claim, each decided by what the client does.
@Suite struct ArticleClaimTests {
    private let chain: TestChain
    private let alone: TestIdentity
    private let pki: FilePKI

    init() throws {
        chain = try TestChain()
        alone = try TestIdentity.selfSigned(Recipe())
        pki = try FilePKI.shared.get()
    }

    private func claim(_ beginning: String) throws -> ArticleClaim {
        try #require(ArticleClaim.all.first { $0.claim.hasPrefix(beginning) }, "\(beginning)")
    }

    private var selfSigned: EvaluationRequest {
        var request = EvaluationRequest(chain: [alone.presented], host: TestChain.host, date: TestChain.now)
        request.anchors = Anchors()
        return request
    }

    @Test func everyClaimBelongsToAFlowAndHasATruth() {
        #expect(ArticleClaim.all.count == 20)
        #expect(Set(ArticleClaim.all.map(\.claim)).count == 20)
        for claim in ArticleClaim.all {
            #expect(Flow.named(claim.flow)?.claims.contains(claim) == true, "\(claim.flow)")
            #expect(claim.claim.hasSuffix(".") && claim.truth.hasSuffix("."))
        }
    }

    @Test func withoutTheTransportSettingTheSystemVerifies() throws {
        #expect(try claim("Without the transport-security").verdict == .wrong)
        let client = try FlowClient("F9", ["lab-ca.cer": .certificate(chain.root.certificate)])
        let effect = try client.effect(chain.request(anchors: Anchors(), withRoot: true))
        #expect(effect.code == .atsBeforeChallenge)
        #expect(effect.reason.contains("chain.untrusted-root"))
    }

    @Test func defaultIgnoresTheCredential() throws {
        #expect(try claim("Use and default").verdict == .wrong)
        for request in [chain.request(), chain.request(host: "wrong.test")] {
            let decision = Decider.serverTrust(request, profile: ClientProfile())
            let effects = [true, false].map {
                Decider.effect(
                    of: ClientAnswer(.performDefaultHandling, hasCredential: $0),
                    serverTrust: request,
                    decision: decision
                )
            }
            #expect(effects[0] == effects[1])
            let none = ClientAnswer(.useCredential, hasCredential: false)
            let used = Decider.effect(of: none, serverTrust: request, decision: decision)
            #expect(used.proceeds == effects[0].proceeds)
        }
    }

    @Test func aWildcardCoversOneLabel() throws {
        #expect(try claim("A wildcard").verdict == .partly)
        let wild = try TestChain(leaf: Recipe().with { $0.alternativeNames = "DNS:*.example.test" })
        func verdict(_ host: String) -> Verdict { Evaluator.evaluate(wild.request(host: host)).verdict }
        #expect(verdict("a.example.test") == .accept)
        #expect(verdict("a.b.example.test") == .refuse)
        #expect(verdict("example.test") == .refuse)
    }

    @Test func aProxyWithItsAuthorityOnTheDeviceIsAccepted() throws {
        #expect(try claim("https stops").verdict == .partly)
        let user = Evaluator.evaluate(chain.request(anchors: Anchors(user: [chain.root.certificate])))
        #expect(user.verdict == .accept)
        #expect(user.trustResult == .proceed)
        #expect(Evaluator.evaluate(chain.request(anchors: Anchors())).verdict == .refuse)
        // A pin on the server's own certificate notices it.
        let real = try TestChain()
        let pinned = AFSecurityPolicy(pinningMode: .certificate, pins: [real.leaf.pin])
        let request = chain.request(anchors: Anchors(user: [chain.root.certificate]), policy: Policy(pinned))
        #expect(Evaluator.evaluate(request).code == .pinNoMatch)
    }

    @Test func aSelfSignedCertificateIsTakenAsAnchorAndAsPin() throws {
        #expect(try claim("iOS takes no self-signed").verdict == .wrong)
        let own = BundleSnapshot.Content.certificate(alone.certificate)
        #expect(try FlowClient("F2", ["server.cer": own]).effect(selfSigned).proceeds)
        #expect(try FlowClient("F4", ["lab-ca.cer": own, "custom.der": own]).effect(selfSigned).proceeds)
        var unexcepted = try FlowClient("F2", ["server.cer": own])
        unexcepted.profile.transportSecurity = TransportSecurity()
        #expect(try unexcepted.effect(selfSigned).code == .atsBeforeChallenge)
    }

    @Test func aLeafPinKeepsOutWhatAnAuthorityPinLetsIn() throws {
        #expect(try claim("A pinned server certificate").verdict == .partly)
        let colleague = try chain.intermediate.issue(Recipe().with { $0.alternativeNames = "DNS:colleague.test" })
        var attack = chain.request(anchors: Anchors(), withRoot: true)
        attack.chain[0] = colleague.presented
        let leaf = try FlowClient("F2", ["server.cer": .certificate(chain.leaf.certificate)])
        #expect(leaf.serverTrust(attack).words == ["cancel"])
        let authority = ["lab-ca.cer": BundleSnapshot.Content.certificate(chain.root.certificate)]
        #expect(try FlowClient("F2c", authority).serverTrust(attack).words == ["use"])
        #expect(try FlowClient("F2cr", authority).serverTrust(attack).words == ["cancel"])
    }

    @Test func withTheNameOffOtherAuthoritiesPassWithoutPinsAlone() throws {
        #expect(try claim("With the name off").verdict == .partly)
        let publicly = chain.request(host: "wrong.test")
        func verdict(_ policy: AFSecurityPolicy) -> Verdict {
            Evaluator.evaluate(publicly.with { $0.policy = Policy(policy) }).verdict
        }
        #expect(verdict(AFSecurityPolicy(validatesDomainName: false)) == .accept)
        for mode in [AFSecurityPolicy.PinningMode.certificate, .publicKey] {
            let pinned = AFSecurityPolicy(pinningMode: mode, pins: [alone.pin], validatesDomainName: false)
            #expect(verdict(pinned) == .refuse)
        }
    }

    @Test func anAnchorStandsForItsOwnNamesOnly() throws {
        #expect(try claim("Result 1 or 4").verdict == .partly)
        let files = ["lab-ca.cer", "custom.der"].map {
            ($0, BundleSnapshot.Content.certificate(chain.root.certificate))
        }
        let client = try FlowClient("F4", Dictionary(uniqueKeysWithValues: files))
        let right = client.serverTrust(chain.request(anchors: Anchors()))
        #expect(right.evaluation?.trustResult == .unspecified)
        #expect(right.words == ["use"])
        #expect(client.serverTrust(chain.request(anchors: Anchors(), host: "wrong.test")).words == ["cancel"])
    }

    @Test func anAddressCanBeCertified() throws {
        #expect(try claim("Nobody certifies").verdict == .wrong)
        let byAddress = try TestChain(leaf: Recipe().with { $0.alternativeNames = "IP:192.0.2.1" })
        #expect(Evaluator.evaluate(byAddress.request(host: "192.0.2.1")).verdict == .accept)
        // The better way: the real name is validated, wherever the connection goes.
        #expect(try FlowClient("F6n").serverTrust(chain.request()).words == ["use"])
        #expect(Evaluator.evaluate(chain.request(host: "192.0.2.1")).verdict == .refuse)
    }

    @Test func aRequestHoldsThePublicKeyAlone() throws {
        #expect(try claim("The certificate signing request").verdict == .wrong)
        let key = pki.leaf.key
        let request = key.request("www")
        let file = CertificateFile(FilePKI.file("r.csr", request), as: .pin)
        #expect(file.problem?.code == .fileIsCsr)
        func holds(_ part: [UInt8]) -> Bool {
            request.indices.contains { request[$0...].starts(with: part) }
        }
        #expect(holds(Array(key.publicKeyInfo.suffix(64))))
        // ECPrivateKey (RFC 5915): a sequence, version 1, and the octets of the key.
        let encoded = key.traditional
        try #require(encoded.count > 39 && encoded[5] == 0x04 && encoded[6] == 32)
        #expect(!holds(Array(encoded[7..<39])))
    }

    @Test func aContainerIsCertificateAndKeyAndPerhapsAChain() throws {
        #expect(try claim("P12 is").verdict == .holds)
        for issuers in [[], [pki.issuing]] {
            let bytes = try FixtureContainer(pki.leaf, issuers: issuers).bytes()
            let options = IdentityFile.Options(passPhrase: PassPhrase("secret"))
            let identity = try #require(
                IdentityFile(FilePKI.file("client.p12", bytes), options: options).identities.first
            )
            #expect(identity.leaf == pki.leaf.certificate)
            #expect(identity.chain.map(\.sha256) == issuers.map(\.certificate.sha256))
        }
    }

    @Test func aProvisioningProfileHasNoKey() throws {
        #expect(try claim("A mobile provisioning").verdict == .wrong)
        let list: [String: Any] = ["DeveloperCertificates": [Data(pki.leaf.der)]]
        let content = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        let bytes = FixtureBundle.pkcs7([pki.root], content: [UInt8](content))
        let file = IdentityFile(FilePKI.file("a.mobileprovision", bytes), options: IdentityFile.Options())
        #expect(file.identities.isEmpty)
        #expect(file.problem?.code == .fileIsMobileprovision)
    }

    @Test func theContentDecidesNotTheName() throws {
        #expect(try claim("AFNetworking 3 wants").verdict == .wrong)
        #expect(try claim("Only cer").verdict == .wrong)
        for name in ["a.cer", "a.der", "a.crt", "a.pem", "a.txt", "a"] {
            let der = AppBundle(files: [FilePKI.file(name, pki.leaf.der)]).snapshot
            #expect(der.files[name] == .certificate(pki.leaf.certificate))
            let text = AppBundle(files: [FilePKI.file(name, pki.leaf.pem)]).snapshot
            guard case .other(let problem)? = text.files[name] else { Issue.record("\(name)"); continue }
            #expect(problem.code == .fileIsPem)
        }
    }

    @Test func whoHasTheServersKeyStoreCanBeTheServer() throws {
        #expect(try claim("The client's p12").verdict == .wrong)
        var asked = ClientCertificateRequest(
            issuers: [],
            signatureAlgorithms: [],
            keyTypes: [],
            host: TestChain.host,
            date: TestChain.now
        )
        asked.serverKey = chain.leaf.certificate.publicKeySHA256
        let shipped = chain.leaf.identity(chain: [chain.intermediate.certificate])
        let sent = try FlowClient("F20").clientCertificate(asked, [shipped])
        #expect(sent.codes.contains(.identityIsServerKey))
        // The attacker presents what the file holds: every client accepts it, the pinning one too.
        var attack = EvaluationRequest(
            chain: ([shipped.leaf] + shipped.chain).map { PresentedCertificate($0) },
            host: TestChain.host,
            date: TestChain.now
        )
        attack.anchors = Anchors(system: [chain.root.certificate])
        #expect(Evaluator.evaluate(attack).verdict == .accept)
        let pinned = AFSecurityPolicy(pinningMode: .certificate, pins: [chain.leaf.pin])
        #expect(Evaluator.evaluate(attack.with { $0.policy = Policy(pinned) }).verdict == .accept)
    }
}
