import Foundation
import Trust

/// The steps of a flow for server trust as a list of demands, where such a list says the same.
///
/// The steps are walked with the files as they are and the host as it is written; at an evaluation each result is
/// followed. What accepts a failure, falls silent or crashes is no demand, and the reason is said instead.
struct FlowProgram {
    /// What the steps come to.
    enum Reading: Equatable {
        /// The same as demands.
        case program(TrustProgram)
        /// Why there are no demands that say the same.
        case impossible(String)
    }

    /// How a walk ends.
    private enum End: Equatable {
        case accepts
        case refuses(String)
        case byDefault
        /// No demand says this.
        case odd(String)
    }

    private struct Walk: Equatable {
        var demands: [TrustProgram.Step] = []
        var end: End
    }

    private let bundle: BundleSnapshot
    private let host: String?

    /// - Parameter host: the host that the code is for; nil for any.
    static func reading(_ flow: Flow, bundle: BundleSnapshot, host: String?) -> Reading {
        FlowProgram(bundle: bundle, host: host).reading(flow)
    }

    private func reading(_ flow: Flow) -> Reading {
        let walk = walk(flow.steps[...], after: .invalid)
        switch walk.end {
        case .accepts: return .program(TrustProgram(otherwise: .steps(walk.demands)))
        case .byDefault where walk.demands.isEmpty: return .program(TrustProgram(otherwise: .defaultHandling))
        case .byDefault: return .impossible("after demands of its own the system decides")
        case .refuses(let reason): return .program(TrustProgram(otherwise: .steps([.refuse(reason)])))
        case .odd(let reason): return .impossible(reason)
        }
    }

    // MARK: Walking

    private func walk(_ steps: ArraySlice<FlowStep>, after result: TrustResult) -> Walk {
        for (index, step) in zip(steps.indices, steps) {
            guard let applies = applies(step.condition, result) else {
                return Walk(end: .odd("what it does depends on the form of the host: give --host for those of one"))
            }
            guard applies else { continue }
            let rest = steps[(index + 1)...]
            if let walk = take(step.actions[...], of: step, result, then: rest) { return walk }
        }
        return Walk(end: .odd("it never answers"))
    }

    /// Nil where the step ends nothing.
    private func take(
        _ actions: ArraySlice<FlowAction>,
        of step: FlowStep,
        _ result: TrustResult,
        then rest: ArraySlice<FlowStep>
    ) -> Walk? {
        guard let action = actions.first else { return nil }
        let others = actions.dropFirst()
        /// What follows, which begins with the step's other actions.
        func following(_ result: TrustResult) -> Walk {
            take(others, of: step, result, then: rest) ?? walk(rest, after: result)
        }
        func demanding(_ demand: TrustProgram.Step) -> Walk {
            var walk = following(.invalid)
            walk.demands.insert(demand, at: 0)
            return walk
        }
        switch action {
        case .read, .filter: return take(others, of: step, result, then: rest)
        case .setPolicy(.ssl): return demanding(.sslPolicy(checksHost: true))
        case .setPolicy(.basicX509): return demanding(.basicPolicy)
        case .setAnchors(let files): return demanding(.anchors(files.compactMap(certificate), only: true))
        case .evaluate:
            return Self.evaluation(
                valid: following(.unspecified),
                repairable: following(.recoverableTrustFailure),
                fatal: following(.fatalTrustFailure)
            )
        case .askPolicy: return Walk(end: .odd("it asks a policy as well"))
        case .answer(.use): return Walk(end: .accepts)
        case .answer(.cancel): return Walk(end: .refuses(step.text))
        case .answer(.performDefault): return Walk(end: .byDefault)
        case .answer: return Walk(end: .odd("it answers \"\(step.text)\""))
        case .useForEachMember: return Walk(end: .odd("it compares the members one by one, and answers for each"))
        case .leave: return Walk(end: .odd("it never answers (\(step.text))"))
        case .crash(let what): return Walk(end: .odd("the app crashes: \(what)"))
        }
    }

    /// What an evaluation comes to, by what follows each of its results.
    private static func evaluation(valid: Walk, repairable: Walk, fatal: Walk) -> Walk {
        if valid == repairable, valid == fatal { return valid }
        if valid.end != .accepts, [repairable.end, fatal.end].contains(.accepts) {
            return Walk(end: .odd("its test is the wrong way round: what fails is accepted"))
        }
        if case .odd = valid.end { return valid }
        for failed in [repairable, fatal] {
            switch failed.end {
            case .refuses: continue
            case .odd(let reason): return Walk(end: .odd(reason))
            case .accepts:
                return Walk(
                    end: .odd("what could be repaired is accepted: an untrusted root, a wrong name, a past date")
                )
            case .byDefault: return Walk(end: .odd("what fails is left to the system"))
            }
        }
        return Walk(demands: [.requireValid] + valid.demands, end: valid.end)
    }

    /// Whether a condition holds for a server-trust challenge; nil where the host's form decides, and is not known.
    private func applies(_ condition: FlowCondition, _ result: TrustResult) -> Bool? {
        switch condition {
        case .always, .isServerTrust: return true
        case .outsideOfTheAnswer, .settingAnchorsFailed, .policyAccepted, .hasIdentity, .identityFits: return false
        case .isMethod(let methods): return methods.contains(.serverTrust)
        case .hostIsDotted: return host.map(Flow.isDotted)
        case .fileIsMissing(let name):
            if case .missing? = bundle.files[name] { return true }
            return bundle.files[name] == nil
        case .fileIsNoCertificate(let name):
            guard let content = bundle.files[name] else { return false }
            switch content {
            case .certificate, .missing: return false
            case .other, .identities, .locked: return true
            }
        case .isValid: return [.proceed, .unspecified].contains(result)
        case .resultIs(let results): return results.contains(result)
        case .not(let condition): return applies(condition, result).map { !$0 }
        case .both(let first, let second):
            guard let holds = applies(first, result), holds else { return applies(first, result) }
            return applies(second, result)
        }
    }

    private func certificate(_ name: String) -> Certificate? {
        if case .certificate(let certificate)? = bundle.files[name] { certificate } else { nil }
    }
}

extension TrustProgram {
    /// The demands of a client, and why there are none that say what its flow does.
    static func reading(_ client: ClientCode) -> (program: TrustProgram, obstacle: String?) {
        let program = TrustProgram(client.profile, anchors: client.anchors)
        guard let flow = client.profile.flow.flatMap({ Flow.named($0) }), !FlowUses(flow).isPolicy(client.profile)
        else {
            return (program, nil)
        }
        switch FlowProgram.reading(flow, bundle: client.bundle, host: client.host) {
        case .impossible(let reason): return (program, "\(flow.reference) decides by steps of its own; \(reason)")
        case .program(var steps):
            steps.gaps = program.gaps
            if client.profile.nameChecked == .off { steps.gaps.append("the name is taken out of the loader's policy") }
            return (steps, nil)
        }
    }
}
