import Testing

@testable import Diagnosis

@Suite struct SanitizerTests {
    init() { TextWidth.prepareLocale(wanted: "C.UTF-8") }

    private func escaped(_ scalar: Unicode.Scalar) -> String { "\\u{" + String(scalar.value, radix: 16) + "}" }

    private func expectEscaped(_ scalar: Unicode.Scalar) {
        let text = "a" + String(Character(scalar)) + "b"
        #expect(Sanitizer.line(text) == "a" + escaped(scalar) + "b")
        #expect(Sanitizer.line(String(Character(scalar))) == escaped(scalar))
    }

    @Test func everyControlIsEscapedOnALine() {
        for value in Array(UInt32(0)...0x1F) + Array(0x7F...0x9F) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            expectEscaped(scalar)
        }
    }

    @Test func printableASCIIStays() {
        let all = String(String.UnicodeScalarView((0x20...0x7E).compactMap(Unicode.Scalar.init)))
        #expect(Sanitizer.line(all) == all)
        #expect(Sanitizer.text(all + "\n" + all) == all + "\n" + all)
    }

    /// What reorders, hides or imitates: bidirectional marks, joiners, fillers, blanks that are no blank, tags, selectors.
    @Test func everyInvisibleScalarIsEscaped() {
        var hostile: [UInt32] = [
            0x061C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
            0x200B, 0x200C, 0x200D, 0x2060, 0x2061, 0x2062, 0x2063, 0x2064, 0xFEFF, 0x00AD, 0x034F, 0x180E,
            0x2028, 0x2029, 0x115F, 0x1160, 0x3164, 0xFFA0, 0x17B4, 0x17B5, 0x2800,
            0x00A0, 0x1680, 0x202F, 0x205F, 0x3000, 0xFE00, 0xFE0E, 0xFE0F, 0xE0100,
            0xE000, 0xF8FF, 0xF0000, 0xFFFE, 0xFFFF, 0x10FFFF, 0xFFF9, 0xFFFA, 0xFFFB,
        ]
        hostile += Array(0x2000...0x200A) + Array(0xE0000...0xE007F) + Array(0x206A...0x206F) + Array(0xFFF0...0xFFF8)
        for scalar in hostile.compactMap(Unicode.Scalar.init) { expectEscaped(scalar) }
    }

    /// All of Unicode at once: whatever passes can be seen, does nothing, and is left alone the second time.
    @Test func nothingHarmfulPassesInAllOfUnicode() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let clean = Sanitizer.line(String(Character(scalar)))
            guard clean.unicodeScalars.first == scalar, clean.unicodeScalars.count == 1 else {
                if clean != escaped(scalar) { Issue.record("U+\(String(value, radix: 16)) became \(clean)") }
                continue
            }
            let properties = scalar.properties
            let isBad =
                properties.isDefaultIgnorableCodePoint || properties.isBidiControl || properties.isJoinControl
                || properties.isNoncharacterCodePoint || (properties.isWhitespace && value != 0x20)
                || [.control, .format, .surrogate, .privateUse, .unassigned, .nonspacingMark]
                    .contains(properties.generalCategory)
            if isBad { Issue.record("U+\(String(value, radix: 16)) passed") }
        }
    }

    @Test(arguments: [
        ("\u{1B}[31mred\u{1B}[0m", "\\u{1b}[31mred\\u{1b}[0m"),
        ("\u{1B}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
        ("\u{9B}2J", "\\u{9b}2J"),
        ("\u{1B}P1$r\u{1B}\\", "\\u{1b}P1$r\\u{1b}\\"),
        ("a\r\nb", "a\\u{d}\\u{a}b"),
        ("a\tb", "a\\u{9}b"),
        ("user\u{202E}moc.knab", "user\\u{202e}moc.knab"),
        ("bank.test\u{A0}", "bank.test\\u{a0}"),
        ("pay\u{200B}pal.test", "pay\\u{200b}pal.test"),
        ("nul\u{0}byte", "nul\\u{0}byte"),
        ("Société Générale", "Société Générale"),
        ("例え.テスト", "例え.テスト"),
        ("пример.рф", "пример.рф"),
        ("e\u{301}", "e\u{301}"),
        ("\u{301}e", "\\u{301}e"),
        ("a\u{200B}\u{301}", "a\\u{200b}\\u{301}"),
        ("a\u{301}\u{301}\u{301}\u{301}\u{301}\u{302}b", "a\u{301}\u{301}\u{301}\u{301}\\u{301}\\u{302}b"),
        ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"),
        ("\u{2764}\u{FE0F}\u{200D}\u{1F525}", "\u{2764}\u{FE0F}\u{200D}\u{1F525}"),
        ("\u{1F469}\u{1F3FD}\u{200D}\u{1F4BB}", "\u{1F469}\u{1F3FD}\u{200D}\u{1F4BB}"),
        ("\u{1F468}\u{200D}", "\u{1F468}\\u{200d}"),
        ("\u{1F468}\u{200D}\u{200D}\u{1F469}", "\u{1F468}\\u{200d}\\u{200d}\u{1F469}"),
        ("1\u{200D}2", "1\\u{200d}2"),
        ("a\u{200D}\u{1F469}", "a\\u{200d}\u{1F469}"),
        ("1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"),
        ("a\u{FE0F}", "a\\u{fe0f}"),
        ("\u{1F468}\u{FE0F}\u{FE0F}", "\u{1F468}\u{FE0F}\\u{fe0f}"),
        ("\u{1F1E9}\u{1F1EA}", "\u{1F1E9}\u{1F1EA}"),
        ("\u{AC00}\u{1100}\u{1161}", "\u{AC00}\u{1100}\u{1161}"),
        ("", ""),
    ]) func line(hostile: String, expected: String) {
        let clean = Sanitizer.line(hostile)
        #expect(clean.unicodeScalars.elementsEqual(expected.unicodeScalars))
        #expect(Sanitizer.line(clean).unicodeScalars.elementsEqual(clean.unicodeScalars), "twice is once")
    }

    @Test(arguments: [
        ("a\nb", "a\nb"), ("a\r\nb\r\n", "a\nb\n"), ("a\rb", "a\\u{d}b"), ("a\r\rb", "a\\u{d}\\u{d}b"),
        ("a\tb", "a       b"), ("\tb", "        b"), ("12345678\tb", "12345678        b"), ("日本\tx", "日本    x"),
        ("a\t\tb", "a               b"), ("\u{1B}\tx", "\\u{1b}  x"), ("a\n\tb", "a\n        b"),
        ("x\u{2028}y", "x\\u{2028}y"), ("a\n\u{301}b", "a\n\\u{301}b"), ("\u{C}", "\\u{c}"), ("\n\n", "\n\n"), ("", ""),
    ]) func text(hostile: String, expected: String) {
        let clean = Sanitizer.text(hostile)
        #expect(clean.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(clean.debugDescription)")
        #expect(Sanitizer.text(clean) == clean)
    }

    /// A mountain of marks stays flat and does not take for ever.
    @Test func marksPiledUpAreEscaped() {
        let piled = "Z" + String(repeating: "\u{363}", count: 50_000)
        let clean = Sanitizer.line(piled)
        #expect(clean.unicodeScalars.count { $0.properties.generalCategory == .nonspacingMark } == 4)
        #expect(TextWidth.columns(of: clean) == 1 + 49_996 * "\\u{363}".count)
        #expect(TextWidth.fit(piled, columns: 10).unicodeScalars.count < 20)
    }
}
