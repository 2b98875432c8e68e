import Foundation
import Testing

@testable import Trust

@Suite struct RevocationListTests {
    private let chain: TestChain

    init() throws {
        chain = try TestChain(leaf: Recipe().with { $0.keyUsage = "critical,digitalSignature" })
    }

    private var lists: (root: TestRevocationList, intermediate: TestRevocationList) {
        (TestRevocationList(by: chain.root), TestRevocationList(by: chain.intermediate))
    }

    private func judge(
        _ lists: [TestRevocationList],
        rules: RuleSet = .openssl,
        anchors: [TestIdentity]? = nil,
        presented: [PresentedCertificate]? = nil
    ) throws -> Evaluation {
        var request = chain.request(anchors: Anchors(app: (anchors ?? [chain.root]).map(\.certificate)), rules: rules)
        request.chain = presented ?? request.chain
        request.crls = try lists.map { try $0.bytes() }
        return Evaluator.evaluate(request)
    }

    @Test(arguments: RuleSet.allCases) func everyMemberButTheAnchorNeedsAList(_ rules: RuleSet) throws {
        let (root, intermediate) = lists
        #expect(try judge([root, intermediate], rules: rules).verdict == .accept)
        for incomplete in [root, intermediate] {
            let refused = try judge([incomplete], rules: rules)
            #expect(refused.verdict == .refuse)
            #expect(refused.code == .revocationUnknown)
        }
        // The way ends at the first anchor, and nobody is asked about that one.
        let partial = try judge([intermediate], rules: rules, anchors: [chain.intermediate])
        #expect(partial.verdict == .accept)
        #expect(partial.result(.revocation) == .pass)
        let alone = try judge([root], rules: rules, anchors: [chain.leaf])
        #expect(alone.verdict == .accept)
        #expect(alone.result(.revocation) == .skipped)
    }

    @Test func whatIsRevokedIsNamed() throws {
        let (root, intermediate) = lists
        let leaf = try judge([root, TestRevocationList(by: chain.intermediate, revoking: [chain.leaf])])
        #expect(leaf.code == .revocationRevoked)
        let authority = try judge([TestRevocationList(by: chain.root, revoking: [chain.intermediate]), intermediate])
        #expect(authority.code == .revocationRevoked)
        let another = try judge([TestRevocationList(by: chain.root, revoking: [chain.leaf]), intermediate])
        #expect(another.verdict == .accept)
    }

    @Test func listsThatCannotBeUsedAreSaidSo() throws {
        let (root, intermediate) = lists
        let past = intermediate.with { $0.until = TestChain.now.addingTimeInterval(-1) }
        let future = intermediate.with { $0.from = TestChain.now.addingTimeInterval(10) }
        let forged = intermediate.with { $0.key = chain.leaf.key }
        for list in [past, future, forged] { #expect(try judge([root, list]).code == .revocationBadCrl) }
        #expect(try judge([root, past, intermediate]).verdict == .accept)
        let authorities = intermediate.with { $0.scope = "critical,onlyCA:TRUE" }
        #expect(try judge([root, authorities]).code == .revocationUnknown)
        let noNumber = intermediate.with { $0.hasNumber = false }
        #expect(try judge([root, noNumber]).verdict == .accept)
        #expect(try judge([root, noNumber], rules: .strict).code == .revocationBadCrl)
    }

    @Test func aListThatDoesNotDecodeIsSaidSo() throws {
        let (root, intermediate) = lists
        var request = chain.request(anchors: Anchors(app: [chain.root.certificate]), rules: .strict)
        request.crls = try [root.bytes(), intermediate.bytes(), [0x30, 0x03, 0x01]]
        let found = Evaluator.evaluate(request)
        #expect(found.code == .revocationBadCrl)
        #expect(found.reason.contains("does not decode"))
        request.rules = .openssl
        #expect(Evaluator.evaluate(request).verdict == .accept)
    }

    /// RFC 5280 5.3.3: an entry without an issuer of its own is about the issuer of the entry before it, and the first one
    /// about the list's.
    @Test func entriesOfIndirectListsInheritTheirIssuer() throws {
        let other = try chain.root.issue(.authority("Other Authority"))
        let stranger = try other.issue()
        func list(_ entries: [TestRevocationList.Entry]) -> TestRevocationList {
            lists.intermediate.with {
                $0.scope = "critical,indirectCRL:TRUE"
                $0.entries = entries
            }
        }
        let ofOther = TestRevocationList.Entry(serial: stranger.certificate, issuer: other.certificate.subject)
        let ofOurs = TestRevocationList.Entry(
            serial: stranger.certificate,
            issuer: chain.intermediate.certificate.subject
        )
        let leaf = TestRevocationList.Entry(serial: chain.leaf.certificate)
        #expect(try judge([lists.root, list([leaf])]).code == .revocationRevoked)
        #expect(try judge([lists.root, list([ofOther, leaf])]).verdict == .accept)
        #expect(try judge([lists.root, list([ofOther, ofOurs, leaf])]).code == .revocationRevoked)
    }
}
