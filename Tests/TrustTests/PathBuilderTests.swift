import Foundation
import Testing

@testable import Trust

@Suite struct PathBuilderTests {
    private func builder(_ intermediates: [Certificate], _ anchors: Anchors, limits: PathBuilder.Limits = .init())
        -> PathBuilder
    {
        PathBuilder(
            intermediates: intermediates,
            anchors: AnchorSet(anchors),
            ignoresParameters: true,
            heedsIdentifiers: false,
            allowsPartialChain: true,
            limits: limits
        )
    }

    @Test func orderAndExtrasDoNotMatter() throws {
        let chain = try TestChain()
        let extra = try TestIdentity.selfSigned(.authority("Extra"))
        let sent = [extra.certificate, chain.root.certificate, chain.intermediate.certificate]
        let paths = builder(sent, Anchors(system: [chain.root.certificate])).paths(from: chain.leaf.certificate)
        #expect(paths.map(\.members) == [[chain.leaf, chain.intermediate, chain.root].map(\.certificate)])
        #expect(paths.first?.anchorKind == .system)
    }

    @Test func aPathEndsAtTheFirstAnchor() throws {
        let chain = try TestChain()
        for (anchor, length) in [(chain.leaf, 1), (chain.intermediate, 2), (chain.root, 3)] {
            let paths = builder(
                [chain.intermediate.certificate, chain.root.certificate],
                Anchors(app: [anchor.certificate], appOnly: true, system: [chain.root.certificate])
            ).paths(from: chain.leaf.certificate)
            #expect(paths.map(\.members.count) == [length])
            #expect(paths.first?.anchorKind == .app)
        }
    }

    @Test func everyWayUpIsListedShorterOnesFirst() throws {
        let old = try TestIdentity.selfSigned(.authority("Old Root"))
        let new = try TestIdentity.selfSigned(.authority("New Root"))
        let cross = try old.issue(.authority("New Root"), key: new.key)
        let issuing = try new.issue(.authority("Issuing"))
        let leaf = try issuing.issue()
        let paths = builder(
            [cross.certificate, issuing.certificate],
            Anchors(system: [old.certificate, new.certificate])
        ).paths(from: leaf.certificate)
        #expect(paths.map(\.members.count) == [3, 4])
        #expect(paths[1].members[2] == cross.certificate)
    }

    @Test func anExpiredCrossRootDoesNotHideTheGoodOne() throws {
        let expired = try TestIdentity.selfSigned(
            .authority("Old Root").with { $0.to = Date(timeIntervalSince1970: 1_755_000_000) }
        )
        let new = try TestIdentity.selfSigned(.authority("New Root"))
        let cross = try expired.issue(.authority("New Root"), key: new.key)
        let leaf = try new.issue()
        for rules in [RuleSet.apple, .openssl] {
            var request = EvaluationRequest(
                chain: [leaf.presented, cross.presented, expired.presented],
                host: TestChain.host,
                date: TestChain.now
            )
            request.anchors = Anchors(system: [expired.certificate, new.certificate])
            request.rules = rules
            let evaluation = Evaluator.evaluate(request)
            #expect(evaluation.verdict == .accept)
            #expect(evaluation.path == [leaf.certificate.sha256, new.certificate.sha256])
            request.anchors = Anchors(system: [expired.certificate])
            #expect(Evaluator.evaluate(request).code == .dateExpired)
        }
    }

    @Test func deadEndsSayWhatIsMissing() throws {
        let chain = try TestChain()
        let stranger = try TestIdentity.selfSigned(.authority("Test Root"))
        let forged = try TestIdentity.selfSigned(.authority("Test Intermediate"))
        let alone = try TestIdentity.selfSigned(Recipe())
        let cases: [([Certificate], [Certificate], String, Int)] = [
            ([chain.leaf, chain.intermediate].map(\.certificate), [], "chain.missing-issuer", 2),
            ([chain.leaf, chain.intermediate, chain.root].map(\.certificate), [], "chain.untrusted-root", 3),
            ([chain.leaf.certificate], [], "chain.missing-issuer", 1),
            ([alone.certificate], [], "chain.self-signed", 1),
            // The name of the issuer is known, its key is another.
            ([chain.leaf, chain.intermediate].map(\.certificate), [stranger.certificate], "chain.signature", 2),
            ([chain.leaf.certificate, forged.certificate], [chain.root.certificate], "chain.signature", 1),
        ]
        for (sent, anchors, code, length) in cases {
            var request = EvaluationRequest(
                chain: sent.map { PresentedCertificate($0) },
                host: TestChain.host,
                date: TestChain.now
            )
            request.anchors = Anchors(system: anchors)
            let evaluation = Evaluator.evaluate(request)
            #expect(evaluation.code?.rawValue == code)
            #expect(evaluation.path.count == length, "\(code)")
        }
    }

    @Test func partialChainsCanBeForbiddenUnderOpenSSL() throws {
        let chain = try TestChain()
        var request = chain.request(anchors: Anchors(app: [chain.intermediate.certificate]), rules: .openssl)
        #expect(Evaluator.evaluate(request).verdict == .accept)
        request.allowsPartialChain = false
        #expect(Evaluator.evaluate(request).code == .chainMissingIssuer)
        request.rules = .apple
        #expect(Evaluator.evaluate(request).verdict == .accept)
    }

    @Test func whatDoesNotDecodeIsRefusedUnderEveryPolicy() throws {
        let chain = try TestChain()
        for policy in [
            Policy.system, .acceptAny,
            Policy(AFSecurityPolicy(allowInvalidCertificates: true, validatesDomainName: false)),
        ] {
            for index in 0...2 {
                var request = chain.request(policy: policy)
                if index < 2 {
                    request.chain[index] = PresentedCertificate(encoded: [0x30, 0x03, 1, 2, 3])
                } else {
                    request.chain = []
                }
                let evaluation = Evaluator.evaluate(request)
                #expect(evaluation.verdict == .refuse)
                #expect(evaluation.code == .chainMalformed)
            }
        }
    }

    /// A mesh of authorities that all signed each other: bounded, and the one good way out is found.
    @Test func hostileMeshesAreBounded() throws {
        let keys = try (0..<7).map { _ in try TestKey() }
        let authorities = try keys.enumerated().map { index, key in
            try TestIdentity.selfSigned(.authority("Mesh \(index)"), key: key)
        }
        var sent: [Certificate] = []
        for (index, issuer) in authorities.enumerated() {
            for (other, key) in keys.enumerated() where other != index {
                sent.append(try issuer.issue(.authority("Mesh \(other)"), key: key).certificate)
            }
        }
        let root = try TestIdentity.selfSigned(.authority("Way Out"))
        let exit = try root.issue(.authority("Mesh 6"), key: keys[6])
        let leaf = try authorities[0].issue()
        let anchors = Anchors(system: [root.certificate])
        let paths = builder(sent + [exit.certificate], anchors).paths(from: leaf.certificate)
        #expect(1...128 ~= paths.count)
        #expect(paths.allSatisfy { $0.anchorKind == .system && $0.members.last == root.certificate })
        #expect(paths.allSatisfy { Set($0.members).count == $0.members.count })
        let none = builder(sent, anchors).paths(from: leaf.certificate)
        #expect(1...16 ~= none.count)
        #expect(none.allSatisfy { $0.anchorKind == nil })
        // With no checks left nothing counts as signed.
        let exhausted = builder(sent, anchors, limits: .init(signatureChecks: 0)).paths(from: leaf.certificate)
        #expect(exhausted.allSatisfy { $0.anchorKind == nil })
    }
}
