/// A cell as the buffer keeps it: eight bytes without references, so that a screen is filled and compared as memory.
struct StoredCell: Equatable {
    /// A scalar, or, with the highest bit set, the place of a character of several scalars in the buffer's list.
    var glyph: UInt32
    var style: Style
    /// 1, 2 for the first half of a wide glyph, 0 for its second.
    var columns: UInt8

    static let isListed: UInt32 = 1 << 31

    static func blank(_ style: Style) -> StoredCell { StoredCell(glyph: 0x20, style: style, columns: 1) }
}
