import Foundation
import TestSupport
import Testing

@testable import Trust

/// What is remembered from one request to the next changes no answer.
@Suite struct DecisionMemoryTests {
    @Test(arguments: RuleSet.allCases) func answersAreTheSame(_ rules: RuleSet) throws {
        let world = try PropertyWorld()
        let memory = DecisionMemory(chains: 6)
        let requests = world.requests(rules)
        let policies = world.policies + world.declarations.map(\.policy)
        // Every chain comes again, after others that may have driven it out, under other policies.
        for round in 0..<3 {
            for (number, request) in requests.enumerated() {
                for step in 0..<4 {
                    var request = request
                    request.id = "\(round) \(number) \(step)"
                    request.policy = policies[(round * 31 + number * 7 + step) % policies.count]
                    let profile = ClientProfile(policy: request.policy)
                    let remembered = Decider.serverTrust(request, profile: profile, memory: memory)
                    #expect(remembered == Decider.serverTrust(request, profile: profile))
                }
            }
        }
        #expect(memory.count <= 6)
    }

    @Test func everyPartOfTheQuestionCounts() throws {
        let chain = try TestChain()
        var request = EvaluationRequest(chain: chain.presented(), host: "leaf.test", date: TestChain.now)
        request.anchors = Anchors(system: [chain.root.certificate])
        let memory = DecisionMemory()
        func verdict(_ change: (inout EvaluationRequest) -> Void) -> Verdict? {
            var changed = request
            change(&changed)
            return Decider.serverTrust(changed, profile: ClientProfile(policy: .system), memory: memory).evaluation?
                .verdict
        }
        #expect(verdict { _ in } == .accept)
        #expect(verdict { $0.host = "other.test" } == .refuse)
        #expect(verdict { $0.date = Date(timeIntervalSince1970: 0) } == .refuse)
        #expect(verdict { $0.anchors = Anchors() } == .refuse)
        #expect(verdict { $0.chain = [chain.leaf.presented] } == .refuse)
        #expect(verdict { $0.maximumDepth = 0 } == .refuse)
        #expect(verdict { $0.purpose = .clientAuth } == .refuse)
        #expect(
            verdict {
                $0.chain = [chain.leaf.presented]
                $0.furtherIssuers = [chain.intermediate.certificate]
            } == .accept
        )
        #expect(verdict { _ in } == .accept)
        #expect(memory.count == 8)
    }

    @Test func aLargeRequestIsNotRemembered() throws {
        let chain = try TestChain()
        let memory = DecisionMemory(chains: 4, bytesPerChain: 100)
        let request = EvaluationRequest(chain: chain.presented(), host: "leaf.test", date: TestChain.now)
        #expect(Decider.serverTrust(request, profile: ClientProfile(policy: .system), memory: memory).evaluation != nil)
        #expect(memory.count == 0)
    }
}
