/// What `lab --export --json` prints.
struct LabExportDocument: Encodable, Sendable {
    private let schema = "countersign.lab-export/1"
    private let files: [String]

    private enum CodingKeys: String, CodingKey { case schema, files }

    /// The document of the files written, by their paths.
    init(files: [String]) { self.files = files }
}
