/// A place in a JSON5 file.
public struct JSON5Position: Hashable, Sendable, CustomStringConvertible {
    /// The file's name or path, as messages show it.
    public let file: String
    /// The line, from 1; 0 in a file that has no lines.
    public let line: Int
    /// The column in characters (Unicode scalars), from 1; 0 where only the line is known.
    public let column: Int

    /// A place.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `lab.json5:12:7`
    public var description: String { "\(file):\(line):\(column)" }
}
