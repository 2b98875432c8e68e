import Diagnosis
import Events
import Foundation

/// A session's responses, kept by the rules of HTTP (RFC 9111), in memory or in files.
public final class ResponseCache: Sendable {
    struct Entry: Sendable, Codable {
        var status: Int
        var httpVersion: String
        var headers: [HeaderField]
        var body: [UInt8]
        var stored: Date
        /// The request that it answered, by its number; nil where that was in an earlier run.
        var request: Int?
        /// The client under which it came.
        var client: String

        func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }
    }

    private let capacity: Int
    private let storage: any ResponseStorage

    /// An empty cache in memory.
    ///
    /// - Parameter capacity: Of the bodies, in bytes.
    public init(capacity: Int = 8 << 20) {
        self.capacity = capacity
        storage = MemoryResponses(capacity: capacity)
    }

    /// The cache in a folder, with what earlier runs left there.
    ///
    /// - Parameter capacity: Of the files, in bytes.
    /// - Throws: `file.not-written` where the folder cannot be made.
    public init(folder: String, capacity: Int = 64 << 20) throws(Problem) {
        self.capacity = capacity
        storage = try FileResponses(folder: folder, capacity: capacity)
    }

    /// What is kept for a request: only a GET, and only one that asks for no part of it.
    func entry(for request: Request) -> Entry? {
        guard Self.mayUse(request) else { return nil }
        return storage.entry(request.url.description)
    }

    /// Keeps a response where its head allows it; a response that says otherwise takes out what was kept.
    func take(_ entry: Entry, for request: Request) {
        let key = request.url.description
        storage.remove(key)
        guard Self.mayUse(request), Self.mayStore(entry), entry.body.count <= capacity / 4 else { return }
        storage.put(key, entry)
    }

    /// What is kept: the addresses, with how long each is fresh by a date, in seconds; negative for what is stale.
    public func kept(at now: Date) -> [(address: String, freshFor: Double)] {
        storage.all.map { ($0.key, Self.freshFor($0.entry, at: now)) }
    }

    private static func mayUse(_ request: Request) -> Bool {
        request.method == "GET" && request.bodyBytes == nil
            && !request.headers.contains { ["range", "authorization"].contains($0.name.lowercased()) }
    }

    private static func mayStore(_ entry: Entry) -> Bool {
        guard [200, 203, 301, 404, 410].contains(entry.status) else { return false }
        let control = CacheControl(entry.header("cache-control"))
        if control.has("no-store") { return false }
        let varies = (entry.header("vary") ?? "").lowercased().split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard varies.allSatisfy({ $0 == "accept-encoding" }) else { return false }
        return control.seconds("max-age") != nil || entry.header("expires") != nil || entry.header("etag") != nil
            || entry.header("last-modified") != nil
    }

    /// How long it stays fresh from a date on, in seconds (RFC 9111 §4.2).
    static func freshFor(_ entry: Entry, at now: Date) -> Double {
        let control = CacheControl(entry.header("cache-control"))
        let date = entry.header("date").flatMap(HTTPDate.date) ?? entry.stored
        let ageThen = max(
            max(0, entry.stored.timeIntervalSince(date)),
            CacheControl.deltaSeconds(entry.header("age") ?? "") ?? 0
        )
        let age = ageThen + max(0, now.timeIntervalSince(entry.stored))
        let lifetime: Double
        if control.has("no-cache") {
            lifetime = -1
        } else if control.has("max-age") {
            // What is no number of seconds has expired.
            lifetime = control.seconds("max-age") ?? -1
        } else if let text = entry.header("expires") {
            // What is no date has expired.
            lifetime = HTTPDate.date(text).map { $0.timeIntervalSince(date) } ?? -1
        } else if let modified = entry.header("last-modified").flatMap(HTTPDate.date) {
            // The usual rule of thumb: a tenth of its age.
            lifetime = max(0, date.timeIntervalSince(modified)) / 10
        } else {
            lifetime = -1
        }
        return lifetime - age
    }
}

/// The directives of a `Cache-Control` field.
private struct CacheControl {
    private let directives: [(name: String, value: String)]

    init(_ field: String?) {
        directives = (field ?? "").split(separator: ",").map { part in
            let words = part.split(separator: "=", maxSplits: 1)
            let value = words.count > 1 ? words[1].trimmingCharacters(in: CharacterSet(charactersIn: " \"")) : ""
            return (words.first.map { $0.trimmingCharacters(in: .whitespaces).lowercased() } ?? "", value)
        }
    }

    func has(_ name: String) -> Bool { directives.contains { $0.name == name } }

    func seconds(_ name: String) -> Double? {
        directives.first { $0.name == name }.flatMap { Self.deltaSeconds($0.value) }
    }

    /// Digits alone; more than 2^31 is 2^31 (RFC 9111 §1.2.2). nil for anything else.
    static func deltaSeconds(_ text: String) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return min(Double(text) ?? 0, 2_147_483_648)
    }
}
