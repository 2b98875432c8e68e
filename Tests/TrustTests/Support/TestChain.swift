import Foundation

@testable import Trust

/// A root, an intermediate and a server's leaf, and the requests that tests make about them.
struct TestChain: Sendable {
    let root: TestIdentity
    let intermediate: TestIdentity
    let leaf: TestIdentity

    static let host = "leaf.test"
    /// Within the dates of every default recipe.
    static let now = Date(timeIntervalSince1970: 1_760_000_000)

    init(leaf recipe: Recipe = Recipe(), intermediate: Recipe = .authority("Test Intermediate")) throws {
        root = try TestIdentity.selfSigned(.authority("Test Root"))
        self.intermediate = try root.issue(intermediate)
        leaf = try self.intermediate.issue(recipe)
    }

    /// Leaf and intermediate as a server sends them, and the root where asked for.
    func presented(withRoot: Bool = false) -> [PresentedCertificate] {
        [leaf.presented, intermediate.presented] + (withRoot ? [root.presented] : [])
    }

    /// A request about this chain.
    func request(
        anchors: Anchors? = nil,
        host: String? = Self.host,
        withRoot: Bool = false,
        policy: Policy = .system,
        rules: RuleSet = .apple
    ) -> EvaluationRequest {
        var request = EvaluationRequest(chain: presented(withRoot: withRoot), host: host, date: Self.now)
        request.anchors = anchors ?? Anchors(system: [root.certificate])
        request.policy = policy
        request.rules = rules
        return request
    }
}

extension EvaluationRequest {
    /// The request with some fields changed.
    func with(_ change: (inout EvaluationRequest) -> Void) -> EvaluationRequest {
        var copy = self
        change(&copy)
        return copy
    }
}

extension Evaluation {
    /// The codes' texts, for comparisons.
    var codeTexts: [String] { codes.map(\.rawValue) }

    func result(_ id: CheckID) -> CheckResult? { checks.first { $0.id == id }?.result }
}
