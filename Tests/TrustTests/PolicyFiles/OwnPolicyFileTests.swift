import Diagnosis
import Foundation
import Testing

@testable import Trust

@Suite struct OwnPolicyFileTests {
    let chain: TestChain

    init() throws { chain = try TestChain() }

    private func read(_ text: String, _ files: [String: [UInt8]] = [:]) throws(Problem) -> PolicyFile {
        try PolicyFile(
            [UInt8](text.utf8),
            name: "mine.json5",
            bundle: BundleSnapshot(files: [
                "server.cer": .certificate(chain.leaf.certificate), "lab-ca.cer": .certificate(chain.root.certificate),
            ]),
            place: { $0.hasPrefix("/") ? $0 : "/here/" + $0 }
        ) { path in
            files[path].map { FileSnapshot(path: path, bytes: $0) }
                ?? FileSnapshot(path: path, content: .failure(.fileMissing(path: path)))
        }
    }

    /// Every preset and flow, with its pins and with each of its switches at each value, is written and read back equal.
    @Test(arguments: Presets.all.map(\.name)) func everyClientIsWrittenAndReadAgain(_ name: String) throws {
        let bundle = BundleSnapshot(files: [
            "server.cer": .certificate(chain.leaf.certificate),
            "lab-ca.cer": .other(.fileMissing(path: "x")),
        ])
        var profile = try #require(Presets.named(name)).profile(bundle: bundle)
        profile.anchors.files = ["custom.der", "/etc/own.pem"]
        var all = [profile]
        for found in profile.switches {
            for value in found.values {
                var changed = profile
                let isSet = changed.set(found.identifier, to: value)
                #expect(isSet)
                all.append(changed)
            }
        }
        profile.nameChecked = .other("off")
        profile.identity = .file("ask")
        profile.name = "odd \" name\n\u{1}"
        profile.transportSecurity = TransportSecurity(
            keys: try InfoPlist(
                PropertyListText.xml(InfoPlistTests.whole),
                file: "Info.plist"
            ).transportSecurity
        )
        all.append(profile)
        for written in all {
            let text = ClientProfileForm.text(written)
            #expect(try read(text).profile == written, "\(text)")
        }
    }

    @Test func everyKindOfPolicyIsWrittenAndReadAgain() throws {
        let validation = AlamofireEvaluator.Validation(performsDefault: false, validatesHost: true)
        let evaluators: [AlamofireEvaluator] = [
            .default(validatesHost: false), .revocation(validation), .disabled,
            .pinnedCertificates([chain.leaf.certificate], acceptsSelfSigned: true, validation),
            .publicKeys([chain.leaf.certificate.publicKeySHA256], validation),
        ]
        let policies: [Policy] = [
            Policy(AlamofirePolicy(evaluator: .composite(evaluators))),
            Policy(AlamofirePolicy(hosts: ["a.test": evaluators[3]], allHostsMustBeEvaluated: false)),
            Policy(TrustKitPolicy(domains: ["a.test": .init(publicKeyHashes: ["x"], enforcesPinning: false)])),
            Policy(PinnedDomains(domains: ["a.test": .dictionary(["n": .array([.number(1.5), .null, .bool(true)])])])),
            Policy(
                AndroidNetworkPolicy(
                    base: .init(anchors: [.init(.user, overridesPins: true)], pins: [chain.leaf.certificate.sha256]),
                    domains: [
                        .init(
                            names: [.init(name: "a.test", includesSubdomains: true)],
                            configuration: .init(anchors: [.init(.resource, certificates: [chain.root.certificate.pem])]
                            )
                        )
                    ]
                )
            ),
            Policy(
                AFSecurityPolicy(
                    version: "2.5.4",
                    pinningMode: .publicKey,
                    pins: [.publicKey(chain.leaf.certificate.sha256), .unusable([1, 2, 3]), chain.leaf.pin],
                    validatesCertificateChain: false
                )
            ),
        ]
        for policy in policies {
            let profile = ClientProfile(name: "p", policy: policy)
            #expect(try read(ClientProfileForm.text(profile)).profile == profile)
        }
    }

    @Test func aFileBeginsWithAPresetAndChangesIt() throws {
        let file = try read(
            """
            // Ours.
            {
              preset: "f2c",
              policy: { validatesDomainName: true },
              transportSecurity: "on",
              anchors: { files: ["./ca.pem", "custom.der"] },
              nameChecked: "other.test",
              identity: "./me.p12",
              minimumTLS: "1.3",
              rules: "openssl",
            }
            """
        )
        let profile = file.profile
        #expect(file.kind == .own)
        #expect(profile.name == "mine")
        #expect(profile.flow == FlowReference("F2c"))
        let policy = try #require(profile.policy.base as? AFSecurityPolicy)
        #expect(policy.validatesDomainName && policy.allowInvalidCertificates && policy.pins == [chain.root.pin])
        #expect(profile.transportSecurity?.hasException == false)
        #expect(profile.anchors.files == ["/here/./ca.pem", "custom.der"])
        #expect(profile.anchors.includesSystem)
        #expect(profile.nameChecked == .other("other.test"))
        #expect(profile.identity == .file("/here/./me.p12"))
        #expect(profile.minimumTLS == "1.3" && profile.maximumTLS == "1.3" && profile.rules == .openssl)
        #expect(
            try read("{flow: 'F4tr'}").profile.flow == Flow.named("F4tr")?.reference
                ?? FlowReference("F4t", repaired: true)
        )
        #expect(try read("{}").profile == ClientProfile(name: "mine"))
        let partial = try read("{transportSecurity: {order: 'afterUse'}}").profile.transportSecurity
        #expect(partial == TransportSecurity(order: .afterUse))
    }

    @Test func pinsAreFilesHashesOrTexts() throws {
        let der = chain.leaf.certificate.der
        let file = try read(
            """
            { policy: { kind: "afSecurityPolicy", pinningMode: "publicKey",
                        pinnedCertificates: ["leaf.cer", "\(chain.root.certificate.spkiPin)"] } }
            """,
            ["/here/leaf.cer": der]
        )
        let policy = try #require(file.profile.policy.base as? AFSecurityPolicy)
        #expect(policy.pins == [chain.leaf.pin, .publicKey(chain.root.certificate.publicKeySHA256)])
        let evaluator = try read(
            """
            { policy: { kind: "alamofire", evaluator: { type: "composite", evaluators: [
                { type: "pinnedCertificates", certificates: ["leaf.cer"] } ] } } }
            """,
            ["/here/leaf.cer": der]
        )
        let alamofire = try #require(evaluator.profile.policy.base as? AlamofirePolicy)
        #expect(
            alamofire.evaluator
                == .composite([.pinnedCertificates([chain.leaf.certificate], acceptsSelfSigned: false, .init())])
        )
    }

    @Test func faultsHaveTheirPlaceAndTheNearestName() {
        let cases: [(String, String, [String], String?)] = [
            ("{ polcy: {} }", "config.key", ["mine.json5, line 1, column 3", "\"polcy\""], "Did you mean policy?"),
            (
                "{\n  rules: 'aple' }", "config.key", ["line 2, column 10", "\"rules\"", "apple, openssl, strict"],
                "Did you mean apple?"
            ),
            ("{ rules: 1 }", "config.key", ["\"rules\"", "a number"], nil),
            ("{ rules: 'apple', rules: 'apple' }", "config.key", ["twice"], nil),
            ("{ anchors: { fils: [] } }", "config.key", ["\"fils\""], "Did you mean files?"),
            ("{ anchors: { includesSystem: 'yes' } }", "config.key", ["anchors.includesSystem", "true or false"], nil),
            ("{ policy: { knd: 'system' } }", "config.key", ["\"knd\""], "Did you mean kind?"),
            ("{ policy: { kind: 'sytem' } }", "config.key", ["policy.kind", "sytem"], nil),
            ("{ policy: { kind: 'system', x: 1 } }", "config.key", ["\"x\""], nil),
            (
                "{ policy: { kind: 'afSecurityPolicy', pinningMode: 'publicKeys' } }", "config.key",
                ["policy.pinningMode"], "Did you mean publicKey?"
            ),
            ("{ policy: { kind: 'afSecurityPolicy', version: '1.9' } }", "config.key", ["policy.version", "1.9"], nil),
            (
                "{ policy: { kind: 'afSecurityPolicy', pinnedCertificates: ['sha256//AAAA'] } }", "pin.format",
                ["policy.pinnedCertificates[0]", "3 bytes"], nil
            ),
            (
                "{ policy: { kind: 'afSecurityPolicy', pinnedCertificates: ['none.cer'] } }", "file.missing",
                ["policy.pinnedCertificates[0]", "/here/none.cer"], nil
            ),
            ("{ preset: 'f99' }", "config.key", ["preset", "f99"], nil),
            ("{ flow: 'F2d' }", "config.key", ["flow", "F2d"], nil),
            ("{ transportSecurity: 'onn' }", "config.key", ["transportSecurity", "onn"], "Did you mean on?"),
            (
                "{ transportSecurity: { keys: { NSAllowArbitraryLoads: true } } }", "config.key",
                ["NSAllowArbitraryLoads"], "Did you mean NSAllowsArbitraryLoads?"
            ),
            ("{ minimumTLS: '1.4' }", "config.key", ["minimumTLS", "1.4"], nil),
            ("{ minimumTLS: '1.3', maximumTLS: '1.2' }", "config.key", ["above maximumTLS"], nil),
            ("{ securityLevel: 9 }", "config.key", ["securityLevel", "9"], nil),
            ("{ nameChecked: { other: { _0: 'x' }, more: 1 } }", "config.key", ["more"], nil),
            ("[1]", "config.key", ["the file", "an array"], nil),
            ("{", "config.syntax", ["line 1"], nil),
        ]
        for (text, code, words, remedy) in cases {
            let found = problem { () throws(Problem) in _ = try read(text) }
            #expect(found?.code.rawValue == code, "\(text): \(found?.description ?? "-")")
            for word in words {
                #expect(found?.sentence.contains(word) == true, "\(text): \(found?.sentence ?? "-") lacks \(word)")
            }
            if let remedy { #expect(found?.remedy == remedy, "\(text)") }
        }
    }
}
