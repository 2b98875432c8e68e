import Testing

@testable import Diagnosis

@Suite struct TextWidthTests {
    init() { #expect(TextWidth.prepareLocale(wanted: "C.UTF-8")) }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("\u{FF9E}", 1), ("\u{1F600}", 2),
        ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", 2),
        ("\u{1F44D}\u{1F3FD}", 2), ("\u{2764}\u{FE0F}", 1), ("\u{1F1E9}\u{1F1EA}", 2),
        ("\u{200B}", 8), ("\u{1B}", 6), ("a\u{1161}", 9), ("a\u{301}\u{301}\u{301}\u{301}\u{301}", 8),
    ]) func columns(text: String, expected: Int) {
        #expect(TextWidth.columns(of: text) == expected)
        let shown = String(TextCells(text).map(\.character))
        #expect(TextWidth.columns(of: shown) == expected, "what is shown takes what was measured")
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 5, "abc.."), ("abcdef", 2, ".."), ("abcdef", 1, "."), ("abcdef", 0, ""),
        ("abcdef", -1, ""), ("日本語", 6, "日本語"), ("日本語", 5, "日.."), ("日本語", 4, "日.."), ("日本語", 3, ".."),
    ]) func fit(text: String, columns: Int, expected: String) {
        #expect(TextWidth.fit(text, columns: columns) == expected)
    }

    @Test func padFillsExactly() {
        for text in ["", "abc", "日本語", "e\u{301}e\u{301}", "a\u{1B}[31m", "\u{1F468}\u{200D}\u{1F469}"] {
            for columns in 0..<20 {
                for ellipsis in TextWidth.Ellipsis.allCases {
                    for alignment in [TextWidth.Alignment.left, .right] {
                        let padded = TextWidth.pad(text, columns: columns, alignment: alignment, ellipsis: ellipsis)
                        #expect(TextWidth.columns(of: padded) == columns)
                    }
                }
            }
        }
        #expect(TextWidth.pad("7", columns: 3, alignment: .right) == "  7")
    }
}
