import Testing

@testable import Diagnosis

@Suite struct JSON5Tests {
    enum Word: String, CaseIterable { case left, right }
    enum Key: String, JSON5Key { case name, port, scenarios, side }

    static func read(_ text: String) throws(Problem) -> JSON5Value { try JSON5Value(parsing: text, file: "x.json5") }

    static func problem(_ body: () throws(Problem) -> Void) -> Problem? {
        do throws(Problem) {
            try body()
            return nil
        } catch { return error }
    }

    @Test(arguments: [
        ("null", JSON5Value.Content.null), ("true", .boolean(true)), ("false", .boolean(false)),
        ("0", .integer(0)), ("-12", .integer(-12)), ("+12", .integer(12)), ("0x1F", .integer(31)),
        ("-0xff", .integer(-255)), ("1.5", .number(1.5)), (".5", .number(0.5)), ("5.", .number(5)),
        ("-5.e1", .number(-50)), ("1e3", .number(1000)), ("1E-2", .number(0.01)), ("Infinity", .number(.infinity)),
        ("-Infinity", .number(-.infinity)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
        (#""a""#, .string("a")), (#"'a"b'"#, .string(#"a"b"#)), (#""a\"b\\\/\n\t\0""#, .string("a\"b\\/\n\t\0")),
        (#""\x41\u00e9\ud83d\ude00""#, .string("A\u{E9}\u{1F600}")), ("\"a\\\nb\"", .string("ab")),
        ("\"a\\\r\nb\"", .string("ab")), (#""\q\é""#, .string("qé")), ("'日本'", .string("日本")),
        ("\u{FEFF} /* a */ 1 // b", .integer(1)), ("\u{A0}1\u{2028}", .integer(1)), ("[]", .array([])),
        ("{}", .object([])),
    ]) func value(text: String, expected: JSON5Value.Content) throws {
        #expect(try Self.read(text).content == expected)
    }

    @Test func nothingIsANumberThatIsNotEqualToItself() throws {
        guard case .number(let value) = try Self.read("NaN").content else { Issue.record("no number"); return }
        #expect(value.isNaN)
    }

    @Test func placesAndPaths() throws {
        let value = try Self.read(
            "{\n  // one\n  a: [1, {'b c': 2,},],\n  \"é\": é_1,\n}".replacing("é_1", with: "'x'")
        )
        let members = try value.members()
        #expect(members.map(\.key) == ["a", "é"])
        #expect(members[0].keyPosition.description == "x.json5:3:3")
        let inner = try members[0].value.array()[1].members()[0]
        #expect(inner.value.path == "a[1].b c")
        #expect(inner.keyPosition.column == 11)
        #expect(members[1].value.position.line == 4)
        #expect(members[1].value.position.column == 8)
    }

    @Test func crLfIsOneLineBreak() throws {
        #expect(try Self.read("\r\n\r\n 1").position == JSON5Position(file: "x.json5", line: 3, column: 2))
        #expect(try Self.read("\r\r 1").position == JSON5Position(file: "x.json5", line: 3, column: 2))
    }

    @Test(arguments: [
        ("", 1, 1, "a value"), ("{", 1, 2, "a key"), ("{a}", 1, 3, "\":\""), ("{a:1 b:2}", 1, 6, "\",\" or \"}\""),
        ("[1 2]", 1, 4, "\",\" or \"]\""), ("1 2", 1, 3, "the end of the file"), ("[,]", 1, 2, "a value"),
        ("{,}", 1, 2, "a key"), ("\"abc", 1, 1, "the end of the string"), ("'a\nb'", 1, 3, "the end of the string"),
        ("\n/* x", 2, 1, "the end of the comment"), ("/x", 1, 1, "a comment"), ("tru", 1, 1, "a value"),
        ("\n  01", 2, 3, "a number"), ("1.2.3", 1, 1, "a number"), ("0x", 1, 1, "a number"), ("-", 1, 1, "a number"),
        (#""\u12""#, 1, 2, "4 hexadecimal digits"), (#""\ud800""#, 1, 2, "surrogates"),
        (#""\1""#, 1, 2, "a known escape"),
        ("{1a:2}", 1, 2, "a key"), ("\"a\u{1}\"", 1, 3, "control character"), ("{'a':}", 1, 6, "a value"),
        ("\"\\", 1, 3, "the end of the escape"), ("{a:1,,}", 1, 6, "a key"),
    ]) func syntax(text: String, line: Int, column: Int, expected: String) {
        let problem = Self.problem { () throws(Problem) in _ = try Self.read(text) }
        #expect(problem?.code == .configSyntax)
        #expect(problem?.sentence.hasPrefix("x.json5, line \(line), column \(column): ") == true, "\(problem as Any)")
        #expect(problem?.sentence.contains(expected) == true, "\(problem as Any)")
    }

    @Test func depthIsLimited() throws {
        let deep = { (count: Int) in String(repeating: "[", count: count) + String(repeating: "]", count: count) }
        _ = try Self.read(deep(64))
        #expect(Self.problem { () throws(Problem) in _ = try Self.read(deep(65)) }?.code == .configSyntax)
        #expect(Self.problem { () throws(Problem) in _ = try Self.read(deep(100_000)) }?.code == .configSyntax)
    }

    @Test func bytesThatAreNoUTF8() {
        let problem = Self.problem { () throws(Problem) in
            _ = try JSON5Value(parsing: Array("{\n'é': '".utf8) + [0xE9, 0x27, 0x7D], file: "x")
        }
        #expect(problem?.sentence == "x, line 2, column 7: expected UTF-8 text, found the byte 0xe9.")
    }

    @Test func repeatedKey() {
        let problem = Self.problem { () throws(Problem) in _ = try Self.read("{a: 1,\n b: 2,\n 'a': 3}") }
        #expect(problem?.code == .configKey)
        #expect(
            problem?.sentence
                == "x.json5, line 3, column 2: the key \"a\" is there twice; it was given in line 1 already."
        )
    }

    @Test func unknownKeyNamesTheNearest() {
        let problem = Self.problem { () throws(Problem) in _ = try Self.read("{nmae: 1}").object(Key.self) }
        #expect(problem?.code == .configKey)
        #expect(problem?.remedy == "Did you mean name?")
        #expect(problem?.sentence.contains("known are name, port, scenarios and side") == true)
    }

    @Test func typedAccess() throws {
        let object = try Self.read("{name: 'lab', port: 9443, side: 'left', scenarios: ['a', 'b']}").object(Key.self)
        #expect(try object.require(.name).string() == "lab")
        #expect(try object.require(.port).integer(in: 0...65_535) == 9443)
        #expect(try object[.side]?.choice() == Word.left)
        #expect(try object[.scenarios]?.strings() == ["a", "b"])
        #expect(try Self.read("1").number() == 1)
        #expect(try Self.read("true").boolean())
    }

    @Test(arguments: [
        ("{port: '1'}", "the key \"port\" has a string where a whole number from 0 to 9 is wanted"),
        ("{port: 1.5}", "the key \"port\" has a number where a whole number from 0 to 9 is wanted"),
        ("{port: 10}", "the key \"port\" has 10 where a whole number from 0 to 9 is wanted"),
        ("{}", "the key \"port\" is missing in the file"),
        ("[]", "the file has an array where an object is wanted"),
    ]) func mistyped(text: String, expected: String) {
        let problem = Self.problem { () throws(Problem) in
            _ = try Self.read(text).object(Key.self).require(.port).integer(in: 0...9)
        }
        #expect(problem?.code == .configKey)
        #expect(problem?.sentence.contains(expected) == true, "\(problem as Any)")
    }

    @Test func wrongChoiceNamesTheWords() {
        let problem = Self.problem { () throws(Problem) in let _: Word = try Self.read("'lefft'").choice() }
        #expect(problem?.sentence.contains("has \"lefft\" where one of left, right is wanted") == true)
        #expect(problem?.remedy == "Did you mean left?")
    }

    /// Every file cut anywhere, and with every byte changed, either parses or is a problem.
    @Test func damagedFilesNeverTrap() {
        let text = Array(
            "{a: [1, -2.5e3, 0x1F, .5], 'b\\u00e9\\n': \"\\ud83d\\ude00\", /* c */ d: {e: null}, // f\n}".utf8
        )
        for cut in 0...text.count { _ = try? JSON5Value(parsing: Array(text[..<cut]), file: "x") }
        for place in text.indices {
            for byte: UInt8 in [0x00, 0x22, 0x27, 0x2F, 0x5C, 0x7B, 0x7D, 0x5B, 0x5D, 0x2C, 0x30, 0x80, 0xC3, 0xFF] {
                var changed = text
                changed[place] = byte
                _ = try? JSON5Value(parsing: changed, file: "x")
            }
        }
    }
}
