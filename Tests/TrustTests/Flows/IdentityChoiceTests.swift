import Diagnosis
import Foundation
import Testing

@testable import Trust

/// Which identity a server is shown, and why: issuers, key types, and rules by host and port.
@Suite struct IdentityChoiceTests {
    private let authority: TestIdentity
    private let other: TestIdentity
    private let alice: TestIdentity
    private let bob: TestIdentity

    init() throws {
        authority = try TestIdentity.selfSigned(.authority("Client Authority"))
        other = try TestIdentity.selfSigned(.authority("Other Authority"))
        let client = Recipe().with {
            $0.subject = "alice"
            $0.alternativeNames = nil
            $0.extendedKeyUsage = "clientAuth"
        }
        alice = try authority.issue(client)
        bob = try other.issue(client.with { $0.subject = "bob" }, key: TestKey(.rsa(2048)))
    }

    private var identities: [Identity] { [bob.identity(file: "all.p12"), alice.identity(file: "all.p12")] }

    private func decide(
        issuers: [TestIdentity] = [],
        keyTypes: [String] = [],
        host: String = "mutual.test",
        port: Int? = 443,
        _ identities: [Identity]? = nil,
        _ change: (inout ClientProfile) -> Void = { _ in }
    ) -> ClientDecision {
        var asked = ClientCertificateRequest(
            issuers: issuers.map(\.certificate.subject),
            signatureAlgorithms: [],
            keyTypes: keyTypes,
            host: host,
            date: TestChain.now
        )
        asked.port = port
        var profile = ClientProfile()
        profile.identity = .file("all.p12")
        change(&profile)
        return Decider.clientCertificate(
            asked,
            profile: profile,
            bundle: BundleSnapshot(),
            identities: identities ?? self.identities
        )
    }

    @Test func issuersAndKeyTypesChoose() {
        let rows: [(issuers: [TestIdentity], keyTypes: [String], chosen: String?)] = [
            ([authority], [], "alice"), ([other], [], "bob"), ([], [], "bob"), ([], ["EC"], "alice"),
            ([], ["RSA"], "bob"),
            ([authority], ["RSA"], nil), ([other], ["EC"], nil), ([authority, other], ["EC", "RSA"], "bob"),
        ]
        for row in rows {
            let decision = decide(issuers: row.issuers, keyTypes: row.keyTypes)
            #expect(decision.answers.first?.identity?.subject == row.chosen, "\(row.keyTypes)")
            if let chosen = row.chosen {
                #expect(decision.choice?.hasPrefix("\(chosen) of all.p12 is sent") == true)
                #expect(decision.answers.first?.persistence?.effective == .forSession)
            } else {
                #expect(decision.words == ["default"])
                #expect(decision.choice?.hasPrefix("None of 2 fits, so none is sent.") == true)
                #expect(decision.choice?.contains("are not among those that the server named") == true)
                #expect(decision.choice?.contains("and the server takes") == true)
            }
        }
        #expect(decide([]).choice == "No identity is at hand for this server, so none is sent.")
    }

    @Test func anIdentityThatDoesNotFitIsSentOnlyWhenAskedFor() {
        let decision = decide(issuers: [authority], [bob.identity(file: "all.p12")]) { $0.whenNoIdentity = .use }
        #expect(decision.answers.first?.identity?.subject == "bob")
        #expect(decision.choice?.contains("although it does not fit") == true)
    }

    @Test func theServersOwnKeyIsNoticed() {
        var asked = ClientCertificateRequest(
            issuers: [],
            signatureAlgorithms: [],
            keyTypes: [],
            host: "a.test",
            date: TestChain.now
        )
        asked.serverKey = bob.certificate.publicKeySHA256
        var profile = ClientProfile()
        profile.identity = .file("all.p12")
        let decision = Decider.clientCertificate(
            asked,
            profile: profile,
            bundle: BundleSnapshot(),
            identities: identities
        )
        #expect(decision.codes.contains(.identityIsServerKey))
    }

    @Test func permanentHasNoEffectOnAnIdentity() {
        let kept = CredentialPersistence(asked: .permanent)
        #expect(kept.effective == .forSession)
    }

    @Test(
        arguments: [
            ("mutual.test", 443, "alice.p12", "alice"), ("MUTUAL.test", 443, "alice.p12", "alice"),
            ("mutual.test", 444, nil, nil),
            ("a.wild.test", 9443, "bob.p12", "bob"), ("a.b.wild.test", 9443, nil, nil), ("wild.test", 9443, nil, nil),
            ("127.0.0.1", 443, nil, nil), ("off.test", 443, nil, nil),
        ] as [(String, Int, String?, String?)]
    )
    func rulesNameTheServer(host: String, port: Int, file: String?, subject: String?) {
        let both = [alice.identity(file: "alice.p12"), bob.identity(file: "bob.p12")]
        let decision = decide(host: host, port: port, both) {
            $0.identityRules = [
                IdentityRule(host: "mutual.test", port: 443, file: "alice.p12"),
                IdentityRule(host: "*.wild.test", file: "bob.p12"), IdentityRule(host: "*.0.0.1", file: "bob.p12"),
                IdentityRule(host: "off.test", file: "bob.p12", isOn: false),
            ]
        }
        #expect(decision.answers.first?.identity?.subject == subject)
        #expect(decision.codes.first == (subject == nil ? .ruleNoMatch : .ruleMatch))
        if let file {
            #expect(decision.choice?.contains("applies to \(host):\(port): \(file)") == true)
        } else {
            #expect(decision.words == ["default"])
            #expect(decision.choice?.contains("No rule applies to \(host):\(port)") == true)
            let differs = host == "mutual.test" ? "the port differs" : "the host differs"
            #expect(decision.choice?.contains(differs) == true)
        }
    }

    @Test func everyRuleOffMeansNone() {
        let decision = decide { $0.identityRules = [IdentityRule(host: "*", file: "all.p12", isOn: false)] }
        #expect(decision.words == ["default"])
        #expect(decision.codes == [.ruleNoMatch])
    }

    @Test(
        arguments: [
            ("a.test=x.p12", "a.test", nil), ("a.test:8443=x.p12", "a.test", 8443), ("*.a.test=x.p12", "*.a.test", nil),
            ("*=x.p12", "*", nil), ("[::1]:443=x.p12", "::1", 443), ("[::1]=x.p12", "::1", nil),
            ("::1=x.p12", "::1", nil),
        ] as [(String, String, Int?)]
    )
    func rulesAreRead(text: String, host: String, port: Int?) {
        #expect(IdentityRule(text: text) == IdentityRule(host: host, port: port, file: "x.p12"))
    }

    @Test(arguments: [
        "", "a.test", "=x", "a.test=", "a.test:0=x", "a.test:99999=x", "a.test:x=y", "[::1=x", "[::1]443=x",
    ])
    func textsThatAreNoRules(text: String) { #expect(IdentityRule(text: text) == nil) }
}
