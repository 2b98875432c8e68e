import Foundation
import Trust

/// The place of one value in JSON that is written as it comes: no tree is built, which a log of many events needs.
final class JSONValueEncoder: Encoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    let output: JSONOutput
    /// The levels that are open around the value.
    private let outside: Int
    private(set) var hasWritten = false

    private init(_ output: JSONOutput) {
        self.output = output
        outside = output.depth
    }

    /// Writes one value of any type.
    static func write<Value: Encodable>(_ value: Value, to output: JSONOutput) throws {
        if Value.self == Date.self, let date = value as? Date {
            output.string(EventTime.text(date))
            return
        }
        if Value.self == SHA256Digest.self, let digest = value as? SHA256Digest {
            output.hexadecimal(digest.bytes)
            return
        }
        if Value.self == [Check].self, let checks = value as? [Check] {
            output.array(checks) { $0.write(to: output) }
            return
        }
        if Value.self == [SHA256Digest].self, let digests = value as? [SHA256Digest] {
            output.array(digests) { output.hexadecimal($0.bytes) }
            return
        }
        if DirectTypes.all.contains(ObjectIdentifier(Value.self)), let direct = value as? any DirectJSON {
            direct.write(to: output)
            return
        }
        let encoder = JSONValueEncoder(output)
        try value.encode(to: encoder)
        // A value that encodes nothing is one without properties.
        if !encoder.hasWritten { output.open(object: true) }
        output.close(to: encoder.outside)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        open(object: true)
        return KeyedEncodingContainer(JSONObjectContainer(output: output, level: outside + 1))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        open(object: false)
        return JSONArrayContainer(output: output, level: outside + 1)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        hasWritten = true
        return JSONSingleContainer(output: output)
    }

    /// Opens the value's own level; asked for again, the same one is meant.
    private func open(object: Bool) {
        guard !hasWritten else { return }
        hasWritten = true
        output.open(object: object)
    }

    /// The place of a value whose key, if any, has been written.
    static func place(_ output: JSONOutput) -> JSONValueEncoder { JSONValueEncoder(output) }
}

private struct JSONObjectContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let codingPath: [any CodingKey] = []
    let output: JSONOutput
    let level: Int

    private func key(_ key: Key) { output.key(key.stringValue, at: level) }

    func encodeNil(forKey key: Key) { self.key(key); output.null() }
    func encode(_ value: Bool, forKey key: Key) { self.key(key); output.bool(value) }
    func encode(_ value: String, forKey key: Key) { self.key(key); output.string(value) }
    func encode(_ value: Double, forKey key: Key) { self.key(key); output.number(value) }
    func encode(_ value: Float, forKey key: Key) { self.key(key); output.number(Double(value)) }
    func encode(_ value: Int, forKey key: Key) { self.key(key); output.integer(value) }
    func encode(_ value: Int8, forKey key: Key) { self.key(key); output.integer(value) }
    func encode(_ value: Int16, forKey key: Key) { self.key(key); output.integer(value) }
    func encode(_ value: Int32, forKey key: Key) { self.key(key); output.integer(value) }
    func encode(_ value: Int64, forKey key: Key) { self.key(key); output.integer(value) }
    func encode(_ value: UInt, forKey key: Key) { self.key(key); output.integer(value) }
    func encode(_ value: UInt8, forKey key: Key) { self.key(key); output.integer(value) }
    func encode(_ value: UInt16, forKey key: Key) { self.key(key); output.integer(value) }
    func encode(_ value: UInt32, forKey key: Key) { self.key(key); output.integer(value) }
    func encode(_ value: UInt64, forKey key: Key) { self.key(key); output.integer(value) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        self.key(key)
        try JSONValueEncoder.write(value, to: output)
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy: NestedKey.Type, forKey key: Key)
        -> KeyedEncodingContainer<NestedKey>
    {
        self.key(key)
        return JSONValueEncoder.place(output).container(keyedBy: NestedKey.self)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        self.key(key)
        return JSONValueEncoder.place(output).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        output.key("super", at: level)
        return JSONValueEncoder.place(output)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        self.key(key)
        return JSONValueEncoder.place(output)
    }
}

private struct JSONArrayContainer: UnkeyedEncodingContainer {
    let codingPath: [any CodingKey] = []
    let output: JSONOutput
    let level: Int
    private(set) var count = 0

    init(output: JSONOutput, level: Int) {
        self.output = output
        self.level = level
    }

    private mutating func next() {
        count += 1
        output.next(at: level)
    }

    mutating func encodeNil() { next(); output.null() }
    mutating func encode(_ value: Bool) { next(); output.bool(value) }
    mutating func encode(_ value: String) { next(); output.string(value) }
    mutating func encode(_ value: Double) { next(); output.number(value) }
    mutating func encode(_ value: Float) { next(); output.number(Double(value)) }
    mutating func encode(_ value: Int) { next(); output.integer(value) }
    mutating func encode(_ value: Int8) { next(); output.integer(value) }
    mutating func encode(_ value: Int16) { next(); output.integer(value) }
    mutating func encode(_ value: Int32) { next(); output.integer(value) }
    mutating func encode(_ value: Int64) { next(); output.integer(value) }
    mutating func encode(_ value: UInt) { next(); output.integer(value) }
    mutating func encode(_ value: UInt8) { next(); output.integer(value) }
    mutating func encode(_ value: UInt16) { next(); output.integer(value) }
    mutating func encode(_ value: UInt32) { next(); output.integer(value) }
    mutating func encode(_ value: UInt64) { next(); output.integer(value) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        next()
        try JSONValueEncoder.write(value, to: output)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(keyedBy: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        next()
        return JSONValueEncoder.place(output).container(keyedBy: NestedKey.self)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        next()
        return JSONValueEncoder.place(output).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        next()
        return JSONValueEncoder.place(output)
    }
}

private struct JSONSingleContainer: SingleValueEncodingContainer {
    let codingPath: [any CodingKey] = []
    let output: JSONOutput

    func encodeNil() { output.null() }
    func encode(_ value: Bool) { output.bool(value) }
    func encode(_ value: String) { output.string(value) }
    func encode(_ value: Double) { output.number(value) }
    func encode(_ value: Float) { output.number(Double(value)) }
    func encode(_ value: Int) { output.integer(value) }
    func encode(_ value: Int8) { output.integer(value) }
    func encode(_ value: Int16) { output.integer(value) }
    func encode(_ value: Int32) { output.integer(value) }
    func encode(_ value: Int64) { output.integer(value) }
    func encode(_ value: UInt) { output.integer(value) }
    func encode(_ value: UInt8) { output.integer(value) }
    func encode(_ value: UInt16) { output.integer(value) }
    func encode(_ value: UInt32) { output.integer(value) }
    func encode(_ value: UInt64) { output.integer(value) }
    func encode<Value: Encodable>(_ value: Value) throws { try JSONValueEncoder.write(value, to: output) }
}
