import Diagnosis
import Trust

/// The codes that this program itself prints, as `explain` knows them: the table of diagnoses and that of findings.
enum OwnCodes {
    static let meanings: [ErrorMeaning] = diagnoses + findings

    private static var diagnoses: [ErrorMeaning] {
        // A received alert is explained by its number.
        DiagnosisTable.entries.filter { !$0.code.isAlert }.map { entry in
            var meaning = ErrorMeaning(
                family: .diagnosis,
                title: "diagnosis of countersign",
                number: nil,
                name: entry.code.rawValue,
                says: sentence(entry.when),
                source: "Documentation/DIAGNOSES.md, \(entry.area)"
            )
            meaning.remedy = entry.remedy == "-" ? nil : sentence(entry.remedy)
            return meaning
        }
    }

    private static var findings: [ErrorMeaning] {
        FindingKind.allCases.map { kind in
            let row = kind.row
            let catalogues =
                row.weaknesses.map { "CWE-\($0)" } + [row.control.map { "OWASP MASVS-\($0)" }].compactMap(\.self)
            var meaning = ErrorMeaning(
                family: .finding,
                title: "finding of countersign",
                number: nil,
                name: kind.rawValue,
                says: sentence(row.title),
                source: (["Documentation/FINDINGS.md"] + catalogues).joined(separator: ", ")
            )
            meaning.remedy = sentence(row.closes)
            meaning.look = "countersign attack --policy FILE"
            return meaning
        }
    }

    /// The words of a table's cell as a sentence.
    private static func sentence(_ words: String) -> String {
        let end = words.hasSuffix(".") ? "" : "."
        return words.prefix(1).uppercased() + words.dropFirst() + end
    }
}
