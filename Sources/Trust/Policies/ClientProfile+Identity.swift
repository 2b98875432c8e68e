import Foundation

extension ClientProfile {
    /// SHA-256 of the profile's canonical JSON: equal profiles have equal hashes, in any process.
    public var hash: SHA256Digest {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return SHA256Digest(of: (try? encoder.encode(self)).map { [UInt8]($0) } ?? [])
    }
}

extension EvaluationRequest {
    /// Makes this the request of a profile: its policy, flow, rules, name, and what its anchors' files hold.
    ///
    /// - Parameters:
    ///   - anchors: the certificates behind the profile's choice of anchors, read by the caller; of a store those that
    ///     the request's chain reaches are taken.
    ///   - bundle: the files that a flow reads, read by the caller.
    public mutating func apply(_ profile: ClientProfile, anchors: Anchors, bundle: BundleSnapshot) {
        self.anchors = anchors.reached(from: chain.compactMap(\.certificate) + furtherIssuers)
        self.bundle = bundle
        policy = profile.policy
        flow = profile.flow
        rules = profile.rules
        securityLevel = profile.securityLevel
        allowsPartialChain = profile.allowsPartialChain
        transportSecurity = profile.transportSecurity
        switch profile.nameChecked {
        case .urlHost: break
        case .other, .off: urlHost = host
        }
        switch profile.nameChecked {
        case .urlHost: break
        case .other(let name): host = name
        case .off: host = nil
        }
    }
}
