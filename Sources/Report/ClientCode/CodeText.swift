import Diagnosis
import Foundation

/// Lines of code with their indentation; every foreign text enters through a function that makes it harmless.
struct CodeText {
    private let commentPrefix: String?
    private var lines: [String] = []
    private var depth = 0

    init(commentPrefix: String?) { self.commentPrefix = commentPrefix }

    /// The whole, with a line's end behind it.
    var text: String { lines.joined(separator: "\n") + "\n" }

    /// A line as it stands.
    mutating func line(_ text: String = "") {
        lines.append(text.isEmpty ? "" : String(repeating: "    ", count: depth) + text)
    }

    /// Several lines as they stand.
    mutating func add(_ lines: [String]) { for line in lines { self.line(line) } }

    /// Lines further in, between two others.
    mutating func block(_ open: String, close: String = "}", _ body: (inout CodeText) -> Void) {
        line(open)
        depth += 1
        body(&self)
        depth -= 1
        line(close)
    }

    /// A comment, in lines of at most 110 characters.
    mutating func comment(_ text: String) {
        for piece in Self.wrapped(Sanitizer.line(text), at: 110) {
            guard let commentPrefix else {
                // Two hyphens would end the comment, or be refused.
                line("<!-- \(piece.replacingOccurrences(of: "--", with: "-\u{2010}")) -->")
                continue
            }
            // A backslash at its end would make the next line part of the comment.
            line("\(commentPrefix) \(piece)" + (piece.hasSuffix("\\") ? " ." : ""))
        }
    }

    private static func wrapped(_ text: String, at width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if !line.isEmpty, line.count + word.count + 1 > width {
                lines.append(line)
                line = "  " + word
            } else {
                line += (line.isEmpty ? "" : " ") + word
            }
        }
        return lines + [line]
    }

    /// A string literal of Swift or Objective-C.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): result += "?"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Base64 of bytes.
    static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
