import Diagnosis
import Foundation
import RequestEngine

/// A body of parts, as a form with files has it (multipart/form-data, RFC 7578). Files are read while they are sent.
struct MultipartForm {
    private(set) var stream = BodyStream()
    private let boundary = "countersign-" + String(UInt64.random(in: .min ... .max), radix: 36)

    /// - Parameter parts: `NAME=TEXT` or `NAME=@FILE`; a file's type and name may follow, as
    ///   `NAME=@FILE;type=image/png;filename=a.png`.
    /// - Parameter takesFile: whether a part's `@` stands for a file.
    /// - Throws: `option.value` for a part that is none, `file.…` codes.
    init(_ parts: [String], taking takesFile: (String) -> Bool = { _ in true }) throws(Problem) {
        for part in parts {
            guard let sign = part.firstIndex(of: "="), sign > part.startIndex else {
                throw .optionValue(
                    Option.multipart.long,
                    String(part.prefix { $0 != "=" }),
                    taken: "NAME=TEXT or NAME=@FILE"
                )
            }
            let (name, value) = (String(part[..<sign]), part[part.index(after: sign)...])
            if value.hasPrefix("@"), takesFile(part) {
                try add(name, file: value.dropFirst())
            } else {
                add(name, text: value)
            }
        }
        stream.add("--\(boundary)--\r\n".utf8)
    }

    var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    private mutating func add(_ name: String, text: Substring) {
        stream.add(
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.quoted(name))\"\r\n\r\n\(text)\r\n".utf8
        )
    }

    private mutating func add(_ name: String, file: Substring) throws(Problem) {
        let words = file.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        let path = words.first ?? ""
        var (type, shown) = ("application/octet-stream", (path as NSString).lastPathComponent)
        for word in words.dropFirst() {
            if word.hasPrefix("type=") { type = String(word.dropFirst(5)) }
            if word.hasPrefix("filename=") { shown = String(word.dropFirst(9)) }
        }
        let head =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.quoted(name))\"; filename=\"\(Self.quoted(shown))\"\r\n"
            + "Content-Type: \(Self.quoted(type))\r\n\r\n"
        stream.add(head.utf8)
        try stream.add(file: ProfileOptions.path(path))
        stream.add("\r\n".utf8)
    }

    /// What would end the quotes or the line is encoded, as the HTML standard has it.
    private static func quoted(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "%22"
            case "\r": "%0D"
            case "\n": "%0A"
            default: String(scalar)
            }
        }.joined()
    }
}
