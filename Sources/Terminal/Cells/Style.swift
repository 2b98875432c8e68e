/// How a cell is to look: by what it means, never by colour.
public struct Style: Hashable, Sendable {
    /// What the text is.
    public var role: Role
    /// What is asked for on top of the theme's own attributes.
    public var attributes: Attributes
    /// The role of what lies under the text, for example `selected` for the row under the cursor: its background shows
    /// through, and its foreground where the role itself has none.
    public var backdrop: Role?

    /// A style by its role.
    public init(_ role: Role = .text, _ attributes: Attributes = [], on backdrop: Role? = nil) {
        self.role = role
        self.attributes = attributes
        self.backdrop = backdrop
    }

    /// The same style over another backdrop.
    public func on(_ backdrop: Role?) -> Style { Style(role, attributes, on: backdrop) }

    /// `held`, `key+bold`, `held on selected`.
    public var name: String {
        role.rawValue + attributes.names.map { "+" + $0 }.joined() + (backdrop.map { " on " + $0.rawValue } ?? "")
    }
}

/// What a piece of text is; the theme says how that looks.
public enum Role: String, CaseIterable, Hashable, Sendable {
    /// Ordinary text.
    case text
    /// What may be overlooked: disabled keys, details.
    case dim
    /// The top line.
    case title
    /// A mode or number that stands out in the top line.
    case titleKey = "title.key"
    /// Column headers.
    case header
    /// The rules between panes.
    case rule
    /// The selected row of the pane that has the focus.
    case selected
    /// The selected row of another pane.
    case selectedBlur = "selected.blur"
    /// A marked row.
    case mark
    /// An accepting answer.
    case accept
    /// A refusing answer.
    case refuse
    /// A challenge that waits for a person.
    case held
    /// Something let by, loosened or assumed.
    case warn
    /// Something that went wrong.
    case error
    /// A request under way.
    case running
    /// A value that differs from its preset.
    case changed
    /// A key in footer or help.
    case key
    /// A search hit.
    case match
    /// The prompt line.
    case prompt
}

/// Attributes of text that need no colour.
public struct Attributes: OptionSet, Hashable, Sendable {
    /// One bit an attribute.
    public let rawValue: UInt8

    /// Attributes by their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bold or bright.
    public static let bold = Attributes(rawValue: 1)
    /// Half bright.
    public static let dim = Attributes(rawValue: 2)
    /// Underlined.
    public static let underline = Attributes(rawValue: 4)
    /// Foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 8)
    /// Slanted, where the terminal can.
    public static let italic = Attributes(rawValue: 16)

    /// Every attribute with its name in theme files and snapshots.
    static let table: [(name: String, attribute: Attributes)] = [
        ("bold", .bold), ("dim", .dim), ("underline", .underline), ("reverse", .reverse), ("italic", .italic),
    ]

    var names: [String] { Self.table.filter { contains($0.attribute) }.map(\.name) }
}
