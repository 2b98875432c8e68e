import Diagnosis
import Foundation
import Testing

@testable import Trust

@Suite struct AndroidConfigurationTests {
    let chain: TestChain

    init() throws { chain = try TestChain() }

    private func read(_ content: String, raw: [String: [UInt8]] = [:]) throws(Problem) -> PolicyFile {
        let xml =
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<network-security-config>\n\(content)\n"
            + "</network-security-config>\n"
        return try PolicyFile([UInt8](xml.utf8), name: "network_security_config.xml") { path in
            raw[path].map { FileSnapshot(path: path, bytes: $0) }
                ?? FileSnapshot(path: path, content: .failure(.fileMissing(path: path)))
        }
    }

    private func verdict(_ file: PolicyFile, host: String = TestChain.host, _ anchors: Anchors, at date: Date? = nil)
        -> Evaluation
    {
        Evaluator.evaluate(
            chain.request(anchors: anchors, host: host, policy: file.profile.policy).with {
                if let date { $0.date = date }
            }
        )
    }

    private func pin(_ certificate: Certificate) -> String {
        Data(certificate.publicKeySHA256.bytes).base64EncodedString()
    }

    @Test func anchorsBySource() throws {
        let system = Anchors(system: [chain.root.certificate])
        let user = Anchors(user: [chain.root.certificate])
        let plain = try read("")
        #expect(plain.kind == .android)
        #expect(verdict(plain, system).verdict == .accept)
        #expect(verdict(plain, user).verdict == .refuse)
        let open = try read(
            "<base-config><trust-anchors><certificates src=\"system\"/><certificates src=\"user\"/></trust-anchors>"
                + "</base-config>"
        )
        #expect(verdict(open, user).verdict == .accept)
        let own =
            "<domain-config><domain includeSubdomains=\"true\">test</domain><trust-anchors>"
            + "<certificates src=\"@raw/my_ca\"/></trust-anchors></domain-config>"
        let file = try read(own, raw: ["../raw/my_ca.pem": [UInt8](chain.root.certificate.pem.utf8)])
        #expect(verdict(file, Anchors()).verdict == .accept)
        #expect(verdict(file, host: "leaf.other", system).verdict == .refuse)
        #expect(file.profile.policy.base.words.map(\.text) == ["anchors: system", "1 domain-config"])
    }

    @Test func pinsByHostWithTheirEnd() throws {
        let system = Anchors(system: [chain.root.certificate])
        func pinned(_ hash: String, expiration: String = "") -> String {
            "<domain-config><domain>leaf.test</domain><pin-set \(expiration)><pin digest=\"SHA-256\">\(hash)</pin>"
                + "</pin-set></domain-config>"
        }
        let right = try read(pinned(pin(chain.intermediate.certificate)))
        #expect(verdict(right, system).verdict == .accept)
        #expect(verdict(right, system).result(.pin) == .pass)
        let stranger = try TestIdentity.selfSigned(Recipe())
        let wrong = try read(pinned(pin(stranger.certificate)))
        #expect(verdict(wrong, system).code == .pinNoMatch)
        let ended = try read(pinned(pin(stranger.certificate), expiration: "expiration=\"2020-01-01\""))
        #expect(verdict(ended, system).verdict == .accept)
        // Under an anchor that overrides pins they are not compared; a nested configuration inherits anchors and pins.
        let nested =
            "<domain-config><domain includeSubdomains=\"true\">test</domain><trust-anchors>"
            + "<certificates src=\"user\" overridePins=\"true\"/><certificates src=\"system\"/></trust-anchors><pin-set>"
            + "<pin digest=\"SHA-256\">\(pin(stranger.certificate))</pin></pin-set>"
            + "<domain-config><domain>leaf.test</domain></domain-config></domain-config>"
        let file = try read(nested)
        #expect(verdict(file, Anchors(user: [chain.root.certificate])).verdict == .accept)
        #expect(verdict(file, system).code == .pinNoMatch)
    }

    @Test func whatHasNoCounterpartIsListed() throws {
        let file = try read(
            "<base-config cleartextTrafficPermitted=\"false\"/>"
                + "<domain-config><domain>a.test</domain><trustkit-config/></domain-config>"
                + "<debug-overrides><trust-anchors/></debug-overrides>"
        )
        let texts = file.remarks.map(\.sentence)
        for word in ["cleartextTrafficPermitted", "trustkit-config", "debug-overrides"] {
            #expect(texts.contains { $0.contains(word) }, "\(word)")
        }
    }

    @Test func faultsNameTheElementAndTheLine() throws {
        let cases: [(String, String, [String])] = [
            ("<base-configg/>", "config.key", ["base-configg", "line 3"]),
            ("<domain-config/>", "config.key", ["domain", "missing"]),
            ("<base-config><trust-anchors><certificates/></trust-anchors></base-config>", "config.key", ["src"]),
            (
                "<base-config><trust-anchors><certificates src=\"sytem\"/></trust-anchors></base-config>", "config.key",
                ["sytem"]
            ),
            (
                "<base-config><trust-anchors><certificates src=\"@raw/none\"/></trust-anchors></base-config>",
                "file.missing", ["../raw/none"]
            ),
            (
                "<base-config><trust-anchors><certificates src=\"@raw/../../etc\"/></trust-anchors></base-config>",
                "config.key", ["src"]
            ),
            (
                "<domain-config><domain>a.test</domain><pin-set><pin digest=\"SHA-1\">x</pin></pin-set>"
                    + "</domain-config>", "config.key", ["SHA-1"]
            ),
            (
                "<domain-config><domain>a.test</domain><pin-set><pin digest=\"SHA-256\">x</pin></pin-set>"
                    + "</domain-config>", "pin.format", ["pin"]
            ),
            ("<domain-config><domain>https://a</domain></domain-config>", "config.key", ["domain", "URL"]),
            ("<base-config cleartextTrafficPermitted=\"yes\"/>", "config.key", ["yes", "true or false"]),
            ("<base-config/><base-config/>", "config.key", ["base-config", "twice"]),
            ("<base-config>", "config.syntax", ["well-formed"]),
        ]
        for (content, code, words) in cases {
            let found = problem { () throws(Problem) in _ = try read(content) }
            #expect(found?.code.rawValue == code, "\(content): \(found?.description ?? "-")")
            for word in words { #expect(found?.sentence.contains(word) == true, "\(content): \(word)") }
        }
    }
}
