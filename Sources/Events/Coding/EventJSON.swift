import Foundation

/// JSON as the log, the exports and `--json` write it: dates in RFC 3339, bytes of other kinds as hexadecimal text.
public enum EventJSON {
    /// Compact JSON in UTF-8; keys stand in the order of declaration.
    public static func encode(_ value: some Encodable) throws -> [UInt8] {
        let output = JSONOutput()
        try JSONValueEncoder.write(value, to: output)
        return output.bytes
    }

    /// The same on several lines, keys sorted, for people.
    public static func pretty(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: infinity,
            negativeInfinity: "-" + infinity,
            nan: notANumber
        )
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(EventTime.text(date))
        }
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Reads what ``encode(_:)`` and ``pretty(_:)`` write.
    public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try decoder().decode(type, from: Data(bytes))
    }

    /// A decoder with the strategies of this form.
    static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: infinity,
            negativeInfinity: "-" + infinity,
            nan: notANumber
        )
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard let time = EventTime.time(text) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "no RFC 3339 time: \(text)")
            }
            return EventTime.date(time)
        }
        return decoder
    }

    static let infinity = "Infinity"
    static let notANumber = "NaN"
}
