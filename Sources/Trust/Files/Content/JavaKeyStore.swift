import Diagnosis

/// Java's own key stores, which are no PKCS#12.
enum JavaKeyStore {
    static func detect(_ input: FileInput) -> FileContent? {
        let kind: String
        switch input.bytes.prefix(4) {
        case [0xFE, 0xED, 0xFE, 0xED]: kind = "JKS"
        case [0xCE, 0xCE, 0xCE, 0xCE]: kind = "JCEKS"
        default: return nil
        }
        return FileContent(
            format: .javaKeyStore,
            problem: .fileIsJKS(name: input.name, kind: kind, entries: entries(input.bytes[...]))
        )
    }

    /// What the store holds, by the names in it; nil where it cannot be read to its end.
    private static func entries(_ bytes: ArraySlice<UInt8>) -> String? {
        var reader = Reader(rest: bytes.dropFirst(4))
        guard reader.number(4) == 2, let count = reader.number(4), count <= 1000 else { return nil }
        var names: [String] = []
        for _ in 0..<count {
            guard let tag = reader.number(4), let alias = reader.text(), reader.skip(8) else { return nil }
            switch tag {
            case 1:
                guard reader.skipBlock(), let members = reader.number(4), members <= 100 else { return nil }
                for _ in 0..<members where !(reader.text() != nil && reader.skipBlock()) { return nil }
                names.append("private key \(alias) with \(members) certificate\(members == 1 ? "" : "s")")
            case 2:
                guard reader.text() != nil, reader.skipBlock() else { return nil }
                names.append("certificate \(alias)")
            default: return nil
            }
        }
        return names.isEmpty ? "no entries" : names.prefix(8).joined(separator: "; ") + (names.count > 8 ? "; ..." : "")
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func number(_ bytes: Int) -> Int? {
            guard rest.count >= bytes else { return nil }
            defer { rest = rest.dropFirst(bytes) }
            return rest.prefix(bytes).reduce(0) { $0 << 8 | Int($1) }
        }

        mutating func skip(_ bytes: Int) -> Bool {
            guard rest.count >= bytes else { return false }
            rest = rest.dropFirst(bytes)
            return true
        }

        mutating func skipBlock() -> Bool { number(4).map { skip($0) } ?? false }

        mutating func text() -> String? {
            guard let count = number(2), rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return String(decoding: rest.prefix(count), as: UTF8.self)
        }
    }
}
