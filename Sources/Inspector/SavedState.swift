import ChallengeLog
import Diagnosis
import Foundation

/// What is remembered between runs: what was typed in prompts, the last view, the order of the list.
///
/// Nothing secret: pass phrases never enter a history, and lines that may hold a password or a token stay out of the file.
struct SavedState: Codable, Hashable {
    /// Lines kept of each prompt.
    static let most = 200
    private static let largest = 1 << 20

    var history: [String: [String]] = [:]
    /// The view that was left.
    var view: String?
    /// The order of the list.
    var sort: String?

    init() {}

    /// What a state leaves behind.
    init(_ state: State) {
        history = state.history.mapValues { lines in Array(lines.filter(Self.mayBeKept).suffix(Self.most)) }
        view = state.pane.rawValue
        sort = state.list.query.sort.rawValue
    }

    /// What a file holds; nothing where it is missing or damaged, which is no reason to bother anybody.
    init(file: String) {
        guard let data = FileManager.default.contents(atPath: file), data.count <= Self.largest,
            let saved = try? JSONDecoder().decode(SavedState.self, from: data)
        else { return }
        self = saved
    }

    /// Writes the file, readable by the user alone; what cannot be written is forgotten.
    func write(to file: String) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        guard let data = try? encoder.encode(self) else { return }
        let folder = (file as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try? FileReplacement.write(file, data)
    }

    /// A URL with a user's password, or a line with a header that tells who one is, is not written down.
    static func mayBeKept(_ line: String) -> Bool {
        let lower = line.lowercased()
        let words = ["authorization", "cookie", "password", "passwd", "token", "secret", "api-key", "apikey"]
        guard !words.contains(where: lower.contains) else { return false }
        let authority = line.components(separatedBy: "://").dropFirst().joined().prefix { $0 != "/" }
        return !authority.contains("@")
    }
}

extension State {
    /// Takes over what an earlier run left behind; what the command line says counts more.
    mutating func restore(_ saved: SavedState, isFresh: Bool) {
        history = saved.history
        if let sort = saved.sort.flatMap(LogQuery.Sort.init(rawValue:)) {
            list.query.sort = sort
            list.follows = sort == .number
        }
        // A view of requests has nothing to show before the first one.
        let empty: Set<Pane> = [.requests, .timeline, .detail, .handshake]
        guard isFresh, let view = saved.view.flatMap(Pane.init(rawValue:)), view.digit != nil, !empty.contains(view)
        else { return }
        pane = view
    }
}
