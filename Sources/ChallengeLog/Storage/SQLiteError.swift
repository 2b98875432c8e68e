/// What SQLite says went wrong.
struct SQLiteError: Error, Hashable {
    /// The kinds that are told apart.
    enum Kind: Hashable {
        /// No room on the disk.
        case full
        /// The file or its folder takes no writing.
        case readOnly
        /// Another process holds it.
        case busy
        /// The file is no database.
        case notADatabase
        /// A page or a row cannot be read.
        case corrupt
        /// The file cannot be opened.
        case cannotOpen
        /// The disk fails.
        case inputOutput
        /// A constraint of the schema.
        case constraint
        /// Anything else.
        case other
    }

    /// The kind.
    var kind: Kind
    /// SQLite's extended result code.
    var code: Int32
    /// SQLite's own words.
    var message: String
}
