import Foundation

/// Files that belong to the program: installed beside it, or in the checkout it was built in.
public enum InstalledFile {
    /// The paths by which this program may have been started.
    public static var executables: [String] {
        [
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "",
            CommandLine.arguments.first ?? "",
        ]
    }

    /// The first place where a file is there, and its bytes; the places tried where it is nowhere.
    ///
    /// - Parameter name: `certs/lab.json5`.
    public static func read(_ name: String) -> (found: (place: String, bytes: [UInt8])?, tried: [String]) {
        let places = candidates(name, executables: executables)
        for place in places {
            if let bytes = FileManager.default.contents(atPath: place) { return ((place, [UInt8](bytes)), places) }
        }
        return (nil, places)
    }

    /// Where a file of a program may lie: for each of its paths the share folder first, then the folders above it that are
    /// a checkout.
    public static func candidates(_ name: String, executables: [String]) -> [String] {
        var places: [String] = []
        for executable in executables where executable.hasPrefix("/") {
            var folder = URL(fileURLWithPath: executable).deletingLastPathComponent()
            places.append(folder.deletingLastPathComponent().appendingPathComponent("share/countersign/\(name)").path)
            while folder.path != "/" {
                if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
                    places.append(folder.appendingPathComponent(name).path)
                }
                folder.deleteLastPathComponent()
            }
        }
        var seen: Set<String> = []
        return places.filter { seen.insert($0).inserted }
    }
}
