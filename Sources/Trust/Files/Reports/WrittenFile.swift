import Diagnosis

/// A file that was made of another.
public struct WrittenFile: Hashable, Sendable, Codable {
    /// The new file, as it was named.
    public var file: String
    /// `der`, `pem`, `p7b` or `p12`.
    public var form: String
    /// What is in it: `2 certificates`, `1 identity with 1 further certificate`.
    public var holds: String

    /// A file of known parts.
    public init(file: String, form: String, holds: String) {
        self.file = Sanitizer.line(file)
        self.form = form
        self.holds = holds
    }

    var text: String { "\(file), \(form), mode 0600: \(holds)" }
}
