import Diagnosis
import Foundation
import Synchronization
import Trust

/// What stands in the files that clients name, kept until a file changes.
final class ClientFiles: Sendable {
    /// What tells one state of a file from another.
    private struct Stamp: Hashable, Sendable {
        let modified: Date?
        let size: Int
        let file: Int
    }

    private struct State: Sendable {
        var entries: [String: (stamp: Stamp, entry: AppBundle)] = [:]
        var anchors: [String: (stamp: Stamp, result: Result<TrustFiles.Found<[Certificate]>, Problem>)] = [:]
        var opened: [String: (stamp: Stamp, file: IdentityFile)] = [:]
    }

    private let state = Mutex(State())

    /// The certificates of a file, as anchors.
    ///
    /// - Throws: `file.…` and `chain.malformed` codes.
    func anchors(_ path: String) throws(Problem) -> TrustFiles.Found<[Certificate]> {
        let stamp = Self.stamp(path)
        if let known = state.withLock({ $0.anchors[path] }), known.stamp == stamp { return try known.result.get() }
        var result: Result<TrustFiles.Found<[Certificate]>, Problem>
        do {
            result = .success(try TrustFiles.certificates(in: path))
        } catch {
            result = .failure(error)
        }
        state.withLock { $0.anchors[path] = (stamp, result) }
        return try result.get()
    }

    /// A file of identities, opened once; `open` is called again when it has changed or did not open.
    func identity(_ path: String, open: (String) -> IdentityFile) -> IdentityFile {
        let stamp = Self.stamp(path)
        if let known = state.withLock({ $0.opened[path] }), known.stamp == stamp, known.file.problem == nil {
            return known.file
        }
        let file = open(path)
        state.withLock { $0.opened[path] = (stamp, file) }
        return file
    }

    /// A file of the bundle as a client's code would find it; nil for what is no regular file.
    func entry(_ path: String, passPhrases: [PassPhrase]) -> AppBundle? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
            return nil
        }
        let stamp = Self.stamp(path)
        if let known = state.withLock({ $0.entries[path] }), known.stamp == stamp { return known.entry }
        let entry = Self.read(FileReader.read(path, isTyped: false), passPhrases: passPhrases)
        // One that stays shut is tried again: another pass phrase may be known by then.
        let isLocked = entry.snapshot.files.values.contains { if case .locked = $0 { true } else { false } }
        if !isLocked { state.withLock { $0.entries[path] = (stamp, entry) } }
        return entry
    }

    /// A container is tried with each pass phrase in turn, then with none.
    private static func read(_ snapshot: FileSnapshot, passPhrases: [PassPhrase]) -> AppBundle {
        var first: AppBundle?
        for passPhrase in passPhrases.map(Optional.some) + [nil] {
            let bundle = AppBundle(files: [snapshot], options: IdentityFile.Options(passPhrase: passPhrase))
            guard case .locked = bundle.snapshot.files[snapshot.name] else { return bundle }
            if first == nil { first = bundle }
        }
        return first ?? AppBundle(files: [snapshot])
    }

    private static func stamp(_ path: String) -> Stamp {
        let attributes = try? FileManager.default.attributesOfItem(atPath: (path as NSString).resolvingSymlinksInPath)
        return Stamp(
            modified: attributes?[.modificationDate] as? Date,
            size: (attributes?[.size] as? NSNumber)?.intValue ?? -1,
            file: (attributes?[.systemFileNumber] as? NSNumber)?.intValue ?? -1
        )
    }
}
