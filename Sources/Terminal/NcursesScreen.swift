import CTerminal
import Diagnosis

/// The real terminal, through ncurses: shows cell buffers, delivers keys.
///
/// One screen a process, on the main thread, which may block in ``next(timeout:)``; other threads post what they have to a
/// queue of their own and call ``wake()``. Standard error is kept in memory while the screen is up and printed when it
/// closes; a crash gives the terminal back and prints it, too.
@MainActor public final class NcursesScreen {
    /// What the screen is opened with.
    public struct Options: Sendable {
        /// The descriptor that keys come from.
        public var input: Int32 = 0
        /// The descriptor that is drawn on.
        public var output: Int32 = 1
        /// The terminal's name, `TERM`.
        public var term: String
        /// Whether signals, crashes and standard error are the screen's business, as in a program; not in a test.
        public var ownsProcess = true
        /// How many colours may be used.
        public var colorMode = ColorMode.auto
        /// Whether `NO_COLOR` is set and not empty.
        public var noColor = false

        /// The program's own terminal, by what the environment says about it.
        public init(environment: [String: String]) {
            term = environment["TERM"] ?? ""
            noColor = environment["NO_COLOR"]?.isEmpty == false
        }

        /// A terminal on two descriptors.
        public init(input: Int32, output: Int32, term: String, ownsProcess: Bool) {
            self.input = input
            self.output = output
            self.term = term
            self.ownsProcess = ownsProcess
        }
    }

    /// How many colours there are to draw with.
    public let colorDepth: ColorDepth
    /// The signs for this terminal's character encoding.
    public let glyphs: Glyphs
    /// What the user should know about how the terminal was opened, sanitised; nil if nothing.
    public let notice: String?

    private var pens: [Style: Pen] = [:]
    private var given: Theme?
    private var theme = Theme.mono

    private struct Pen {
        let attributes: UInt32
        let pair: Int32
    }

    private init(options: Options, notice: String?) {
        self.notice = notice
        colorDepth = options.colorMode.depth(terminalColors: Int(ct_colors()), noColor: options.noColor)
        glyphs = TextWidth.columns(of: "\u{2500}") == 1 ? .unicode : .ascii
    }

    /// Opens the terminal, runs the body, and closes the terminal again however the body ends.
    /// - Throws: `terminal.unusable`, or what the body throws.
    public static func withTerminal<Result>(
        _ options: Options,
        _ body: (NcursesScreen) throws -> Result
    ) throws -> Result {
        let notice = try open(options)
        defer { ct_close() }
        return try body(NcursesScreen(options: options, notice: notice))
    }

    private static func open(_ options: Options) throws(Problem) -> String? {
        let owns: Int32 = options.ownsProcess ? 1 : 0
        var status = ct_open(options.input, options.output, options.term, owns)
        var notice: String?
        if status == CT_TERM_UNKNOWN, let substitute = TerminalName.substitute(for: options.term) {
            status = ct_open(options.input, options.output, substitute, owns)
            notice = Sanitizer.line("TERM is \(options.term), which is not known here: drawn as \(substitute)")
        }
        switch status {
        case CT_OK: return notice
        case CT_NO_TERMINAL: throw .terminalUnusable(term: options.term, lacks: .terminal)
        case CT_TERM_UNKNOWN: throw .terminalUnusable(term: options.term, lacks: .description)
        case CT_TERM_INCAPABLE: throw .terminalUnusable(term: options.term, lacks: .cursorAddressing)
        default: throw .terminalUnusable(term: options.term, lacks: .permission)
        }
    }

    /// The terminal's size now.
    public var size: TerminalSize { TerminalSize(columns: Int(ct_columns()), rows: Int(ct_rows())) }

    /// Shows a buffer; ncurses sends what differs from the last one.
    /// - Parameter cursor: where the cursor rests, best on the selected row, which screen readers follow; nil hides it.
    public func draw(_ buffer: CellBuffer, theme: Theme, cursor: (row: Int, column: Int)?) {
        if given != theme {
            given = theme
            self.theme = theme.usable(in: colorDepth)
            pens.removeAll(keepingCapacity: true)
        }
        ct_clear()
        buffer.forEachRun { row, column, cells in put(cells, of: buffer, row: row, column: column) }
        ct_cursor(Int32(clamping: cursor?.row ?? -1), Int32(clamping: cursor?.column ?? -1))
        ct_flush()
    }

    /// Waits for something to happen; nil waits for ever.
    public func next(timeout: Duration? = nil) -> TerminalInput {
        var milliseconds: Int32 = -1
        if let timeout {
            let (seconds, attoseconds) = timeout.components
            // Rounded up, or a wait for half a millisecond would spin.
            let wanted = seconds.multipliedReportingOverflow(by: 1000)
            let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
            milliseconds = wanted.overflow ? .max : Int32(clamping: max(0, wanted.partialValue + rest))
        }
        var event = ct_event()
        ct_wait(milliseconds, &event)
        return TerminalInput(event)
    }

    /// Ends the wait under way, or the next one, with `wake`; from any thread.
    nonisolated public static func wake() { ct_wake() }

    /// Sends everything anew with the next buffer (`^L`).
    public func repaint() { ct_repaint() }

    /// Rings the terminal's bell.
    public func beep() { ct_beep() }

    /// Gives the terminal to the shell until the program is continued (`^Z`); everything is to be drawn anew then.
    public func suspend() { ct_suspend() }

    /// Gives the terminal to another program, a pager or an editor, while the body runs; then everything is to be drawn
    /// anew. If the size changed meanwhile, ``next(timeout:)`` says so.
    public func leave<Result>(_ body: () throws -> Result) rethrows -> Result {
        ct_leave()
        defer { ct_return() }
        return try body()
    }

    /// The sentence that a crash prints last: where the log is. At most 1 023 bytes.
    public func setCrashNote(_ sentence: String) { ct_crash_note(Sanitizer.line(sentence)) }

    /// What was written to standard error since an offset, and the offset behind it; sanitised, incomplete UTF-8 repaired.
    public func errorOutput(from offset: Int64 = 0) -> (text: String, next: Int64) {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = Int(ct_captured(offset, &bytes, Int32(bytes.count)))
        return (Sanitizer.text(String(decoding: bytes[..<count], as: UTF8.self)), offset + Int64(count))
    }

    private func put(_ cells: ArraySlice<StoredCell>, of buffer: CellBuffer, row: Int, column: Int) {
        guard let style = cells.first?.style else { return }
        let pen = pen(for: style)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: cells.count) { ascii in
            var count = 0
            var column = Int32(column)
            func flush() {
                ct_put_ascii(Int32(row), column, ascii.baseAddress, Int32(count), pen.attributes, pen.pair)
                column += Int32(count)
                count = 0
            }
            for cell in cells {
                if cell.glyph < 0x7F, cell.columns == 1 {
                    ascii[count] = UInt8(truncatingIfNeeded: cell.glyph)
                    count += 1
                } else {
                    flush()
                    if cell.columns > 0 { put(buffer.character(cell), row: Int32(row), column: column, pen: pen) }
                    column += 1
                }
            }
            flush()
        }
    }

    private func put(_ character: Character, row: Int32, column: Int32, pen: Pen) {
        let scalars = character.unicodeScalars.map(\.value)
        ct_put(row, column, scalars, Int32(scalars.count), pen.attributes, pen.pair)
    }

    private func pen(for style: Style) -> Pen {
        if let pen = pens[style] { return pen }
        let reduced = colorDepth.reduce(theme.look(of: style))
        let bits: [(Attributes, UInt32)] = [
            (.bold, CT_BOLD), (.dim, CT_DIM), (.underline, CT_UNDERLINE), (.reverse, CT_REVERSE), (.italic, CT_ITALIC),
        ]
        let pen = Pen(
            attributes: bits.reduce(0) { reduced.attributes.contains($1.0) ? $0 | $1.1 : $0 },
            pair: ct_pair(Int32(reduced.foreground), Int32(reduced.background))
        )
        pens[style] = pen
        return pen
    }
}

extension TerminalInput {
    fileprivate init(_ event: ct_event) {
        switch event.kind {
        case CT_CHARACTER:
            self = Unicode.Scalar(event.code).map { .key(Key(scalar: $0)) } ?? .timeout
        case CT_KEY:
            self = Self.keys[event.code].map(TerminalInput.key) ?? .timeout
        case CT_RESIZE: self = .resize(TerminalSize(columns: Int(event.columns), rows: Int(event.rows)))
        case CT_WAKE: self = .wake
        case CT_RESUMED: self = .resumed
        case CT_TERMINATE: self = .terminate
        case CT_HANGUP: self = .hangup
        default: self = .timeout
        }
    }

    private static let keys: [UInt32: Key] = [
        CT_KEY_UP: .up, CT_KEY_DOWN: .down, CT_KEY_LEFT: .left, CT_KEY_RIGHT: .right,
        CT_KEY_PAGE_UP: .pageUp, CT_KEY_PAGE_DOWN: .pageDown, CT_KEY_HOME: .home, CT_KEY_END: .end,
        CT_KEY_ENTER: .enter, CT_KEY_BACKSPACE: .backspace, CT_KEY_DELETE: .delete, CT_KEY_INSERT: .insert,
        CT_KEY_BACK_TAB: .backTab,
    ]
}
