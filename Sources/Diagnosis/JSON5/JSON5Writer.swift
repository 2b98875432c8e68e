/// Writes values as JSON5 that is pleasant to read: keys bare where they can be, short lists on one line.
public enum JSON5Writer {
    /// The text of a value, without a line's end behind it.
    public static func text(_ value: JSON5Value) -> String {
        var text = ""
        write(value, indent: 0, into: &text)
        return text
    }

    private static func write(_ value: JSON5Value, indent: Int, into text: inout String) {
        switch value.content {
        case .null, .foreign: text += "null"
        case .boolean(let flag): text += flag ? "true" : "false"
        case .integer(let number): text += "\(number)"
        case .number(let number): text += "\(number)"
        case .string(let string): text += quoted(string)
        case .array(let values): write(values, indent: indent, into: &text)
        case .object(let members): write(members, indent: indent, into: &text)
        }
    }

    private static func write(_ values: [JSON5Value], indent: Int, into text: inout String) {
        let inline = values.map { self.text($0) }
        if inline.allSatisfy({ !$0.contains("\n") }), inline.map(\.count).reduce(0, +) < 80 {
            text += "[" + inline.joined(separator: ", ") + "]"
            return
        }
        text += "[\n"
        for value in values {
            text += blanks(indent + 1)
            write(value, indent: indent + 1, into: &text)
            text += ",\n"
        }
        text += blanks(indent) + "]"
    }

    private static func write(_ members: [JSON5Member], indent: Int, into text: inout String) {
        guard !members.isEmpty else {
            text += "{}"
            return
        }
        text += "{\n"
        for member in members {
            text += blanks(indent + 1) + (isName(member.key) ? member.key : quoted(member.key)) + ": "
            write(member.value, indent: indent + 1, into: &text)
            text += ",\n"
        }
        text += blanks(indent) + "}"
    }

    private static func blanks(_ indent: Int) -> String { String(repeating: "  ", count: indent) }

    private static func isName(_ key: String) -> Bool {
        guard let first = key.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return key.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
                true
            default: false
            }
        }
    }

    /// A string between quotation marks; control characters are written as escapes.
    static func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
