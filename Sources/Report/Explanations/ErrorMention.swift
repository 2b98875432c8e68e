import Diagnosis

/// A number or name in a text, and what it may stand for.
public struct ErrorMention: Hashable, Sendable, Encodable {
    /// As it stands in the text, sanitised.
    public var text: String
    /// The number, where it is one.
    public var number: Int?
    /// Whether nothing in the text tells which of several families it is of.
    public var isAmbiguous: Bool
    /// What it means; none where it is in no table.
    public var meanings: [ErrorMeaning]
}

/// What a text says, number by number and name by name.
public struct Explanation: Hashable, Sendable, Encodable {
    /// The form and its version.
    public let schema = "countersign.explanation/1"
    /// The text, sanitised.
    public let text: String
    /// What was found in it, in its order.
    public private(set) var mentions: [ErrorMention]

    private enum CodingKeys: String, CodingKey { case schema, text, mentions }

    /// Longer texts are cut: a console line is meant.
    public static let maximumBytes = 1 << 14

    /// Explains a number, a name, or a pasted console line.
    public init(_ text: String, table: ErrorTable) {
        let isShort = text.utf8.count <= Self.maximumBytes
        let cut = isShort ? text : String(decoding: text.utf8.prefix(Self.maximumBytes), as: UTF8.self)
        self.text = Sanitizer.line(cut)
        mentions = ErrorTextReader(cut, table: table).mentions()
    }

    /// Says of this program's diagnoses how the lab shows them.
    ///
    /// - Parameter scenario: the name of a scenario that ends with a diagnosis, nil where none does; asked only for those
    ///   that are in the text.
    public mutating func showDiagnoses(in scenario: (DiagnosisCode) -> String?) {
        for mention in mentions.indices {
            for (place, meaning) in mentions[mention].meanings.enumerated() where meaning.family == .diagnosis {
                guard let name = scenario(DiagnosisCode(rawValue: meaning.name)) else { continue }
                mentions[mention].meanings[place].reproduction = .init(
                    command: "countersign fire \(name)",
                    ends: meaning.name
                )
            }
        }
    }

    /// Whether anything in it is known.
    public var isKnown: Bool { mentions.contains { !$0.meanings.isEmpty } }
}
