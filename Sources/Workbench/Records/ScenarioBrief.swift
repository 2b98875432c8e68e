import Diagnosis
import Lab

/// What a report says of one of the lab's scenarios.
public struct ScenarioBrief: Hashable, Sendable {
    /// The scenario's name.
    public let name: String
    /// What it serves, in a few words.
    public let serves: String
    /// What a sound client does, in a few words.
    public let soundClient: String
    /// What a sound client finds; nil where all is well.
    public let code: DiagnosisCode?
    /// Whether a sound client stops before it sends its request.
    public let isFaulty: Bool

    /// The brief of a scenario.
    public init(_ scenario: LabScenario) {
        name = scenario.name
        serves = scenario.serves
        soundClient = scenario.soundClient
        code = scenario.code
        isFaulty = scenario.isFaulty
    }

    /// What makes a client stop here, in a sentence; empty where nothing has to.
    public var closing: String {
        switch code?.area {
        case "host": "Check the name in the URL against the certificate."
        case "date": "Check the dates of every certificate of the chain."
        case "chain" where code == .chainWeakDigest || code == .chainWeakKey: "Refuse weak keys and digests."
        case "chain": "Verify the chain up to an anchor of your own choice, and the usage of each certificate."
        case "wire" where code == .wireVersion: "Set the lowest version to TLS 1.2."
        case "wire": "Leave the weak suites and groups out."
        default: ""
        }
    }
}
