import Diagnosis
import Events
import Foundation
import RequestEngine
import Trust

/// The body of a curl command line, made as curl makes it.
struct CurlBody {
    private(set) var stream: BodyStream?
    private(set) var fields: [HeaderField] = []
    /// What `-G` puts behind the address.
    private(set) var query: String?
    private(set) var method: String?

    /// - Throws: `file.…` codes, `option.value`, `option.conflict`.
    init(_ line: CurlCommandLine) throws(Problem) {
        let hasData = line.options.contains { $0.name == "json" || $0.name.hasPrefix("data") }
        let isForm = line.has("form") || line.has("form-string")
        guard [hasData, isForm, line.has("upload-file")].count(where: { $0 }) < 2 else {
            throw .optionConflict("curl -d", "curl -F or -T", drop: "A request has one body: drop one of them.")
        }
        if hasData { try readData(line) }
        if isForm { try readForm(line) }
        if let path = line.value("upload-file") {
            guard path != "-", path != "." else {
                throw .optionValue("curl -T", path, taken: "a file")
            }
            var body = BodyStream()
            try body.add(file: ProfileOptions.path(path))
            (stream, method) = (body, "PUT")
        }
    }

    private mutating func readData(_ line: CurlCommandLine) throws(Problem) {
        var body = BodyStream()
        var text: [UInt8] = []
        for option in line.options where option.name == "json" || option.name.hasPrefix("data") {
            let isFirst = body.count == 0 && text.isEmpty
            if !isFirst, option.name != "json" { text.append(0x26) }
            switch option.name {
            case "data-raw": text += option.value.utf8
            case "data-urlencode": text += try Self.encoded(option.value)
            case "data-binary", "json":
                guard option.value.hasPrefix("@") else {
                    text += option.value.utf8
                    continue
                }
                body.add(text)
                text = []
                try body.add(file: ProfileOptions.path(String(option.value.dropFirst())))
            default:
                // A file loses its line ends.
                text +=
                    try option.value.hasPrefix("@")
                    ? Self.content(option.value.dropFirst()).filter { $0 != 0x0d && $0 != 0x0a && $0 != 0 }
                    : Array(option.value.utf8)
            }
        }
        body.add(text)
        if line.has("get") {
            query = String(decoding: text, as: UTF8.self)
            return
        }
        stream = body
        let type = line.has("json") ? "application/json" : "application/x-www-form-urlencoded"
        fields = [HeaderField(name: "Content-Type", value: type)]
        if line.has("json") { fields.append(HeaderField(name: "Accept", value: type)) }
    }

    private mutating func readForm(_ line: CurlCommandLine) throws(Problem) {
        var parts: [String] = []
        for option in line.options where option.name == "form" || option.name == "form-string" {
            guard let sign = option.value.firstIndex(of: "="), sign > option.value.startIndex else {
                throw .optionValue(
                    "curl -F",
                    String(option.value.prefix { $0 != "=" }),
                    taken: "NAME=TEXT or NAME=@FILE"
                )
            }
            if option.name == "form", option.value[option.value.index(after: sign)...].hasPrefix("<") {
                throw .optionValue("curl -F", "NAME=<FILE", taken: "NAME=TEXT or NAME=@FILE")
            }
            parts.append(option.value)
        }
        let strings = Set(line.values("form-string"))
        let form = try MultipartForm(parts, taking: { !strings.contains($0) })
        stream = form.stream
        fields = [HeaderField(name: "Content-Type", value: form.contentType)]
    }

    /// `--data-urlencode`: `TEXT`, `=TEXT`, `NAME=TEXT`, `@FILE`, `NAME@FILE`.
    private static func encoded(_ text: String) throws(Problem) -> [UInt8] {
        guard let sign = text.firstIndex(where: { $0 == "=" || $0 == "@" }) else { return percent(Array(text.utf8)) }
        let name = text[..<sign]
        let value = text[text.index(after: sign)...]
        let bytes = text[sign] == "@" ? try content(value) : Array(value.utf8)
        return (name.isEmpty ? [] : Array((name + "=").utf8)) + percent(bytes)
    }

    private static func percent(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte -> [UInt8] in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e: [byte]
            default: Array(("%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)).utf8)
            }
        }
    }

    private static func content(_ path: Substring) throws(Problem) -> [UInt8] {
        switch FileReader.read(String(path)).content {
        case .success(let bytes): return bytes
        case .failure(let problem) where problem.code == .fileEmpty: return []
        case .failure(let problem): throw problem
        }
    }
}
