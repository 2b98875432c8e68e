/// The extent of a screen or pane in character cells.
public struct TerminalSize: Hashable, Sendable {
    /// Cells in a row.
    public var columns: Int
    /// Rows.
    public var rows: Int

    /// A size; what is negative counts as nothing.
    public init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }
}
