/// Names one certificate of the recipe.
enum EntryName: Hashable, Sendable {
    /// An authority's own.
    case authority(String)
    /// The leaf of a scenario.
    case server(String)
    /// A client's.
    case identity(String)

    /// The name of its file in the folder of the PKI, without the extension.
    var fileName: String {
        switch self {
        case .authority(let name): "authority-\(name)"
        case .server(let name): "server-\(name)"
        case .identity(let name): "identity-\(name)"
        }
    }
}
