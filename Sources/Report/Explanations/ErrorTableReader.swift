import Diagnosis

/// Reads `explanations.json5`.
enum ErrorTableReader {
    private enum FileKey: String, JSON5Key { case schema, families }
    private enum FamilyKey: String, JSON5Key { case title, source, look, untold, rows }
    private enum RowKey: String, JSON5Key {
        case number, name, says, causes, untold, look, phrases, source, fire, file, code, alert
    }

    /// Stands in a row for the folder of the lab's bundle.
    static let bundlePlace = "BUNDLE"

    private static let schema = "countersign.explanations/1"

    static func read(_ bytes: [UInt8], file: String) throws(Problem) -> [ErrorMeaning] {
        let object = try JSON5Value(parsing: bytes, file: file).object(FileKey.self)
        let version = try object.require(.schema)
        guard try version.string() == schema else { throw version.unfit("another schema", wanted: "\"\(schema)\"") }
        let families = try object.require(.families).object(ErrorFamily.self)
        var meanings: [ErrorMeaning] = []
        for family in ErrorFamily.inFile {
            meanings += try rows(of: family, in: try families.require(family).object(FamilyKey.self))
        }
        return meanings
    }

    private static func rows(of family: ErrorFamily, in object: JSON5Object<FamilyKey>) throws(Problem)
        -> [ErrorMeaning]
    {
        let title = try object.require(.title).string()
        let source = try object.require(.source).string()
        let look = try object.require(.look).string()
        let untold = try object.require(.untold).string()
        var meanings: [ErrorMeaning] = []
        var seen: Set<String> = []
        for value in try object.require(.rows).array() {
            let row = try value.object(RowKey.self)
            let number = try row[.number]?.integer()
            let name: String
            if row[.name] == nil, let known = number.flatMap({ ErrorTable.name(of: $0, in: family) }) {
                name = known
            } else {
                name = try row.require(.name).string()
            }
            guard seen.insert(number.map { String($0) } ?? name).inserted else {
                throw value.unfit("a second row of \(number.map { String($0) } ?? name)", wanted: "one row each")
            }
            var meaning = ErrorMeaning(
                family: family,
                title: title,
                number: number,
                name: name,
                says: try row.require(.says).string(),
                source: try row[.source]?.string() ?? source
            )
            meaning.causes = try row[.causes]?.strings() ?? []
            meaning.untold = try row[.untold]?.string() ?? untold
            meaning.look = try row[.look]?.string() ?? look
            meaning.phrases = try row[.phrases]?.strings() ?? []
            meaning.proof = try proof(row)
            meaning.reproduction = meaning.proof.map { reproduction($0, number: number, name: name) }
            meanings.append(meaning)
        }
        return meanings
    }

    private static func proof(_ row: JSON5Object<RowKey>) throws(Problem) -> ErrorMeaning.Proof? {
        guard row[.fire] != nil || row[.file] != nil else { return nil }
        var proof = ErrorMeaning.Proof()
        proof.fire = try row[.fire]?.string().split(separator: " ").map(String.init) ?? []
        proof.file = try row[.file]?.string()
        proof.alert = try row[.alert]?.integer(in: 0...255)
        if let value = row[.code] {
            let code = DiagnosisCode(rawValue: try value.string())
            guard DiagnosisTable.entry(code) != nil else {
                throw value.unfit("\"\(code)\"", wanted: "a code of the diagnoses")
            }
            proof.code = code
        }
        return proof
    }

    private static func reproduction(_ proof: ErrorMeaning.Proof, number: Int?, name: String)
        -> ErrorMeaning.Reproduction
    {
        let words = proof.fire.joined(separator: " ")
        var command = proof.file.map { "countersign identity \(bundlePlace)/\($0)" } ?? "countersign fire \(words)"
        if proof.file != nil || words.contains(bundlePlace) {
            command =
                "COUNTERSIGN_IDENTITY_PASSWORD=lab "
                + command.replacing(bundlePlace, with: "\"${XDG_DATA_HOME:-$HOME/.local/share}\"/countersign/bundle")
        }
        let ends =
            if let code = proof.code {
                "\(code), which stands for it here"
            } else if let alert = proof.alert {
                "alert \(alert), which this code stands for"
            } else {
                number.map { String($0) } ?? name
            }
        return .init(command: command, ends: ends)
    }
}
