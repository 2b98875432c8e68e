import Diagnosis
import Foundation
import Trust

/// The folder that stands for an app's main bundle: what its files are, read again when they change.
final class BundleFolder: Sendable {
    /// The folder's files at one moment.
    struct Content: Sendable {
        /// What a flow would find.
        var snapshot = BundleSnapshot()
        /// The identities of the containers that opened, in the order of the files' names.
        var identities: [Identity] = []
    }

    /// Files beyond this are left alone: nobody ships more, and the folder may be any.
    private static let limit = 256

    let path: String
    private let files: ClientFiles

    init(path: String, files: ClientFiles) {
        self.path = path
        self.files = files
    }

    /// Reads what changed since the last time.
    ///
    /// - Parameter passPhrases: pass phrases to try for a container of that name, in their order.
    func read(passPhrases: (String) -> [PassPhrase]) -> Content {
        var content = Content()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in names.sorted().prefix(Self.limit) where !name.hasPrefix(".") {
            let file = path + "/" + name
            guard let entry = files.entry(file, passPhrases: passPhrases(name)) else { continue }
            content.snapshot.files.merge(entry.snapshot.files) { _, new in new }
            content.snapshot.appleImports.merge(entry.snapshot.appleImports) { _, new in new }
            content.identities += entry.identities
        }
        return content
    }
}
