/// Decides scalar by scalar what passes; remembers what the next scalar would attach itself to.
struct SanitizerGate {
    /// The last scalar that passed as a base, nil at the start and behind an escape.
    private var base: Unicode.Scalar?
    private var marks = 0
    private var joinerMayFollow = false

    /// Appends the scalar itself or its escape; `next` is what stands behind it in the text.
    mutating func pass(_ scalar: Unicode.Scalar, next: Unicode.Scalar?, into result: inout String) {
        if accepts(scalar, next: next) {
            result.unicodeScalars.append(scalar)
        } else {
            result += Sanitizer.escape(scalar)
            base = nil
            joinerMayFollow = false
        }
    }

    private mutating func accepts(_ scalar: Unicode.Scalar, next: Unicode.Scalar?) -> Bool {
        if (0x20...0x7E).contains(scalar.value) { return acceptBase(scalar) }
        switch scalar.value {
        case Self.joiner:
            // Part of an emoji sequence, invisible trickery anywhere else.
            guard joinerMayFollow, let next, Self.isPictograph(next) else { return false }
            joinerMayFollow = false
            return true
        case Self.textSelector, Self.emojiSelector:
            guard let base, base.properties.isEmoji, marks == 0 else { return false }
            marks += 1
            return true
        default:
            break
        }
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint || scalar.value == Self.brailleBlank { return false }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .privateUse,
            .unassigned:
            return false
        case .nonspacingMark, .enclosingMark:
            return acceptMark()
        default:
            return acceptBase(scalar)
        }
    }

    private mutating func acceptBase(_ scalar: Unicode.Scalar) -> Bool {
        base = scalar
        marks = 0
        joinerMayFollow = Self.isPictograph(scalar) || scalar.properties.isEmojiModifier
        return true
    }

    private mutating func acceptMark() -> Bool {
        guard base != nil, marks < Sanitizer.marksPerBase else { return false }
        marks += 1
        return true
    }

    /// Digits, `#` and `*` are emoji too, by their keycaps, but join nothing.
    private static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0x7F && scalar.properties.isEmoji && !scalar.properties.isEmojiModifier
    }

    private static let joiner: UInt32 = 0x200D
    private static let textSelector: UInt32 = 0xFE0E
    private static let emojiSelector: UInt32 = 0xFE0F
    private static let brailleBlank: UInt32 = 0x2800
}
