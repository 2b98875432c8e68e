import Diagnosis
import Foundation
import Synchronization

/// A session's cookies, in memory.
public final class CookieStore: Sendable {
    private let content = Mutex<[Cookie]>([])
    private static let most = 3000

    /// An empty store.
    public init() {}

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
