import Diagnosis
import Foundation
import Trust

/// The folder that stands for an app's main bundle, and the lab's own files in it.
///
/// A file is put there once. It is replaced only when the lab's certificate behind it was issued anew and the file is
/// still the one that the lab wrote; a file that the user changed or removed stays as it is.
struct LabBundle {
    /// A file that the lab wrote.
    private struct Written: Equatable {
        var digest: String
        var origin: String
    }

    let folder: PrivateFolder
    /// Where the list of what was written is kept, outside the bundle.
    let lists: PrivateFolder
    /// Whether the folder was the user's before: then nothing of the lab's is put there.
    let isForeign: Bool

    /// - Parameter mayHoldFiles: whether files that are there already are no obstacle, as in the lab's own folder.
    init(_ folder: PrivateFolder, lists: PrivateFolder, mayHoldFiles: Bool) {
        self.folder = folder
        self.lists = lists
        let content = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let isKnown = lists.read(Self.listName(folder)) != nil
        isForeign = !mayHoldFiles && !isKnown && !content.isEmpty
    }

    /// Puts the files of the recipe there. One at a time: the attacker and the lab begin in the same moment, and a
    /// container made twice differs.
    func fill(from files: LabFiles) throws(Problem) {
        guard !isForeign else { return }
        try lists.whileLocked { () throws(Problem) in try fillAlone(from: files) }
    }

    private func fillAlone(from files: LabFiles) throws(Problem) {
        let before = written()
        var after = before
        for file in files.recipe.bundle {
            let origin = try files.origin(of: file)
            let there = folder.read(file.name)
            guard before[file.name]?.origin != origin, isOurs(there, before[file.name]) else { continue }
            let bytes = try files.bytes(of: file)
            if there != bytes { try folder.write(file.name, bytes) }
            after[file.name] = Written(digest: SHA256Digest(of: bytes).hex, origin: origin)
        }
        if after != before || before.isEmpty { try save(after) }
    }

    /// Whether the file may be written: it was never there, or it is what the lab wrote.
    private func isOurs(_ there: [UInt8]?, _ before: Written?) -> Bool {
        guard let there else { return before == nil }
        return before?.digest == SHA256Digest(of: there).hex
    }

    // MARK: The list

    private static func listName(_ folder: PrivateFolder) -> String {
        "bundle-" + SHA256Digest(of: Array(folder.path.utf8)).hex.prefix(16) + ".list"
    }

    private func written() -> [String: Written] {
        guard let bytes = lists.read(Self.listName(folder)) else { return [:] }
        var result: [String: Written] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "\t", maxSplits: 2).map(String.init)
            guard parts.count == 3 else { continue }
            result[parts[2]] = Written(digest: parts[0], origin: parts[1])
        }
        return result
    }

    private func save(_ written: [String: Written]) throws(Problem) {
        let lines = written.sorted { $0.key < $1.key }.map { "\($1.digest)\t\($1.origin)\t\($0)\n" }
        try lists.write(Self.listName(folder), Array(lines.joined().utf8))
    }
}
