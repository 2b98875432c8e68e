/// A text in which many words and phrases are looked for: what is not in it is mostly known by two of its letters.
struct TextSearch {
    private let text: Substring
    private let bytes: [UInt8]
    /// The bytes with ASCII capitals made small.
    private let folded: [UInt8]
    /// Which pairs of neighbouring bytes the text has, a bit each.
    private var pairs: [UInt64]

    init(_ text: Substring) {
        self.text = text
        bytes = Array(text.utf8)
        folded = Self.folded(bytes)
        pairs = Array(repeating: 0, count: 1 << 10)
        for (first, second) in zip(folded, folded.dropFirst()) {
            let pair = Int(first) << 8 | Int(second)
            pairs[pair >> 6] |= 1 << UInt64(pair & 63)
        }
    }

    /// A word or phrase to look for.
    struct Pattern: Hashable, Sendable {
        fileprivate let bytes: [UInt8]
        fileprivate let folded: [UInt8]

        init(_ text: some StringProtocol) {
            bytes = Array(text.utf8)
            folded = TextSearch.folded(bytes)
        }
    }

    /// Where a phrase begins first, whatever the case of its letters; nil where it is not.
    func range(ofPhrase pattern: Pattern, from start: Int = 0, within length: Int = .max) -> Range<Int>? {
        occurrence(of: pattern, from: start, to: length == .max ? folded.count : min(folded.count, start + length)) {
            _ in true
        }
    }

    /// Where a word of more than five letters stands by itself, its case as given; nil where it does not.
    func range(ofWord pattern: Pattern) -> Range<Int>? {
        guard pattern.bytes.count > 5 else { return nil }
        return occurrence(of: pattern, from: 0, to: folded.count) { range in
            bytes[range].elementsEqual(pattern.bytes) && standsAlone(range)
        }
    }

    /// Where a code of words with dots and dashes stands by itself, its case as given; nil where it does not.
    func range(ofCode pattern: Pattern) -> Range<Int>? {
        occurrence(of: pattern, from: 0, to: folded.count) { range in
            bytes[range].elementsEqual(pattern.bytes) && standsAlone(range, alsoFrom: "-")
        }
    }

    /// Whether a phrase is in the text, whatever the case of its letters.
    func contains(_ pattern: Pattern) -> Bool { range(ofPhrase: pattern) != nil }

    /// Positions in bytes as positions in the text.
    func indices(_ range: Range<Int>) -> Range<String.Index> {
        let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
        return start..<text.utf8.index(start, offsetBy: range.count)
    }

    private func occurrence(
        of pattern: Pattern,
        from start: Int,
        to end: Int,
        where counts: (Range<Int>) -> Bool
    ) -> Range<Int>? {
        let wanted = pattern.folded
        guard let first = wanted.first, start + wanted.count <= end, mayContain(wanted) else { return nil }
        for position in start...(end - wanted.count) where folded[position] == first {
            let range = position..<position + wanted.count
            if folded[range].elementsEqual(wanted), counts(range) { return range }
        }
        return nil
    }

    private func mayContain(_ wanted: [UInt8]) -> Bool {
        zip(wanted, wanted.dropFirst()).allSatisfy { first, second in
            let pair = Int(first) << 8 | Int(second)
            return pairs[pair >> 6] >> UInt64(pair & 63) & 1 == 1
        }
    }

    private func standsAlone(_ range: Range<Int>, alsoFrom joint: Character = "_") -> Bool {
        let range = indices(range)
        let isWord = { (character: Character) in
            character.isLetter || character.isNumber || character == "_" || character == joint
        }
        if let next = text[range.upperBound...].first, isWord(next) { return false }
        return !(text[..<range.lowerBound].last.map(isWord) ?? false)
    }

    private static func folded(_ bytes: [UInt8]) -> [UInt8] {
        bytes.map { 0x41...0x5a ~= $0 ? $0 | 0x20 : $0 }
    }
}
