import Diagnosis
import Foundation

/// The folders where themes lie, the user's own first.
public struct ThemeLibrary: Sendable {
    /// Folders of `NAME.theme` files; the first that has a name wins.
    public let folders: [String]

    private static let largest = 1 << 20

    /// A library over some folders.
    public init(folders: [String]) { self.folders = folders }

    /// `$XDG_CONFIG_HOME/countersign/themes`, then the folder installed beside the program, or that of the checkout.
    public static func standard(environment: [String: String], executable: String) -> ThemeLibrary {
        var folders: [String] = []
        if let config = environment["XDG_CONFIG_HOME"], config.hasPrefix("/") {
            folders.append(config + "/countersign/themes")
        } else if let home = environment["HOME"], !home.isEmpty {
            folders.append(home + "/.config/countersign/themes")
        }
        let program = URL(fileURLWithPath: executable).resolvingSymlinksInPath().deletingLastPathComponent()
        folders.append(program.deletingLastPathComponent().appendingPathComponent("share/countersign/themes").path)
        var folder = program
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let isCheckout = FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
            if isCheckout {
                folders.append(folder.appendingPathComponent("themes").path)
                break
            }
        }
        return ThemeLibrary(folders: folders)
    }

    /// The name of the theme to start with: what was asked for, else `mono` without colours, else `terminal`.
    /// - Parameters:
    ///   - option: `--theme`.
    ///   - configured: the configuration's choice.
    ///   - hasColors: false if `NO_COLOR` is set, `--color never` was given, or the terminal has none.
    public static func choice(option: String?, configured: String?, hasColors: Bool) -> String {
        option ?? configured ?? (hasColors ? "terminal" : "mono")
    }

    /// The names of all themes, sorted.
    public var names: [String] {
        let files = folders.flatMap { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] }
        let names = files.filter { $0.hasSuffix(Self.suffix) }.map { String($0.dropLast(Self.suffix.count)) }
        return Set(names + [Theme.mono.name]).sorted()
    }

    /// The file of a theme, nil if there is none.
    public func path(of name: String) -> String? {
        guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else { return nil }
        return folders.map { "\($0)/\(name)\(Self.suffix)" }.first { FileManager.default.fileExists(atPath: $0) }
    }

    /// When the file of a theme was last changed: to notice that it was saved anew.
    public func changed(_ name: String) -> Date? {
        guard let path = path(of: name) else { return nil }
        return (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    }

    /// Reads a theme, with a problem for each of its bad lines. `mono` exists even where no file does.
    /// - Throws: `option.unknown` if there is no such theme, `file.unreadable` if its file cannot be read.
    public func load(_ name: String) throws(Problem) -> (theme: Theme, problems: [Problem]) {
        try load(name, inheritedBy: [])
    }

    private func load(_ name: String, inheritedBy heirs: [String]) throws(Problem) -> (
        theme: Theme, problems: [Problem]
    ) {
        guard let path = path(of: name) else {
            if name == Theme.mono.name { return (.mono, []) }
            throw .themeUnknown(name, known: names, nearest: NearestName.to(name, among: names))
        }
        let text = try Self.read(path)
        var inherited: [Problem] = []
        let file = ThemeFile(text, name: name, file: path) { base in
            guard base != name, !heirs.contains(base), let loaded = try? load(base, inheritedBy: heirs + [name]) else {
                return nil
            }
            inherited += loaded.problems
            return loaded.theme
        }
        return (file.theme, inherited + file.problems)
    }

    private static let suffix = ".theme"

    private static func read(_ path: String) throws(Problem) -> String {
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        // A pipe would block, a device never end.
        guard let attributes, attributes[.type] as? FileAttributeType == .typeRegular else {
            throw .themeUnreadable(path: path, reason: "it is no regular file")
        }
        guard let size = attributes[.size] as? Int, size <= largest else {
            throw .themeUnreadable(path: path, reason: "it is larger than 1 MiB")
        }
        guard let bytes = FileManager.default.contents(atPath: file) else {
            throw .themeUnreadable(path: path, reason: "reading is not permitted")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .themeUnreadable(path: path, reason: "it is no UTF-8 text")
        }
        return text
    }
}
