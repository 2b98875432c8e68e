/// A colour as a theme names it.
public enum Color: Hashable, Sendable {
    /// The terminal's own foreground or background.
    case terminalDefault
    /// A colour of the terminal's palette: 0–15 belong to the user, 16–231 are a cube, 232–255 greys.
    case indexed(UInt8)
    /// Red, green and blue.
    case rgb(UInt8, UInt8, UInt8)

    /// The names of the first 16, in order.
    public static let names = [
        "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
        "bright-black", "bright-red", "bright-green", "bright-yellow",
        "bright-blue", "bright-magenta", "bright-cyan", "bright-white",
    ]

    /// A colour by its text in a theme file: `default`, a name of the 16, 0–255, `#rrggbb`.
    public init?(_ text: String) {
        let lower = text.lowercased()
        if lower == "default" {
            self = .terminalDefault
        } else if let index = Self.names.firstIndex(of: lower) {
            self = .indexed(UInt8(index))
        } else if lower.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let index = UInt8(lower) {
            self = .indexed(index)
        } else if lower.utf8.count == 7, lower.hasPrefix("#"), lower.dropFirst().allSatisfy(\.isHexDigit),
            let value = UInt32(lower.dropFirst(), radix: 16)
        {
            self = .rgb(UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
        } else {
            return nil
        }
    }
}

/// A foreground or background: one colour for terminals of 16 and one for those of 256.
public struct Paint: Hashable, Sendable {
    /// For up to 16 colours.
    public var basic: Color
    /// For 256 colours.
    public var rich: Color

    /// The same colour for both.
    public init(_ color: Color) { self.init(basic: color, rich: color) }

    /// A colour for each.
    public init(basic: Color, rich: Color) {
        self.basic = basic
        self.rich = rich
    }
}
