import Events
import Lab

extension LabClientFacts {
    /// Whether the client went on where a sound one stops.
    public func isVulnerable(at scenario: LabScenario?) -> Bool { conduct == .talked && scenario?.isFaulty == true }
}
