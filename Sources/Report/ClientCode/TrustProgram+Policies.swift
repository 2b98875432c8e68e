import Foundation
import Trust

extension TrustProgram {
    /// The program of a client's policy; flows have their own form.
    init(_ profile: ClientProfile, anchors: Anchors) {
        let own: [Step] =
            anchors.app.isEmpty && !anchors.appOnly ? [] : [.anchors(anchors.app, only: anchors.appOnly)]
        switch profile.policy.base {
        case is SystemPolicy: self = Self.system(own)
        case is AcceptAny: self.init(otherwise: .steps([]))
        case let policy as SecTrustPolicy:
            let kind: Step = policy.policy == .ssl ? .sslPolicy(checksHost: policy.host) : .basicPolicy
            self.init(otherwise: .steps([kind] + own + [.requireValid]))
        case let policy as AFSecurityPolicy: self = Self.afNetworking(policy, own)
        case let manager as AFSessionManager: self = Self.sessionManager(manager, own)
        case let policy as AlamofirePolicy: self = Self.alamofire(policy, own)
        case let policy as TrustKitPolicy: self = Self.trustKit(policy, own)
        case let policy as PinnedDomains: self = Self.pinnedDomains(policy, own)
        case let policy as AndroidNetworkPolicy: self = Self.android(policy)
        default:
            self.init(otherwise: .steps([.refuse("this policy cannot be written as code")]))
            gaps = ["the policy \(profile.policy.kind) has no form here: the code refuses every server"]
        }
        if !anchors.user.isEmpty {
            gaps.append("anchors that the user installed are on the device, not in the code")
        }
        if profile.nameChecked == .off { replaceName(by: .sslPolicy(checksHost: false)) }
        if case .other(let name) = profile.nameChecked {
            gaps.append("the name checked is \(name), not the URL's host")
        }
    }

    /// Another SSL policy in the place of the one with the host.
    private mutating func replaceName(by step: Step) {
        func changed(_ branch: Branch) -> Branch {
            guard case .steps(let steps) = branch else { return .steps([step, .requireValid]) }
            return .steps(steps.map { $0 == .sslPolicy(checksHost: true) ? step : $0 })
        }
        otherwise = changed(otherwise)
        for index in hosts.indices { hosts[index].branch = changed(hosts[index].branch) }
    }

    private static func system(_ own: [Step]) -> TrustProgram {
        own.isEmpty ? TrustProgram(otherwise: .defaultHandling) : TrustProgram(otherwise: .steps(own + [.requireValid]))
    }

    private static func afNetworking(_ policy: AFSecurityPolicy, _ own: [Step]) -> TrustProgram {
        var program = TrustProgram(otherwise: .steps(afSteps(policy, own)))
        if !policy.version.hasPrefix("4"), !policy.version.hasPrefix("3") {
            program.gaps.append("AFSecurityPolicy \(policy.version) is written as 4.0 decides")
        }
        if policy.pins.contains(where: { if case .unusable = $0 { true } else { false } }) {
            program.gaps.append("pins that are no certificates are left out: they can never match")
        }
        return program
    }

    /// What stands around the policy: a block or handler may decide instead.
    private static func sessionManager(_ manager: AFSessionManager, _ own: [Step]) -> TrustProgram {
        func refuse(_ reason: String) -> TrustProgram { TrustProgram(otherwise: .steps([.refuse(reason)])) }
        if !manager.hasSecureBaseURL, manager.policy.pinningMode != .none {
            return refuse("pinning without an https base URL: AFNetworking raises an exception")
        }
        switch manager.block {
        case .absent: break
        case .use: return TrustProgram(otherwise: .steps([]))
        case .performDefault: return TrustProgram(otherwise: .defaultHandling)
        case .cancel, .reject: return refuse("the block refuses")
        case .asksPolicy where !manager.isManagerKept: return refuse("the manager is gone, and no policy says no")
        case .asksPolicy: return afNetworking(manager.isPolicySet ? manager.policy : AFSecurityPolicy(), own)
        }
        switch manager.handler {
        case .absent, .performDefault: break
        case .credential: return TrustProgram(otherwise: .steps([]))
        case .cancel, .reject, .error: return refuse("the handler refuses")
        case .none, .other:
            var program = refuse("the handler answers by itself, or raises an exception")
            program.gaps = ["what the handler does is not known: the code refuses every server"]
            return program
        }
        return afNetworking(manager.isPolicySet ? manager.policy : AFSecurityPolicy(), own)
    }

    /// AFSecurityPolicy.m, step by step.
    private static func afSteps(_ policy: AFSecurityPolicy, _ own: [Step]) -> [Step] {
        if policy.version == "2.5.1", policy.pinningMode == .none { return [] }
        let allowsInvalid = policy.allowInvalidCertificates
        if allowsInvalid, policy.validatesDomainName, policy.pinningMode == .none || policy.pins.isEmpty {
            return [.refuse("invalid allowed, name checked, and no pins: AFNetworking refuses every server")]
        }
        let kind: Step = policy.validatesDomainName ? .sslPolicy(checksHost: true) : .basicPolicy
        let valid: [Step] = allowsInvalid ? [] : [.requireValid]
        let certificates = policy.pins.compactMap { pin -> Certificate? in
            if case .certificate(let certificate) = pin { certificate } else { nil }
        }
        switch policy.pinningMode {
        case .none: return allowsInvalid ? [] : [kind] + own + valid
        case .certificate:
            return [kind] + own + valid
                + [.anchors(certificates, only: true), .requireValid, .requireCertificate(certificates)]
        case .publicKey:
            let keys = policy.pins.compactMap { pin -> SHA256Digest? in
                switch pin {
                case .certificate(let certificate): certificate.publicKeySHA256
                case .publicKey(let digest): digest
                case .unusable: nil
                }
            }
            return [kind] + own + valid + [.requireKey(keys, .any)]
        }
    }

    // MARK: Tables of hosts

    private static func alamofire(_ policy: AlamofirePolicy, _ own: [Step]) -> TrustProgram {
        if let evaluator = policy.evaluator { return TrustProgram(otherwise: .steps(steps(evaluator, own))) }
        var program = TrustProgram(
            otherwise: policy.allHostsMustBeEvaluated ?? true
                ? .steps([.refuse("the manager has no evaluator for this host")]) : .defaultHandling
        )
        program.hosts = (policy.hosts ?? [:]).sorted { $0.key < $1.key }.map {
            HostCase(host: $0.key, below: .none, branch: .steps(steps($0.value, own)))
        }
        return program
    }

    static func steps(_ evaluator: AlamofireEvaluator, _ own: [Step]) -> [Step] {
        func validation(_ validation: AlamofireEvaluator.Validation) -> [Step] {
            (validation.performsDefault ? [.sslPolicy(checksHost: false), .requireValid] : [])
                + (validation.validatesHost ? [.sslPolicy(checksHost: true), .requireValid] : [])
        }
        switch evaluator {
        case .default(let validatesHost):
            return own + validation(.init(performsDefault: true, validatesHost: validatesHost))
        case .revocation(let options): return own + validation(options) + [.revocationPolicy, .requireValid]
        case .pinnedCertificates(let certificates, let acceptsSelfSigned, let options):
            let anchors: [Step] = acceptsSelfSigned ? [.anchors(certificates, only: true)] : own
            return anchors + validation(options) + [.requireCertificate(certificates)]
        case .publicKeys(let keys, let options): return own + validation(options) + [.requireKey(keys, .any)]
        case .composite(let evaluators): return evaluators.flatMap { steps($0, own) }
        case .disabled: return []
        }
    }

    private static func trustKit(_ policy: TrustKitPolicy, _ own: [Step]) -> TrustProgram {
        var program = TrustProgram(otherwise: .defaultHandling)
        program.hosts = policy.domains.sorted { ($1.key.count, $0.key) < ($0.key.count, $1.key) }.map { name, domain in
            let below: HostCase.Below = domain.includesSubdomains == true ? .any : .none
            guard domain.isExcluded != true else { return HostCase(host: name, below: below, branch: .defaultHandling) }
            var steps: [Step] = [.sslPolicy(checksHost: true)] + own + [.requireValid]
            if domain.enforcesPinning ?? true {
                let keys = (domain.publicKeyHashes ?? []).compactMap { text in
                    Data(base64Encoded: text).flatMap { SHA256Digest(bytes: [UInt8]($0)) }
                }
                steps.append(.requireKey(keys, .any))
            } else {
                steps.append(.remark("pins are reported, not enforced"))
            }
            if let end = domain.expirationDate { steps.insert(.remark("these pins end on \(end)"), at: 0) }
            return HostCase(host: name, below: below, branch: .steps(steps))
        }
        if policy.domains.values.contains(where: { $0.expirationDate != nil }) {
            program.gaps.append("the end of pins is not looked at by this code")
        }
        return program
    }

    private static func pinnedDomains(_ policy: PinnedDomains, _ own: [Step]) -> TrustProgram {
        var program = TrustProgram(otherwise: own.isEmpty ? .defaultHandling : .steps(own + [.requireValid]))
        for (name, entry) in policy.domains.sorted(by: { ($1.key.count, $0.key) < ($0.key.count, $1.key) }) {
            guard case .dictionary(let keys) = entry else { continue }
            var steps: [Step] = [.sslPolicy(checksHost: true)] + own + [.requireValid]
            for (key, side) in [("NSPinnedLeafIdentities", Side.leaf), ("NSPinnedCAIdentities", .authorities)] {
                guard let list = keys[key] else { continue }
                steps.append(.requireKey(PinnedDomains.pins(list), side))
            }
            let below: HostCase.Below = keys["NSIncludesSubdomains"] == .bool(true) ? .oneLabel : .none
            program.hosts.append(HostCase(host: name.lowercased(), below: below, branch: .steps(steps)))
        }
        return program
    }

    private static func android(_ policy: AndroidNetworkPolicy) -> TrustProgram {
        func branch(_ configuration: AndroidNetworkPolicy.Configuration) -> Branch {
            let own = configuration.anchors.flatMap { $0.certificates ?? [] }.compactMap(CertificateText.certificate)
            let hasSystem = configuration.anchors.contains { $0.kind == .system }
            let pins = configuration.pins ?? []
            if own.isEmpty, hasSystem, pins.isEmpty { return .defaultHandling }
            let anchors: [Step] = own.isEmpty && hasSystem ? [] : [.anchors(own, only: !hasSystem)]
            return .steps(
                [.sslPolicy(checksHost: true)] + anchors + [.requireValid]
                    + (pins.isEmpty ? [] : [.requireKey(pins, .any)])
            )
        }
        var program = TrustProgram(otherwise: branch(policy.base))
        for domain in policy.domains {
            for name in domain.names {
                let below: HostCase.Below = name.includesSubdomains ? .any : .none
                program.hosts.append(HostCase(host: name.name, below: below, branch: branch(domain.configuration)))
            }
        }
        program.hosts.sort { ($1.host.count, $0.host) < ($0.host.count, $1.host) }
        if ([policy.base] + policy.domains.map(\.configuration)).contains(where: { $0.pinsExpire != nil }) {
            program.gaps.append("the end of a pin-set is not looked at by this code")
        }
        return program
    }
}
