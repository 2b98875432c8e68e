import Diagnosis
import Events
import Workbench

/// A page that was loaded, with everything that it needs.
public struct PageSheet: Hashable, Sendable {
    /// The address as it was asked for.
    public var address: String
    /// What it needs, the page itself first (or the probe before it).
    public var resources: [PageResource]
    /// What was found about the page as a whole: a code with its sentence, and what helps.
    public var findings: [String]
    /// The recording that has its requests.
    public var recording: RecordingID

    /// A sheet of known parts.
    public init(address: String, resources: [PageResource], findings: [String], recording: RecordingID) {
        self.address = address
        self.resources = resources
        self.findings = findings
        self.recording = recording
    }

    /// `7 resources, 6 asked for, 1 finding`.
    var totals: String {
        let asked = resources.count { $0.number != nil }
        let count = Words.count(resources.count, "resource")
        return "\(count), \(asked) asked for, \(Words.count(findings.count, "finding"))"
    }
}
