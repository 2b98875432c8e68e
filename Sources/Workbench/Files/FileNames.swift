import Foundation

/// Names of files for completion: what a folder has that begins as typed.
public enum FileNames {
    /// More than fit on a screen are of no use.
    private static let limit = 200

    /// The paths that begin as typed, folders with a slash behind them; hidden ones only where a dot was typed.
    ///
    /// - Parameter base: the folder that names without a slash are looked up in.
    public static func beginning(_ typed: String, in base: String) -> [String] {
        let slash = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
        let folderAsTyped = String(typed[..<slash])
        let beginning = typed[slash...]
        let expanded = (folderAsTyped as NSString).expandingTildeInPath
        let folder = folderAsTyped.isEmpty ? base : expanded.hasPrefix("/") ? expanded : base + "/" + expanded
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let fitting = names.filter { $0.hasPrefix(beginning) && ($0.hasPrefix(".") ? beginning.hasPrefix(".") : true) }
        return fitting.sorted().prefix(limit).map { name in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: folder + "/" + name, isDirectory: &isFolder)
            return folderAsTyped + name + (isFolder.boolValue ? "/" : "")
        }
    }
}
