// The containers of `JSON5Decoder`; what they do not implement, the protocols' own forms do by `decode(_:)`.

struct JSON5KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: JSON5Decoder
    let values: [String: JSON5Value]

    var codingPath: [any CodingKey] { decoder.codingPath }

    /// Whoever wants all keys knows what to do with each that can be one.
    var allKeys: [Key] {
        let keys = values.keys.sorted().compactMap(Key.init(stringValue:))
        for key in keys { decoder.ask(key.stringValue) }
        return keys
    }

    func contains(_ key: Key) -> Bool {
        decoder.ask(key.stringValue)
        return values[key.stringValue] != nil
    }

    private func value(_ key: Key) throws -> JSON5Value {
        decoder.ask(key.stringValue)
        guard let value = values[key.stringValue] else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "it is missing"))
        }
        return value
    }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).content == .null }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try JSON5Decoder.unbox(try value(key), codingPath: codingPath + [key])
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    {
        try decoder.part(try value(key), codingPath + [key]).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder.part(try value(key), codingPath + [key]).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }

    func superDecoder(forKey key: Key) throws -> any Decoder { decoder.part(try value(key), codingPath + [key]) }
}

struct JSON5UnkeyedContainer: UnkeyedDecodingContainer {
    let decoder: JSON5Decoder
    let values: [JSON5Value]
    private(set) var currentIndex = 0

    init(decoder: JSON5Decoder, values: [JSON5Value]) {
        self.decoder = decoder
        self.values = values
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }

    private var path: [any CodingKey] { codingPath + [JSON5Index(currentIndex)] }

    private mutating func next() throws -> JSON5Value {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                Any.self,
                .init(codingPath: codingPath, debugDescription: "it has too few elements")
            )
        }
        defer { currentIndex += 1 }
        return values[currentIndex]
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, values[currentIndex].content == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let path = path
        return try JSON5Decoder.unbox(try next(), codingPath: path)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
        -> KeyedDecodingContainer<Nested>
    {
        let path = path
        return try decoder.part(try next(), path).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let path = path
        return try decoder.part(try next(), path).unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        let path = path
        return decoder.part(try next(), path)
    }
}

struct JSON5SingleContainer: SingleValueDecodingContainer {
    let decoder: JSON5Decoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value.content == .null }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSON5Decoder.unbox(decoder.value, codingPath: codingPath)
    }
}
