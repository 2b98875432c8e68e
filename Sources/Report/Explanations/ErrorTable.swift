import Diagnosis
import Events
import Trust

/// Every number and name that can be explained: `explanations/explanations.json5`, read once.
public struct ErrorTable: Sendable {
    /// The rows, family by family in the order of the file.
    public let meanings: [ErrorMeaning]

    private let byNumber: [Int: [ErrorMeaning]]
    /// What texts are searched for, row by row.
    let names: [ErrorName]

    /// The table that belongs to this program.
    ///
    /// - Throws: `file.missing` with every place tried, `config.syntax`, `config.key`.
    public static func installed() throws(Problem) -> ErrorTable {
        let file = InstalledFile.read("explanations/explanations.json5")
        guard let (place, bytes) = file.found else {
            throw .installedFileMissing("explanations", tried: file.tried)
        }
        return try ErrorTable(parsing: bytes, file: place)
    }

    /// Reads a table from the bytes of a file.
    ///
    /// - Throws: `config.syntax` and `config.key`, each with file, line and column.
    public init(parsing bytes: [UInt8], file: String) throws(Problem) {
        meanings = try ErrorTableReader.read(bytes, file: file) + OwnCodes.meanings
        names = meanings.enumerated().flatMap { ErrorName.all(of: $1, at: $0) }
        byNumber = Dictionary(grouping: meanings.filter { $0.number != nil }) { $0.number ?? 0 }
    }

    /// What a number means in each family that has it.
    public func meanings(of number: Int) -> [ErrorMeaning] { byNumber[number] ?? [] }

    /// What a number means in one family.
    public func meaning(of number: Int, in family: ErrorFamily) -> ErrorMeaning? {
        meanings(of: number).first { $0.family == family }
    }

    /// The name of a number in a family whose names stand in a table of their own.
    static func name(of number: Int, in family: ErrorFamily) -> String? {
        switch family {
        case .x509: X509ErrorName.name(of: Int32(clamping: number))
        case .alert: AlertFacts.name(of: number)
        default: nil
        }
    }
}
