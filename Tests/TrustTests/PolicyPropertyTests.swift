import Diagnosis
import Foundation
import TestSupport
import Testing

@testable import Trust

/// What holds for every chain, policy and setting of its switches.
@Suite struct PolicyPropertyTests {
    private let world: PropertyWorld

    init() throws { world = try PropertyWorld() }

    /// A switch that is tightened never turns a refusal into an acceptance, but for AFNetworking's early refusal
    /// and the pin modes of its 2.0.0.
    @Test(arguments: RuleSet.allCases) func tighteningASwitchNeverAccepts(_ rules: RuleSet) {
        var exceptions = 0
        var compared = 0
        for request in world.requests(rules) {
            let memo = OutcomeMemo(request)
            for policy in world.policies {
                for (identifier, loose, tight) in PropertyWorld.tightenings {
                    guard let tighter = tightened(policy, identifier, loose, tight) else { continue }
                    let left = Evaluator.evaluate(request, memo: memo, policy: policy)
                    let right = Evaluator.evaluate(request, memo: memo, policy: tighter)
                    compared += 1
                    guard left.verdict == .refuse, right.verdict == .accept else { continue }
                    // AFSecurityPolicy 4.0, first guard: invalid allowed, name checked, no pinning or no pins: refused unseen.
                    let isEarly = left.code == .policyContradiction && identifier != "validatesDomainName"
                    // AFSecurityPolicy 2.0.0 evaluates nothing in its pin modes; a member equal to a pin is enough.
                    let isUnevaluated = identifier == "pinningMode" && policy.base.title == "AF 2.0.0"
                    if isEarly { exceptions += 1 }
                    #expect(
                        isEarly || isUnevaluated,
                        "\(policy.base.title) \(identifier) \(loose) -> \(tight): \(left.reason)"
                    )
                }
            }
        }
        #expect(compared > 1000)
        #expect(exceptions > 0)
    }

    /// The same for clients whose rules stand in tables. TrustKit and a manager that step aside for a host refuse nothing
    /// themselves.
    @Test(arguments: RuleSet.allCases) func askingForMoreNeverAccepts(_ rules: RuleSet) {
        var refused = 0
        for request in world.requests(rules) {
            let memo = OutcomeMemo(request)
            for pair in world.pairs {
                let left = Evaluator.evaluate(request, memo: memo, policy: pair.loose)
                let right = Evaluator.evaluate(request, memo: memo, policy: pair.tight)
                if right.verdict == .refuse, left.verdict != .refuse { refused += 1 }
                guard left.verdict == .refuse else { continue }
                #expect(right.verdict == .refuse, "\(pair.name): \(left.reason) -> \(right.reason)")
            }
        }
        #expect(refused > 10)
    }

    /// App Transport Security never lets by what is refused without it, whatever the policy.
    @Test(arguments: RuleSet.allCases) func transportSecurityNeverAccepts(_ rules: RuleSet) {
        var refused = 0
        for request in world.requests(rules) where request.host != nil {
            for policy in world.policies.enumerated().filter({ $0.offset % 7 == 0 }).map(\.element) {
                func proceeds(_ security: TransportSecurity?) -> Bool {
                    var profile = ClientProfile(policy: policy)
                    profile.rules = rules
                    profile.transportSecurity = security
                    var request = request
                    request.apply(profile, anchors: request.anchors, bundle: BundleSnapshot())
                    let decision = Decider.serverTrust(request, profile: profile)
                    guard let answer = decision.answers.first else { return false }
                    let effect =
                        Decider.refusalBeforeChallenge(request, decision: decision)
                        ?? Decider.effect(
                            of: answer,
                            serverTrust: request,
                            decision: decision,
                            delegate: profile.delegate
                        )
                    return effect.proceeds
                }
                let without = proceeds(nil)
                let exempt = proceeds(TransportSecurity(hasException: true))
                let with = proceeds(TransportSecurity())
                #expect(without || !exempt, "\(policy.base.title)")
                #expect(exempt || !with, "\(policy.base.title)")
                if without, !with { refused += 1 }
            }
        }
        // Under the other rules it is about the connection alone.
        #expect((refused > 10) == (rules == .apple))
    }

    /// The verdict is the conjunction of the checks that the policy asks for, and names the one that decided.
    @Test(arguments: RuleSet.allCases) func theVerdictIsWhatTheChecksSay(_ rules: RuleSet) {
        var verdicts: [Verdict: Int] = [:]
        for request in world.requests(rules) {
            let memo = OutcomeMemo(request)
            for policy in world.clients {
                let found = Evaluator.evaluate(request, memo: memo, policy: policy)
                verdicts[found.verdict, default: 0] += 1
                let name = Comment("\(policy.base.title) \(policy.base.words.map(\.text)) \(found.reason)")
                guard found.verdict != .notPinned else { continue }
                let accepts = found.verdict == .accept
                #expect(found.failed.isEmpty == accepts, name)
                #expect(found.checks.count(where: \.decides) == (accepts ? 0 : 1), name)
                #expect((found.code == nil) == accepts, name)
                #expect(
                    found.checks.filter { $0.decides }.allSatisfy { $0.result == .fail && $0.code == found.code },
                    name
                )
                #expect(!found.reason.isEmpty, name)
                for check in PropertyWorld.unasked(by: policy) {
                    #expect(!found.failed.contains { $0.id == check }, name)
                }
                if request.host == nil { #expect(found.result(.host) != .fail, name) }
            }
        }
        #expect((verdicts[.accept] ?? 0) > 100 && (verdicts[.refuse] ?? 0) > 100)
    }

    /// TrustKit, NSPinnedDomains and Android's configuration say what they ask for: the chain under their anchors, and a key
    /// of it in each of their lists. Nothing else plays a part, and no part is left out.
    @Test(arguments: RuleSet.allCases) func tablesDecideWhatTheyDeclare(_ rules: RuleSet) {
        var verdicts: [String: Set<Verdict>] = [:]
        for request in world.requests(rules) {
            let memo = OutcomeMemo(request)
            for declaration in world.declarations {
                let found = Evaluator.evaluate(request, memo: memo, policy: declaration.policy)
                #expect(found.verdict == declaration.verdict(memo), "\(declaration.policy.base): \(found.reason)")
                if declaration.keys.isEmpty { #expect(found.result(.pin) != .fail) }
                verdicts[declaration.policy.kind, default: []].insert(found.verdict)
            }
        }
        #expect(verdicts["trustKit"] == [.accept, .refuse, .notPinned])
        #expect(verdicts["pinnedDomains"] == [.accept, .refuse])
        #expect(verdicts["androidNetworkSecurity"] == [.accept, .refuse])
    }

    /// Neither the order of anchors and extras nor the time zone and the language of the process play a part.
    @Test(arguments: RuleSet.allCases) func nothingFromOutsidePlaysAPart(_ rules: RuleSet) {
        var numbers = DamagedFilesTests.Numbers(state: 7)
        for request in world.requests(rules) {
            var other = request
            other.anchors.app.shuffle(using: &numbers)
            other.anchors.user.shuffle(using: &numbers)
            other.anchors.system.shuffle(using: &numbers)
            let here = Evaluator.evaluate(request, policies: world.clients)
            let there = PropertyWorld.abroad { Evaluator.evaluate(other, policies: world.clients) }
            #expect(here == there)
        }
    }

    /// No clock, no file, no socket, no environment in what decides.
    @Test func whatDecidesReadsNothing() throws {
        let forbidden = [
            "Date()", "Date.now", ".now()", "ContinuousClock", "FileManager", "FileReader", "ProcessInfo",
            "socket(",
            "Locale", "TimeZone", "Calendar", "getenv", "random",
        ]
        for folder in ["Evaluation", "Policies", "Rules", "Validation"] {
            let path = Countersign.checkout + "/Sources/Trust/" + folder
            let files = try #require(FileManager.default.enumerator(atPath: path))
            for case let name as String in files where name.hasSuffix(".swift") {
                let text = try String(contentsOfFile: path + "/" + name, encoding: .utf8)
                for word in forbidden { #expect(!text.contains(word), "\(folder)/\(name): \(word)") }
            }
        }
    }

    /// The policy with a switch that stands at its looser value set to the tighter one; nil where it does not stand so.
    private func tightened(_ policy: Policy, _ identifier: String, _ loose: String, _ tight: String) -> Policy? {
        guard policy.base.switches.contains(where: { $0.identifier == identifier && $0.value == loose }) else {
            return nil
        }
        var tighter = policy
        return tighter.base.set(identifier, to: tight) ? tighter : nil
    }
}
