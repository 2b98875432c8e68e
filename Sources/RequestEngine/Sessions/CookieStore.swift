import Diagnosis
import Foundation
import Synchronization

/// A session's cookies, in memory; those that outlive a session also in a file where there is one.
public final class CookieStore: Sendable {
    private let content: Mutex<[Cookie]>
    private let file: String?
    private static let most = 3000

    /// An empty store in memory.
    public init() {
        content = Mutex([])
        file = nil
    }

    /// The store in a file (mode 0600, since its values are secrets), with what earlier runs left there. A file that
    /// cannot be read counts for none.
    ///
    /// - Throws: `file.not-written` where its folder cannot be made.
    public init(file: String) throws(Problem) {
        try OwnFolder.make((file as NSString).deletingLastPathComponent)
        let bytes = try? Data(contentsOf: URL(fileURLWithPath: file))
        content = Mutex(bytes.flatMap { try? JSONDecoder().decode([Cookie].self, from: $0) } ?? [])
        self.file = file
    }

    /// Takes what a response sets.
    func take(_ fields: [String], from url: RequestURL, now: Date) {
        let new = fields.compactMap { Cookie($0, from: url, now: now) }
        guard !new.isEmpty else { return }
        content.withLock { all in
            for cookie in new {
                all.removeAll { $0.name == cookie.name && $0.domain == cookie.domain && $0.path == cookie.path }
                if !cookie.isOver(now) { all.append(cookie) }
            }
            if all.count > Self.most { all.removeFirst(all.count - Self.most) }
            guard let file, let bytes = try? JSONEncoder().encode(all.filter { $0.expires != nil }) else { return }
            try? FileReplacement.write(file, bytes)
        }
    }

    /// The value of the `Cookie` field for a request, the longest paths first, and the names in it; nil for none.
    func field(for url: RequestURL, now: Date) -> (value: String, names: [String])? {
        let going = content.withLock { all in
            all.removeAll { $0.isOver(now) }
            return all.filter { $0.goes(to: url, now: now) }.sorted { $0.path.count > $1.path.count }
        }
        guard !going.isEmpty else { return nil }
        return (going.map { "\($0.name)=\($0.value)" }.joined(separator: "; "), going.map { Sanitizer.line($0.name) })
    }

    /// What is kept: `name for host/path`, never a value.
    public var kept: [String] {
        content.withLock { $0.map { Sanitizer.line("\($0.name) for \($0.domain)\($0.path)") } }
    }
}
