import Diagnosis
import Foundation
import Synchronization
import Trust

/// Responses in a folder of its owner's, a file each, named by the address's SHA-256. A file that cannot be read counts
/// for none; a disk that is full keeps nothing more.
final class FileResponses: ResponseStorage {
    /// What a file holds before the body: a line of JSON.
    private struct Head: Codable {
        var address: String
        var entry: ResponseCache.Entry
    }

    private let folder: String
    private let capacity: Int
    /// The requests of this run by address: a number of another run says nothing here.
    private let requests = Mutex<[String: Int]>([:])

    init(folder: String, capacity: Int) throws(Problem) {
        self.folder = folder
        self.capacity = capacity
        try OwnFolder.make(folder)
    }

    func entry(_ address: String) -> ResponseCache.Entry? {
        guard let head = read(path(address)), head.address == address else { return nil }
        return head.entry
    }

    func put(_ address: String, _ entry: ResponseCache.Entry) {
        var head = Head(address: address, entry: entry)
        head.entry.body = []
        head.entry.request = nil
        // Cookies have a store of their own.
        head.entry.headers.removeAll { $0.name.lowercased() == "set-cookie" }
        guard var bytes = try? Data(JSONEncoder().encode(head)) else { return }
        bytes.append(0x0a)
        bytes.append(contentsOf: entry.body)
        makeRoom(for: bytes.count)
        guard (try? FileReplacement.write(path(address), bytes)) != nil else { return }
        requests.withLock { $0[address] = entry.request }
    }

    func remove(_ address: String) {
        unlink(path(address))
        requests.withLock { $0[address] = nil }
    }

    var all: [(key: String, entry: ResponseCache.Entry)] {
        files().compactMap { file in read(file.path).map { ($0.address, $0.entry) } }
            .sorted { $0.entry.stored < $1.entry.stored }
    }

    private func path(_ address: String) -> String { folder + "/" + SHA256Digest(of: Array(address.utf8)).hex }

    private func read(_ path: String) -> Head? {
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)), let end = bytes.firstIndex(of: 0x0a),
            var head = try? JSONDecoder().decode(Head.self, from: bytes[..<end])
        else { return nil }
        head.entry.body = Array(bytes[(end + 1)...])
        head.entry.request = requests.withLock { $0[head.address] }
        return head
    }

    private func files() -> [(path: String, bytes: Int, date: Date)] {
        let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
        let urls = try? FileManager.default.contentsOfDirectory(
            at: URL(fileURLWithPath: folder),
            includingPropertiesForKeys: Array(keys)
        )
        return (urls ?? []).filter { $0.lastPathComponent.utf8.count == 64 }.map { url in
            let values = try? url.resourceValues(forKeys: keys)
            return (url.path, values?.fileSize ?? 0, values?.contentModificationDate ?? .distantPast)
        }
    }

    /// The oldest files give way.
    private func makeRoom(for bytes: Int) {
        var files = files()
        var sum = files.reduce(bytes) { $0 + $1.bytes }
        guard sum > capacity else { return }
        files.sort { $0.date < $1.date }
        for file in files where sum > capacity {
            unlink(file.path)
            sum -= file.bytes
        }
    }
}
