/// A value of a property list or JSON document, of whatever type stands there.
public indirect enum PropertyValue: Hashable, Sendable {
    /// Text.
    case string(String)
    /// A truth value.
    case bool(Bool)
    /// A number.
    case number(Double)
    /// A list.
    case array([PropertyValue])
    /// A dictionary.
    case dictionary([String: PropertyValue])
    /// JSON's null.
    case null

    /// The text, if it is one.
    var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The list, if it is one.
    var array: [PropertyValue]? { if case .array(let value) = self { value } else { nil } }
    /// The dictionary, if it is one.
    var dictionary: [String: PropertyValue]? { if case .dictionary(let value) = self { value } else { nil } }
    /// Whether it is literally true.
    var isTrue: Bool { self == .bool(true) }
}

extension PropertyValue: Codable {
    /// Reads whatever stands there.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([PropertyValue].self) {
            self = .array(value)
        } else {
            self = .dictionary(try container.decode([String: PropertyValue].self))
        }
    }

    /// Writes it as it was read.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let value): try container.encode(value)
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .dictionary(let value): try container.encode(value)
        case .null: try container.encodeNil()
        }
    }
}
