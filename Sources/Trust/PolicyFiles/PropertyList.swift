import Diagnosis
import Foundation

/// Reads property lists into values with their places.
///
/// Foundation's reader expands a binary list whose parts name each other again and again, so that 300 bytes keep it busy
/// for ever; and it tells no lines.
enum PropertyList {
    /// Whether bytes look like a property list.
    static func isOne(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: Array("bplist".utf8)) { return true }
        let start = UTF16Text(Array(bytes.prefix(4096)))?.utf8 ?? Array(bytes.prefix(4096))
        return String(decoding: start, as: UTF8.self).contains("<plist")
    }

    /// - Throws: `config.syntax`, and `config.key` for a repeated key.
    static func value(_ bytes: [UInt8], file: String) throws(Problem) -> JSON5Value {
        if bytes.starts(with: Array("bplist".utf8)) {
            return try BinaryPropertyList(bytes, file: file).value()
        }
        let root = try XMLDocument.root(of: bytes, file: file)
        guard root.name == "plist", let content = root.children.first, root.children.count == 1 else {
            throw .configSyntax(
                at: JSON5Position(file: file, line: root.line, column: 0),
                expected: "a plist with one value",
                found: "<\(root.name)> with \(root.children.count)"
            )
        }
        return try value(content, file: file, path: "")
    }

    private static func value(_ element: XMLElement, file: String, path: String) throws(Problem) -> JSON5Value {
        let position = JSON5Position(file: file, line: element.line, column: 0)
        let content: JSON5Value.Content
        switch element.name {
        case "true": content = .boolean(true)
        case "false": content = .boolean(false)
        case "string": content = .string(element.text)
        case "date": content = .foreign("a date")
        case "data": content = .foreign("data")
        case "integer", "real":
            let text = element.text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard let number = number(text) else {
                throw .configSyntax(at: position, expected: "a number", found: "\"\(Problem.shortened(text))\"")
            }
            content = number
        case "array":
            var values: [JSON5Value] = []
            for child in element.children {
                values.append(try value(child, file: file, path: "\(path)[\(values.count)]"))
            }
            content = .array(values)
        case "dict": content = .object(try members(element, file: file, path: path))
        default:
            throw .configSyntax(at: position, expected: "a value of a property list", found: "<\(element.name)>")
        }
        return JSON5Value(content, position: position, path: path)
    }

    private static func number(_ text: String) -> JSON5Value.Content? {
        if let value = Int(text) { return .integer(value) }
        return Double(text).map { .number($0) }
    }

    private static func members(_ element: XMLElement, file: String, path: String) throws(Problem) -> [JSON5Member] {
        var members: [JSON5Member] = []
        var lines: [String: Int] = [:]
        var rest = element.children[...]
        while let key = rest.popFirst() {
            let place = JSON5Position(file: file, line: key.line, column: 0)
            guard key.name == "key", let content = rest.popFirst() else {
                throw .configSyntax(at: place, expected: "a key with its value", found: "<\(key.name)>")
            }
            if let first = lines[key.text] { throw .configRepeatedKey(at: place, key: key.text, firstLine: first) }
            lines[key.text] = key.line
            let value = try value(content, file: file, path: path.isEmpty ? key.text : "\(path).\(key.text)")
            members.append(JSON5Member(key: key.text, keyPosition: place, value: value))
        }
        return members
    }
}
