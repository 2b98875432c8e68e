import Diagnosis
import Events
import Foundation
import RequestEngine
import Trust

/// What the options say about the request's body, and the header fields that go with it.
struct BodyOptions: Sendable {
    /// The body; nil for none, or where it is a stream.
    let body: [UInt8]?
    /// The body, where files in it are read while it is sent.
    let stream: BodyStream?
    private let fields: [HeaderField]

    /// - Throws: `option.conflict` for two bodies, `option.value` for one that is none, `file.…` codes.
    init(_ arguments: Arguments) throws(Problem) {
        let bodies = [Option.body, .jsonBody, .form, .multipart].filter(arguments.has)
        if bodies.count > 1 {
            try arguments.exclude(bodies[0], bodies[1], drop: "A request has one body: drop one of them.")
        }
        if bodies.isEmpty, let pasted = arguments.pasted.body {
            (body, stream, fields) = (nil, pasted, arguments.pasted.fields)
        } else if let text = arguments.value(.jsonBody) {
            let bytes = try Self.content(text)
            guard (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil else {
                // The body may hold a secret: it is not repeated.
                throw .optionValue(Option.jsonBody.long, "(the text given)", taken: "JSON")
            }
            (body, stream) = (bytes, nil)
            fields = [
                HeaderField(name: "Content-Type", value: "application/json"),
                HeaderField(name: "Accept", value: "application/json"),
            ]
        } else if arguments.has(.form) {
            (body, stream) = (try Array(Self.form(arguments.values(.form)).utf8), nil)
            fields = [HeaderField(name: "Content-Type", value: "application/x-www-form-urlencoded; charset=utf-8")]
        } else if arguments.has(.multipart) {
            let form = try MultipartForm(arguments.values(.multipart))
            (body, stream) = (nil, form.stream)
            fields = [HeaderField(name: "Content-Type", value: form.contentType)]
        } else if let path = arguments.value(.body), path.hasPrefix("@"), arguments.command == .fire {
            var file = BodyStream()
            try file.add(file: ProfileOptions.path(String(path.dropFirst())))
            (body, stream) = file.count == 0 ? ([], nil) : (nil, file)
            fields = []
        } else {
            body = try arguments.value(.body).map { text throws(Problem) in try Self.content(text) }
            (stream, fields) = (nil, [])
        }
    }

    /// Header fields with those that go with the body, where they are not given by hand.
    func completing(_ headers: [HeaderField]) -> [HeaderField] {
        headers
            + fields.filter { field in !headers.contains { $0.name.lowercased() == field.name.lowercased() } }
    }

    /// Text, or what is in a file (`@FILE`).
    private static func content(_ text: String) throws(Problem) -> [UInt8] {
        guard text.hasPrefix("@") else { return [UInt8](text.utf8) }
        switch FileReader.read(String(text.dropFirst())).content {
        case .success(let bytes): return bytes
        case .failure(let problem) where problem.code == .fileEmpty: return []
        case .failure(let problem): throw problem
        }
    }

    private static func form(_ fields: [String]) throws(Problem) -> String {
        var parts: [String] = []
        for field in fields {
            guard let sign = field.firstIndex(of: "="), sign > field.startIndex else {
                throw .optionValue(Option.form.long, String(field.prefix { $0 != "=" }), taken: "NAME=VALUE")
            }
            parts.append(encoded(field[..<sign]) + "=" + encoded(field[field.index(after: sign)...]))
        }
        return parts.joined(separator: "&")
    }

    /// application/x-www-form-urlencoded (the URL standard): blanks as plus signs.
    private static func encoded(_ text: Substring) -> String {
        text.utf8.map { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2a, 0x2d, 0x2e, 0x5f: String(UnicodeScalar(byte))
            case 0x20: "+"
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
