/// A value of a JSON5 file (https://spec.json5.org), or of a property list, and where it stands.
///
/// Reading is strict: the first fault is a `Problem` with file, line and column; a repeated key is one of them.
public struct JSON5Value: Hashable, Sendable {
    /// What a value is.
    public indirect enum Content: Hashable, Sendable {
        /// `null`
        case null
        /// `true` or `false`
        case boolean(Bool)
        /// A number written without fraction or exponent that fits.
        case integer(Int)
        /// Any other number.
        case number(Double)
        /// A string.
        case string(String)
        /// An array.
        case array([JSON5Value])
        /// An object; its keys are all different, in the order of the file.
        case object([JSON5Member])
        /// What a property list can hold and JSON cannot, by its kind: `a date`.
        case foreign(String)
    }

    /// What it is.
    public let content: Content
    /// Where it begins.
    public let position: JSON5Position
    /// The keys and indices that lead to it, for messages: `scenarios[3].port`; empty for the outermost value.
    public let path: String

    /// A value of known parts, as another reader makes it.
    package init(_ content: Content, position: JSON5Position, path: String) {
        self.content = content
        self.position = position
        self.path = path
    }

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - bytes: the file's content, UTF-8, a byte order mark allowed.
    ///   - file: its name, for messages.
    ///   - maximumDepth: how deep arrays and objects may nest.
    /// - Throws: `config.syntax`, or `config.key` for a repeated key.
    public init(parsing bytes: [UInt8], file: String, maximumDepth: Int = 64) throws(Problem) {
        var parser = JSON5Parser(bytes, file: file, maximumDepth: maximumDepth)
        self = try parser.document()
    }

    /// Reads a text; see `init(parsing:file:maximumDepth:)`.
    public init(parsing text: String, file: String, maximumDepth: Int = 64) throws(Problem) {
        try self.init(parsing: Array(text.utf8), file: file, maximumDepth: maximumDepth)
    }

    /// What it is, in a word for messages: `a string`.
    package var kind: String {
        switch content {
        case .null: "null"
        case .boolean: "a boolean"
        case .integer, .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        case .foreign(let kind): kind
        }
    }
}

/// One key of an object with its value.
public struct JSON5Member: Hashable, Sendable {
    /// The key.
    public let key: String
    /// Where the key stands.
    public let keyPosition: JSON5Position
    /// The value.
    public let value: JSON5Value

    /// A member of known parts.
    package init(key: String, keyPosition: JSON5Position, value: JSON5Value) {
        self.key = key
        self.keyPosition = keyPosition
        self.value = value
    }
}
