import Diagnosis
import Workbench

/// A page with what it needs, as `fire --page --json` prints it.
public struct PageDocument: Encodable, Sendable {
    /// The address as it was asked for.
    public let address: String
    /// Everything that the page needs, in the order of loading; `number` leads to the element of `exchanges`.
    public let resources: [PageResource]
    /// What was found about the page as a whole.
    public let findings: [ProblemFactsDocument]

    /// One finding.
    public struct ProblemFactsDocument: Encodable, Sendable {
        /// Its kind.
        public let code: DiagnosisCode
        /// The sentence.
        public let sentence: String
        /// What helps.
        public let remedy: String?
    }

    /// A page's document.
    public init(_ load: PageLoad) {
        address = Sanitizer.line(load.address)
        resources = load.resources
        findings = load.findings.map {
            ProblemFactsDocument(code: $0.code, sentence: $0.sentence, remedy: $0.remedy)
        }
    }
}
