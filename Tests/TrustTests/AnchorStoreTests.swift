import FileSamples
import Foundation
import Testing

@testable import Trust

/// A store gives exactly the anchors that a chain can reach.
@Suite struct AnchorStoreTests {
    @Test func onlyWhatAChainReachesIsGiven() throws {
        let chain = try TestChain()
        let strangers = try (0..<3).map { try TestIdentity.selfSigned(.authority("Stranger \($0)")).certificate }
        let store = AnchorStore(der: (strangers + [chain.root.certificate]).map(\.der))
        #expect(store.count == 4)
        #expect(store.certificates == strangers + [chain.root.certificate])
        let sent = [chain.leaf.certificate, chain.intermediate.certificate]
        #expect(store.withinReach(of: sent) == [chain.root.certificate])
        #expect(store.withinReach(of: [chain.leaf.certificate]).isEmpty, "the intermediate is missing")
        #expect(store.withinReach(of: [strangers[1]]) == [strangers[1]], "a chain's own member")
    }

    /// RFC 5280 §7.1: the case of a name does not matter, and the path builder thinks so too.
    @Test func namesAreComparedAsPathsAreBuilt() throws {
        let shout = try TestIdentity.selfSigned(.authority("TEST ROOT"))
        let soft = try TestIdentity.selfSigned(.authority("test root"), key: shout.key)
        let leaf = try soft.issue()
        let store = AnchorStore(der: [shout.certificate.der])
        #expect(store.withinReach(of: [leaf.certificate]) == [shout.certificate])
    }

    @Test func issuersOfAnchorsAreReachedToo() throws {
        let old = try TestIdentity.selfSigned(.authority("Old Root"))
        let cross = try old.issue(.authority("New Root"))
        let leaf = try cross.issue()
        let store = AnchorStore(der: [old.certificate.der, cross.certificate.der])
        #expect(Set(store.withinReach(of: [leaf.certificate])) == [old.certificate, cross.certificate])
    }

    @Test(
        arguments: [
            [], [0x30], [0x30, 0x00], [0x30, 0x84, 0xff, 0xff, 0xff, 0xff], [0x30, 0x02, 0x30, 0x00],
            [UInt8](repeating: 0x30, count: 4000), [UInt8](repeating: 0xa0, count: 300),
        ] as [[UInt8]]
    )
    func whatIsNoCertificateIsLeftOut(bytes: [UInt8]) throws {
        let root = try TestChain().root.certificate
        #expect(AnchorStore(der: [bytes, root.der]).count == 1)
        #expect(AnchorStore(der: [root.der + [0]]).count == 0, "trailing bytes")
    }

    @Test func readsAPEMBundle() throws {
        let chain = try TestChain()
        let text = "# Root\n" + chain.root.certificate.pem + "\nnoise\n" + chain.intermediate.certificate.pem
        #expect(AnchorStore(pem: Array(text.utf8)).certificates == [chain.root, chain.intermediate].map(\.certificate))
        #expect(AnchorStore(pem: Array("nothing".utf8)).count == 0)
    }

    /// The verdict is the same whether the system's anchors come as a list or out of a store.
    @Test func aStoreJudgesLikeAList() throws {
        let chain = try TestChain()
        let roots = try [chain.root.certificate, TestIdentity.selfSigned(.authority("Stranger")).certificate]
        for sent in [[chain.leaf, chain.intermediate], [chain.leaf]] {
            for appOnly in [false, true] {
                let presented = sent.map { PresentedCertificate($0.certificate) }
                let date = Date(timeIntervalSince1970: 1_760_000_000)
                var byList = EvaluationRequest(chain: presented, host: "leaf.test", date: date)
                var byStore = byList
                let store = AnchorStore(der: roots.map(\.der))
                byList.apply(ClientProfile(), anchors: Anchors(appOnly: appOnly, system: roots), bundle: .init())
                byStore.apply(ClientProfile(), anchors: Anchors(appOnly: appOnly, systemStore: store), bundle: .init())
                #expect(byStore.anchors.systemStore == nil)
                let expected = Decider.serverTrust(byList, profile: ClientProfile())
                #expect(Decider.serverTrust(byStore, profile: ClientProfile()) == expected)
                #expect((expected.evaluation?.verdict == .accept) == (sent.count == 2 && !appOnly))
            }
        }
    }

    @Test func aPlainBundleIsReadAsTheScannerReadsIt() {
        let certificates = [3, 4, 5, 6].map { length in
            Array("\u{30}".utf8) + [UInt8](repeating: 0x41, count: length * 11)
        }
        let blocks = certificates.map { FilePKI.pem("CERTIFICATE", $0) }
        let plain = Array(("a comment\n" + blocks.joined(separator: "\n# another\n")).utf8)
        #expect(OpenSSLCertificateBundle.certificates(in: plain) == certificates)
        #expect(PEMScanner(plain[...]).blocks.map(\.bytes) == certificates)
        // Whatever is unusual is left to the scanner.
        let text = blocks[0]
        let odd = [
            "", "no certificate", text.replacing("\n", with: "\r\n"), text.replacing("END", with: "FIN"),
            text.replacing("CERTIFICATE", with: "X509 CERTIFICATE"), String(text.dropLast(20)), text + "-----BEGIN",
            text.replacing("-----\n", with: "-----\nA: b\n\n", maxReplacements: 1),
            text.replacing("QUFB", with: "Q=FB", maxReplacements: 1), text.replacing("QUFB", with: "Q!FB"),
            text.replacing("QUFB", with: "QUF", maxReplacements: 1),
        ]
        for text in odd { #expect(OpenSSLCertificateBundle.certificates(in: Array(text.utf8)) == nil, "\(text)") }
    }
}
