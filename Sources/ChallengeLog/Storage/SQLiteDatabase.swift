import CSQLite

/// One connection to an SQLite file, and the statements prepared on it. To be used by one thread at a time.
final class SQLiteDatabase {
    /// How a file is opened.
    enum Mode {
        /// For reading alone.
        case readOnly
        /// For reading and writing; the file must be there.
        case readWrite
    }

    private let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]
    /// Pages in the write-ahead log after the last commit.
    fileprivate(set) var logPages = 0

    /// Opens a file by its URI (`file:…`).
    init(uri: String, mode: Mode, busyMilliseconds: Int32) throws(SQLiteError) {
        let access = mode == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let flags = access | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(uri, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            defer { sqlite3_close_v2(opened) }
            throw Self.error(opened, code)
        }
        handle = opened
        sqlite3_busy_timeout(handle, busyMilliseconds)
        sqlite3_wal_hook(
            handle,
            { context, _, _, pages in
                guard let context else { return SQLITE_OK }
                Unmanaged<SQLiteDatabase>.fromOpaque(context).takeUnretainedValue().logPages = Int(pages)
                return SQLITE_OK
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
        // A file may come from anybody.
        try execute("PRAGMA trusted_schema = OFF")
    }

    deinit {
        // Finalises what is left, closes when the last statement is gone.
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Runs statements that give no rows.
    func execute(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw Self.error(handle, code) }
    }

    /// A statement by its text, prepared once, its values cleared.
    func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let known = statements[sql] {
            known.reset()
            return known
        }
        var prepared: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        let code = sqlite3_prepare_v3(handle, sql, -1, flags, &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw Self.error(handle, code) }
        let statement = SQLiteStatement(takingOwnershipOf: prepared)
        // A reader's filters are without number: old ones make room.
        if statements.count >= 128 { statements.removeAll(keepingCapacity: true) }
        statements[sql] = statement
        return statement
    }

    /// The first column of the first row as a number; nil without a row or where it is NULL.
    func number(_ sql: String) throws(SQLiteError) -> Int64? {
        let statement = try prepare(sql)
        defer { statement.reset() }
        guard try statement.step(), !statement.isNull(0) else { return nil }
        return statement.int64(0)
    }

    /// The first column of the first row as text.
    func text(_ sql: String) throws(SQLiteError) -> String? {
        let statement = try prepare(sql)
        defer { statement.reset() }
        guard try statement.step(), !statement.isNull(0) else { return nil }
        return statement.text(0)
    }

    /// Runs a statement that gives no rows and takes long; every millisecond or so it is asked whether to go on.
    ///
    /// - Throws: with the message `interrupted` when the answer was no.
    func whileAsking(_ goesOn: @escaping () -> Bool, run statement: SQLiteStatement) throws(SQLiteError) {
        let question = SQLiteQuestion(goesOn)
        // Held until the handler is taken away below.
        sqlite3_progress_handler(
            handle,
            Self.stepsBetweenQuestions,
            { context in
                guard let context else { return 0 }
                return Unmanaged<SQLiteQuestion>.fromOpaque(context).takeUnretainedValue().goesOn() ? 0 : 1
            },
            Unmanaged.passUnretained(question).toOpaque()
        )
        defer {
            sqlite3_progress_handler(handle, 0, nil, nil)
            withExtendedLifetime(question) {}
        }
        try statement.run()
    }

    /// Steps of SQLite's machine: a millisecond or less.
    private static let stepsBetweenQuestions: Int32 = 10_000

    /// The row that the last INSERT made.
    var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Moves what it can from the write-ahead log into the file, waiting for nobody.
    func checkpoint() throws(SQLiteError) {
        let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        guard code == SQLITE_OK || code & 0xFF == SQLITE_BUSY else { throw Self.error(handle, code) }
    }

    /// Makes a Swift function known to SQL: two texts in, true or false out, the same for the same texts.
    func define(_ name: String, _ function: @escaping @Sendable (String, String) -> Bool) throws(SQLiteError) {
        let code = sqlite3_create_function_v2(
            handle,
            name,
            2,
            SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
            Unmanaged.passRetained(SQLiteFunction(call: function)).toOpaque(),
            { context, _, values in
                guard let values, let own = sqlite3_user_data(context) else { return }
                let function = Unmanaged<SQLiteFunction>.fromOpaque(own).takeUnretainedValue()
                sqlite3_result_int(context, function.call(argument(values[0]), argument(values[1])) ? 1 : 0)
            },
            nil,
            nil,
            { own in
                guard let own else { return }
                Unmanaged<SQLiteFunction>.fromOpaque(own).release()
            }
        )
        guard code == SQLITE_OK else { throw Self.error(handle, code) }
    }

    fileprivate static func error(_ handle: OpaquePointer?, _ code: Int32) -> SQLiteError {
        let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
        return SQLiteError(kind: kind(code), code: code, message: message)
    }

    private static func kind(_ code: Int32) -> SQLiteError.Kind {
        switch code & 0xFF {
        case SQLITE_FULL: .full
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .readOnly
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_NOTADB: .notADatabase
        case SQLITE_CORRUPT: .corrupt
        case SQLITE_CANTOPEN: .cannotOpen
        case SQLITE_IOERR: .inputOutput
        case SQLITE_CONSTRAINT: .constraint
        default: .other
        }
    }
}

/// A prepared statement. Columns and parameters are counted as SQLite does: columns from 0, parameters from 1.
final class SQLiteStatement {
    private let handle: OpaquePointer

    fileprivate init(takingOwnershipOf handle: OpaquePointer) { self.handle = handle }

    deinit { sqlite3_finalize(handle) }

    /// The next row; false at the end.
    func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw SQLiteDatabase.error(sqlite3_db_handle(handle), code)
        }
    }

    /// Runs a statement that gives no rows, and makes it ready for the next run.
    func run() throws(SQLiteError) {
        defer { sqlite3_reset(handle) }
        _ = try step()
    }

    /// Makes it ready for another run, all values NULL.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }
    func bind(_ index: Int32, _ value: Int) { sqlite3_bind_int64(handle, index, Int64(value)) }
    func bindNull(_ index: Int32) { sqlite3_bind_null(handle, index) }

    func bind(_ index: Int32, _ value: Int64?) {
        if let value { bind(index, value) } else { bindNull(index) }
    }

    func bind(_ index: Int32, _ value: Int?) {
        if let value { bind(index, Int64(value)) } else { bindNull(index) }
    }

    func bind(_ index: Int32, _ value: String) {
        var value = value
        value.withUTF8 { bindText(index, UnsafeRawBufferPointer($0)) }
    }

    func bind(_ index: Int32, _ value: String?) {
        if let value { bind(index, value) } else { bindNull(index) }
    }

    /// Binds bytes as a BLOB.
    func bind(_ index: Int32, _ value: [UInt8]) {
        value.withUnsafeBytes { _ = cs_bind_blob(handle, index, $0.baseAddress, Int32(clamping: $0.count)) }
    }

    /// Binds UTF-8 bytes as text.
    func bindText(_ index: Int32, _ value: [UInt8]) {
        value.withUnsafeBytes { bindText(index, $0) }
    }

    private func bindText(_ index: Int32, _ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.assumingMemoryBound(to: CChar.self).baseAddress else {
            // No bytes may mean no address, which SQLite would take for NULL.
            _ = cs_bind_text(handle, index, "", 0)
            return
        }
        _ = cs_bind_text(handle, index, start, Int32(clamping: bytes.count))
    }

    /// How many columns a row has.
    var columns: Int32 { sqlite3_column_count(handle) }

    func isText(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_TEXT }
    func isBlob(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_BLOB }
    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
    func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
    func optionalInt64(_ column: Int32) -> Int64? { isNull(column) ? nil : int64(column) }
    func optionalInt(_ column: Int32) -> Int? { isNull(column) ? nil : Int(int64(column)) }
    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    func text(_ column: Int32) -> String {
        String(decoding: bytes(column), as: UTF8.self)
    }

    /// A column's bytes: a BLOB, or a text in UTF-8.
    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }
}

/// Holds a Swift function for SQLite.
private final class SQLiteFunction {
    let call: @Sendable (String, String) -> Bool
    init(call: @escaping @Sendable (String, String) -> Bool) { self.call = call }
}

/// Holds a question for SQLite.
private final class SQLiteQuestion {
    let goesOn: () -> Bool
    init(_ goesOn: @escaping () -> Bool) { self.goesOn = goesOn }
}

private func argument(_ value: OpaquePointer?) -> String {
    guard let value, let start = sqlite3_value_blob(value) else { return "" }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    return String(decoding: bytes, as: UTF8.self)
}
