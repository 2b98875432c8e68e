/// One character cell of the screen.
public struct Cell: Hashable, Sendable {
    /// What stands in it; a blank in the second half of a wide glyph.
    public var character: Character
    /// How it looks.
    public var style: Style
    /// The columns of the glyph: 1, 2 in the first half of a wide one, 0 in its second half.
    public let columns: UInt8

    /// A cell with a glyph of one column.
    public init(_ character: Character = " ", _ style: Style = Style()) {
        self.init(character, style, columns: 1)
    }

    init(_ character: Character, _ style: Style, columns: UInt8) {
        self.character = character
        self.style = style
        self.columns = columns
    }

    /// An empty cell.
    public static let blank = Cell()
}
