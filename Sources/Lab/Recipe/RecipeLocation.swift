import Diagnosis
import Foundation

extension LabRecipe {
    /// The recipe that belongs to this program: `../share/countersign/certs/lab.json5` beside its executable, or
    /// `certs/lab.json5` of the checkout it was built in.
    ///
    /// - Throws: `file.missing` with every place tried, `config.syntax`, `config.key`.
    public static func installed() throws(Problem) -> LabRecipe {
        let places = candidates(executables: [
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "",
            CommandLine.arguments.first ?? "",
        ])
        for place in places {
            if let bytes = FileManager.default.contents(atPath: place) {
                return try LabRecipe(parsing: [UInt8](bytes), file: place)
            }
        }
        throw Problem.labRecipeMissing(tried: places)
    }

    /// Where the recipe of a program may lie: for each of its paths the share folder first, then the folders above it
    /// that are a checkout.
    static func candidates(executables: [String]) -> [String] {
        var places: [String] = []
        for executable in executables where executable.hasPrefix("/") {
            var folder = URL(fileURLWithPath: executable).deletingLastPathComponent()
            let share = folder.deletingLastPathComponent().appendingPathComponent("share/countersign/certs/lab.json5")
            places.append(share.path)
            while folder.path != "/" {
                if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
                    places.append(folder.appendingPathComponent("certs/lab.json5").path)
                }
                folder.deleteLastPathComponent()
            }
        }
        var seen: Set<String> = []
        return places.filter { seen.insert($0).inserted }
    }
}
