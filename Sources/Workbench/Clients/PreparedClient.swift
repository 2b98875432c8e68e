import Diagnosis
import Foundation
import Trust

/// A client ready to be asked: its profile, and all that the profile names, read and opened.
public struct PreparedClient: Sendable {
    /// The profile.
    public var profile: ClientProfile
    /// The anchors that it chooses.
    public var anchors: Anchors
    /// What the system's anchors are: `lab "public" root`, `system (Mozilla, 140)`.
    public var systemAnchors: String
    /// The files of the bundle.
    public var bundle: BundleSnapshot
    /// The identities at hand: those of the profile's file first, then those of the bundle.
    public var identities: [Identity]
    /// What is odd about the files that were read, and does not stop their use.
    public var remarks: [Problem]
    /// Why the profile's identity cannot be used; nil when it can, or none is wanted.
    public var identityProblem: Problem?

    /// The policy line of this client.
    public var line: PolicyLine { PolicyLine(profile, systemAnchors: systemAnchors) }

    /// Makes a question this client's: its anchors, rules, policy, flow, bundle, transport security and name.
    public func apply(to request: inout EvaluationRequest) {
        request.apply(profile, anchors: anchors, bundle: bundle)
    }
}
