/// One character as a terminal shows it, in one cell or two.
public struct TextCell: Hashable, Sendable {
    /// What stands in the cell: a base and at most four scalars of no width.
    public let character: Character
    /// 1, or 2 for a wide glyph.
    public let columns: Int

    /// A cell as it was measured before.
    public init(character: Character, columns: Int) {
        self.character = character
        self.columns = columns
    }
}

/// Text split into what stands in each terminal cell.
///
/// Emoji sequences are cut to their base, since terminals disagree on their width; what the terminal cannot show (controls,
/// format characters, anything but ASCII in the C locale) comes as its escape, character by character.
public struct TextCells: Sequence, Sendable {
    private let scalars: String.UnicodeScalarView

    /// The cells of a text, which need not have been sanitised.
    public init(_ text: some StringProtocol) { scalars = String(text).unicodeScalars }

    /// Walks the cells from left to right in the order of the text.
    public func makeIterator() -> Iterator { Iterator(scalars) }

    /// The state of a walk through the cells.
    public struct Iterator: IteratorProtocol {
        private let scalars: String.UnicodeScalarView
        private var index: String.UnicodeScalarView.Index
        private var escape: Substring = ""

        fileprivate init(_ scalars: String.UnicodeScalarView) {
            self.scalars = scalars
            index = scalars.startIndex
        }

        /// The next cell, nil at the end.
        public mutating func next() -> TextCell? {
            if let character = escape.popFirst() { return TextCell(character: character, columns: 1) }
            guard let scalar = take() else { return nil }
            if (0x20...0x7E).contains(scalar.value), !nextIsMark() {
                return TextCell(character: Character(scalar), columns: 1)
            }
            let columns = TextWidth.columns(of: scalar)
            guard columns > 0, Self.isShown(scalar) else {
                escape = Sanitizer.escape(scalar)[...]
                return next()
            }
            return TextCell(character: takeMarks(of: scalar), columns: columns)
        }

        private mutating func takeMarks(of base: Unicode.Scalar) -> Character {
            var text = String(Character(base))
            var emoji: Unicode.Scalar? = base.value > 0x7F && base.properties.isEmoji ? base : nil
            var marks = 0
            while let mark = peek() {
                if mark.value == Self.joiner, emoji != nil, let joined = peekBehind(), joined.properties.isEmoji {
                    skip()
                    skip()
                    emoji = joined
                } else if Self.selectors.contains(mark.value), base.properties.isEmoji {
                    skip()
                } else if mark.properties.isEmojiModifier, emoji?.properties.isEmojiModifierBase == true {
                    skip()
                } else if TextWidth.columns(of: mark) == 0, Self.isShown(mark), marks < Sanitizer.marksPerBase,
                    Self.joins(mark, text)
                {
                    text.unicodeScalars.append(mark)
                    marks += 1
                    skip()
                } else {
                    break
                }
            }
            return Character(text)
        }

        private static let joiner: UInt32 = 0x200D
        private static let selectors: ClosedRange<UInt32> = 0xFE0E...0xFE0F

        /// `Character` traps on text of more than one grapheme: a vowel jamo behind a Latin letter, for one.
        private static func joins(_ mark: Unicode.Scalar, _ text: String) -> Bool {
            (text + String(Character(mark))).count == 1
        }

        private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
            if scalar.value <= 0x7E { return scalar.value >= 0x20 }
            let properties = scalar.properties
            if properties.isDefaultIgnorableCodePoint { return false }
            switch properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                return false
            default:
                return true
            }
        }

        private func nextIsMark() -> Bool {
            guard let scalar = peek() else { return false }
            return scalar.value > 0x7E && TextWidth.columns(of: scalar) == 0
        }

        private func peek() -> Unicode.Scalar? { index < scalars.endIndex ? scalars[index] : nil }

        private func peekBehind() -> Unicode.Scalar? {
            let behind = scalars.index(after: index)
            return behind < scalars.endIndex ? scalars[behind] : nil
        }

        private mutating func skip() { index = scalars.index(after: index) }

        private mutating func take() -> Unicode.Scalar? {
            guard let scalar = peek() else { return nil }
            skip()
            return scalar
        }
    }
}
