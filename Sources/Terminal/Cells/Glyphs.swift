import Diagnosis

/// The few signs that differ between a terminal with UTF-8 and one without; words never do.
public enum Glyphs: Sendable, Hashable, CaseIterable {
    /// ASCII alone.
    case ascii
    /// Line drawing and an ellipsis.
    case unicode

    /// What a horizontal rule is made of.
    public var rule: Character { self == .ascii ? "-" : "\u{2500}" }

    /// What a vertical rule is made of.
    public var verticalRule: Character { self == .ascii ? "|" : "\u{2502}" }

    /// What stands before the selected row.
    public var selection: Character { self == .ascii ? ">" : "\u{25B8}" }

    /// What says that text was cut.
    public var ellipsis: TextWidth.Ellipsis { self == .ascii ? .ascii : .unicode }
}
