import Trust

/// The matrix of view 5: which clients stand in it, what was computed, where the person is.
struct Matrix: Hashable, Sendable {
    /// The column of the client in force.
    static let now = "now"

    /// The presets beside it, by name.
    var presets = ["system", "F2", "F2c", "any"]
    /// The sheets that are there, by column.
    var sheets: [String: AuditSheet] = [:]
    /// The columns that are being computed.
    var wanted: Set<String> = []
    /// The column that is being proven, since when, and of how many cells.
    var proving: String?
    var provingSince: Int64?
    var provable: [String: Int] = [:]
    /// The columns that were stopped or cannot be computed: they are not asked for again until the view is opened anew.
    var givenUp: Set<String> = []
    /// How many columns were asked for together, and when.
    var computing: Salvo?
    /// Every combination of AFSecurityPolicy's switches, once they were asked for.
    var combinations: [ClientChoice] = []
    /// Whether the combinations stand in the rows, and what is presented in the columns.
    var isTurned = false
    /// The chosen presentation, while turned.
    var presented = 0
    /// The chosen column.
    var column = 0

    var columns: [String] { [Self.now] + presets }
    var chosen: String { columns.indices.contains(column) ? columns[column] : Self.now }

    /// Adds a preset as a column, or takes it out.
    mutating func toggle(_ preset: String) {
        if let index = presets.firstIndex(of: preset) {
            presets.remove(at: index)
        } else {
            presets.append(preset)
        }
        column = min(column, columns.count - 1)
    }
}
