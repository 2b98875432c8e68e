import Diagnosis

/// What one number or name stands for, by a row of `explanations.json5`, or of a table of the program's own codes.
public struct ErrorMeaning: Hashable, Sendable, Encodable {
    /// How the lab shows it.
    public struct Reproduction: Hashable, Sendable, Encodable {
        /// The command, complete.
        public var command: String
        /// What it ends with: the number itself, or the diagnosis or alert that stands for it.
        public var ends: String
    }

    /// The family.
    public var family: ErrorFamily
    /// The family's name for people.
    public var familyTitle: String
    /// The number; absent where the family has names only.
    public var number: Int?
    /// The constant, exception or message.
    public var name: String
    /// What it says.
    public var says: String
    /// What leads to it, the most frequent first.
    public var causes: [String]
    /// What it does not tell; empty where the name tells all.
    public var untold: String
    /// What helps; absent where that depends on the cause, or nothing needs to.
    public var remedy: String?
    /// The command that shows the cause here; empty where the code comes from there.
    public var look: String
    /// How the lab shows it; absent where no scenario gives it.
    public var reproduction: Reproduction?
    /// Where the number is defined.
    public var source: String

    /// How the row is proven: a test carries this out.
    struct Proof: Hashable, Sendable {
        /// The words behind `countersign fire`.
        var fire: [String] = []
        /// A file of the lab's bundle that is opened instead.
        var file: String?
        /// The diagnosis that stands for it, where the number itself does not come out.
        var code: DiagnosisCode?
        /// The alert that stands for it.
        var alert: Int?
    }

    /// Phrases by which a console line names it, besides the name.
    var phrases: [String]
    var proof: Proof?

    private enum CodingKeys: String, CodingKey {
        case family, familyTitle, number, name, says, causes, untold, remedy, look, reproduction, source
    }

    init(family: ErrorFamily, title: String, number: Int?, name: String, says: String, source: String) {
        self.family = family
        familyTitle = title
        self.number = number
        self.name = name
        self.says = says
        self.source = source
        causes = []
        untold = ""
        look = ""
        phrases = []
    }
}
