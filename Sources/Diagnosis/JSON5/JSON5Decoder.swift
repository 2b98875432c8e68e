extension JSON5Value {
    /// Makes a value of a type from this one, by the type's own `Decodable` form.
    ///
    /// Unlike Foundation's decoder it lets no key pass that the type does not ask for, and every error has its place.
    ///
    /// - Throws: `config.key`.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(Problem) -> Value {
        do {
            return try JSON5Decoder.unbox(self, codingPath: [])
        } catch let problem as Problem {
            throw problem
        } catch {
            throw .configFault(at: position, key: path, fault: "\(error)")
        }
    }
}

/// Reads one value for a `Decodable` type, and remembers which keys the type asked for.
final class JSON5Decoder: Decoder {
    let value: JSON5Value
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    /// The keys asked for; nil until a container of keys was.
    private var asked: Set<String>?
    /// Decoders of parts, whose keys are looked at in the end as well.
    private var parts: [JSON5Decoder] = []

    init(_ value: JSON5Value, codingPath: [any CodingKey]) {
        self.value = value
        self.codingPath = codingPath
    }

    /// Decodes a value, then refuses keys that nobody asked for.
    static func unbox<Value: Decodable>(_ value: JSON5Value, codingPath: [any CodingKey]) throws -> Value {
        if let scalar: Value = try scalar(value) { return scalar }
        if let words = words(of: Value.self), case .string(let text) = value.content, !words.contains(text) {
            throw Problem.configValue(
                at: value.position,
                key: value.path,
                found: "\"\(text)\"",
                wanted: "one of \(words.joined(separator: ", "))",
                nearest: NearestName.to(text, among: words)
            )
        }
        let decoder = JSON5Decoder(value, codingPath: codingPath)
        do {
            let result = try Value(from: decoder)
            try decoder.checkKeys()
            return result
        } catch let error as DecodingError {
            throw decoder.problem(error)
        }
    }

    /// The words of an enumeration of strings; nil for another type.
    private static func words(of type: Any.Type) -> [String]? {
        guard let type = type as? any CaseIterable.Type else { return nil }
        func words<Word: CaseIterable>(_ type: Word.Type) -> [String] {
            type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
        }
        let all = words(type)
        return all.isEmpty ? nil : all
    }

    private static func scalar<Value>(_ value: JSON5Value) throws -> Value? {
        switch Value.self {
        case is String.Type: try value.string() as? Value
        case is Bool.Type: try value.boolean() as? Value
        case is Int.Type: try value.integer() as? Value
        case is Double.Type: try value.number() as? Value
        case let type as any FixedWidthInteger.Type: try whole(value, type) as? Value
        default: nil
        }
    }

    private static func whole<Number: FixedWidthInteger>(_ value: JSON5Value, _ type: Number.Type) throws -> Number {
        let number = try value.integer()
        guard let fitting = Number(exactly: number) else {
            throw value.unfit("\(number)", wanted: "a whole number from \(Number.min) to \(Number.max)")
        }
        return fitting
    }

    // MARK: Keys

    func ask(_ key: String) { asked?.insert(key) }

    func part(_ value: JSON5Value, _ path: [any CodingKey]) -> JSON5Decoder {
        let part = JSON5Decoder(value, codingPath: path)
        parts.append(part)
        return part
    }

    /// - Throws: `config.key` for a key that was not asked for.
    private func checkKeys() throws(Problem) {
        if let unknown = unknownKey() { throw unknown }
        for part in parts { try part.checkKeys() }
    }

    private func unknownKey(wanted: [String] = []) -> Problem? {
        guard let asked, case .object(let members) = value.content,
            let member = members.first(where: { !asked.contains($0.key) })
        else { return nil }
        let known = asked.union(wanted).sorted()
        return .configUnknownKey(
            at: member.keyPosition,
            key: member.key,
            nearest: NearestName.to(member.key, among: known),
            known: known
        )
    }

    // MARK: Errors

    private func problem(_ error: DecodingError) -> Problem {
        switch error {
        case .keyNotFound(let key, _):
            // A mistyped key is the likelier cause than one left out.
            return unknownKey(wanted: [key.stringValue])
                ?? .configMissingKey(at: value.position, key: key.stringValue, in: value.path)
        case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context):
            let place = context.codingPath.count > codingPath.count ? part(at: context.codingPath) : value
            return .configFault(at: place.position, key: place.path, fault: context.debugDescription)
        @unknown default: return .configFault(at: value.position, key: value.path, fault: "\(error)")
        }
    }

    private func part(at path: [any CodingKey]) -> JSON5Value {
        var found = value
        for key in path.dropFirst(codingPath.count) {
            switch found.content {
            case .object(let members):
                guard let member = members.first(where: { $0.key == key.stringValue }) else { return found }
                found = member.value
            case .array(let values):
                guard let index = key.intValue, values.indices.contains(index) else { return found }
                found = values[index]
            default: return found
            }
        }
        return found
    }

    // MARK: Containers

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let members = try value.members()
        if asked == nil { asked = [] }
        let values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        return KeyedDecodingContainer(JSON5KeyedContainer(decoder: self, values: values))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        JSON5UnkeyedContainer(decoder: self, values: try value.array())
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { JSON5SingleContainer(decoder: self) }
}

/// A key that is a place in an array.
struct JSON5Index: CodingKey {
    let index: Int
    var stringValue: String { "\(index)" }
    var intValue: Int? { index }

    init(_ index: Int) { self.index = index }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { index = intValue }
}
