import CLinux

/// How many terminal columns text takes, by the same `wcwidth` that ncurses uses.
///
/// `wcwidth` knows only the locale in force: call ``prepareLocale(wanted:)`` once, first thing in the program.
public enum TextWidth {
    /// Which sign says that text was cut.
    public enum Ellipsis: String, Sendable, CaseIterable {
        /// `..`, for terminals without UTF-8.
        case ascii = ".."
        /// `…`, one column.
        case unicode = "\u{2026}"

        /// The columns it takes.
        public var columns: Int { self == .ascii ? 2 : 1 }
    }

    /// The side on which text stands in a field that is wider.
    public enum Alignment: Sendable {
        /// Blanks behind the text.
        case left
        /// Blanks before the text.
        case right
    }

    /// Chooses the character encoding that the environment asks for; true when UTF-8 is in force.
    ///
    /// A UTF-8 locale that is asked for but not installed is replaced by `C.UTF-8`. Only the character type is set:
    /// numbers and messages stay as they are. To be called before other threads run.
    /// - Parameter wanted: a locale's name in place of what `LC_ALL`, `LC_CTYPE` and `LANG` say.
    @discardableResult
    public static func prepareLocale(wanted: String? = nil) -> Bool {
        let name = wanted ?? localeOfEnvironment()
        let installed = setlocale(LC_CTYPE, name) != nil
        if !installed {
            let asksForUTF8 = isUTF8(name)
            setlocale(LC_CTYPE, asksForUTF8 ? "C.UTF-8" : "C")
        }
        return cl_wcwidth(0x2500) == 1
    }

    /// The columns that the text takes when it is put on screen, what is escaped there counted as escaped.
    public static func columns(of text: some StringProtocol) -> Int {
        if Sanitizer.isPrintableASCII(text) { return text.utf8.count }
        return TextCells(text).reduce(0) { $0 + $1.columns }
    }

    /// The text, cut to at most so many columns; a cut is shown by the ellipsis.
    public static func fit(_ text: String, columns: Int, ellipsis: Ellipsis = .ascii) -> String {
        guard columns > 0 else { return "" }
        if Sanitizer.isPrintableASCII(text) {
            let count = text.utf8.count
            if count <= columns { return text }
            guard columns > ellipsis.columns else { return String(ellipsis.rawValue.prefix(columns)) }
            return String(text.prefix(columns - ellipsis.columns)) + ellipsis.rawValue
        }
        guard self.columns(of: text) > columns else { return String(TextCells(text).map(\.character)) }
        guard columns > ellipsis.columns else { return String(ellipsis.rawValue.prefix(columns)) }
        var result = ""
        var used = 0
        for cell in TextCells(text) {
            guard used + cell.columns <= columns - ellipsis.columns else { break }
            result.append(cell.character)
            used += cell.columns
        }
        return result + ellipsis.rawValue
    }

    /// The text in a field of exactly so many columns: cut, or filled up with blanks.
    public static func pad(
        _ text: String,
        columns: Int,
        alignment: Alignment = .left,
        ellipsis: Ellipsis = .ascii
    ) -> String {
        let fitted = fit(text, columns: columns, ellipsis: ellipsis)
        let blanks = String(repeating: " ", count: max(0, columns - self.columns(of: fitted)))
        return alignment == .left ? fitted + blanks : blanks + fitted
    }

    /// The columns of one scalar as ncurses sees it: 0 for what joins its base, -1 for what the locale cannot show.
    static func columns(of scalar: Unicode.Scalar) -> Int {
        (0x20...0x7E).contains(scalar.value) ? 1 : Int(cl_wcwidth(scalar.value))
    }

    private static func localeOfEnvironment() -> String {
        for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
            guard let value = getenv(variable) else { continue }
            let name = String(cString: value)
            if !name.isEmpty { return name }
        }
        return "C"
    }

    private static func isUTF8(_ name: String) -> Bool {
        let lower = name.lowercased()
        return lower.contains("utf-8") || lower.contains("utf8")
    }
}
