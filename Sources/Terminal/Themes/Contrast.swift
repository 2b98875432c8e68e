import Foundation

/// Contrast as WCAG 2.2 defines it, for colours whose parts are known.
public enum Contrast {
    /// What ordinary text needs (WCAG 2.2, 1.4.3, level AA).
    public static let readable = 4.5

    /// From 1 (the same) to 21 (black on white); nil where a colour is the user's own.
    public static func ratio(_ one: Color, _ other: Color) -> Double? {
        guard let one = luminance(one), let other = luminance(other) else { return nil }
        return (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }

    /// Whether text can be read, as far as its colours are known.
    static func isReadable(_ foreground: Color, on background: Color) -> Bool {
        ratio(foreground, background).map { $0 >= readable } ?? true
    }

    /// Relative luminance of what a terminal of 256 colours shows.
    private static func luminance(_ color: Color) -> Double? {
        switch color {
        case .terminalDefault: return nil
        case .indexed(let index) where index < 16: return nil
        case .indexed, .rgb:
            let parts = Palette.parts(Palette.index256(of: color))
            return 0.2126 * linear(parts.red) + 0.7152 * linear(parts.green) + 0.0722 * linear(parts.blue)
        }
    }

    private static func linear(_ part: Int) -> Double {
        let value = Double(part) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}
