import Events
import Lab

extension LabClientFacts {
    /// Whether the client went on where a sound one, which trusts nothing but the system's anchors, stops.
    public func isVulnerable(at scenario: LabScenario?) -> Bool {
        guard conduct == .talked, let code = scenario?.code else { return false }
        return ["date", "host", "chain"].contains(code.area)
    }
}
