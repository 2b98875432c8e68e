import Diagnosis
import Foundation
import Trust

/// Policies in files: read from wherever they are, and saved ones by their names.
public enum PolicyFiles {
    /// The client that a file holds, whatever kind of file it is; what it names is taken from its folder.
    ///
    /// - Parameter bundle: the files from which presets take their pins.
    /// - Throws: `file.…`, `config.…`, `pin.format` codes.
    public static func read(_ path: String, bundle: BundleSnapshot) throws(Problem) -> PolicyFile {
        let snapshot = FileReader.read(path)
        let folder = (snapshot.path as NSString).deletingLastPathComponent
        func place(_ name: String) -> String {
            name.hasPrefix("/") ? name : (folder + "/" + name as NSString).standardizingPath
        }
        return try PolicyFile(
            try snapshot.content.get(),
            name: snapshot.name,
            bundle: bundle,
            place: place,
            load: { FileReader.read($0) }
        )
    }

    /// An app's Info.plist.
    ///
    /// - Throws: `file.…`, `config.…` codes.
    public static func infoPlist(_ path: String) throws(Problem) -> InfoPlist {
        let snapshot = FileReader.read(path)
        return try InfoPlist(try snapshot.content.get(), file: snapshot.name)
    }

    /// The names of the saved clients in a folder, in order.
    public static func saved(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(suffix) && !$0.hasPrefix(".") }
            .map { String($0.dropLast(suffix.count)) }.sorted()
    }

    /// The path of a saved client; nil when there is none of that name.
    public static func path(of name: String, in folder: String) -> String? {
        saved(in: folder).contains(name) ? path(name, folder) : nil
    }

    /// Saves a client under its name, in the place of one of that name; returns the path.
    ///
    /// - Throws: `option.value` for a name that cannot be a file's, `file.unreadable` when it cannot be written.
    public static func save(_ profile: ClientProfile, in folder: String) throws(Problem) -> String {
        let name = profile.name
        guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/"), !name.contains("\0"), name.utf8.count < 200
        else {
            throw .optionValue("The name", name, taken: "a name that a file can have")
        }
        guard Presets.named(name) == nil else {
            throw .optionValue("The name", name, taken: "a name that no preset has")
        }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(ClientProfileForm.text(profile).utf8).write(
                to: URL(fileURLWithPath: path(name, folder)),
                options: .atomic
            )
        } catch {
            throw .policyNotSaved(path: path(name, folder), reason: error.localizedDescription)
        }
        return path(name, folder)
    }

    private static let suffix = ".json5"

    private static func path(_ name: String, _ folder: String) -> String { folder + "/" + name + suffix }
}
