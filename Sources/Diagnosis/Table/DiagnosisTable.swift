/// The one table of diagnosis codes: what each means and what helps.
public struct DiagnosisTable: Sendable {
    /// One row of the table.
    public struct Entry: Sendable, Hashable {
        /// The code; `wire.alert-N` stands for every alert number.
        public let code: DiagnosisCode
        /// The page's section that the code belongs to.
        public let area: String
        /// When the code is raised.
        public let when: String
        /// What helps, or "-" where nothing needs helping.
        public let remedy: String
    }

    /// Every row, in the order of the page.
    public static let entries: [Entry] =
        chain + host + policies + wire + clientIdentity + pkcs12 + files + ownInput + events

    /// The row of a code; alerts share one row.
    public static func entry(_ code: DiagnosisCode) -> Entry? { byCode[code.isAlert ? alertRow : code] }

    private static let alertRow = DiagnosisCode(rawValue: "wire.alert-N")
    private static let byCode = Dictionary(uniqueKeysWithValues: entries.map { ($0.code, $0) })
}
