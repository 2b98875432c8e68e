import Foundation
import TestSupport
import Testing

/// A script that the real program played.
enum PlayedScript {
    /// Plays a script in a folder of its own, expects success, and gives the screens that it saved by their files' names.
    static func screens(
        of script: String,
        _ arguments: [String] = [],
        home: TemporaryFolder
    ) throws -> [String: String] {
        let file = try home.write("test.script", text: script)
        let folder = try home.write("screens/.keep", text: "")
        let result = try Program.run(
            Countersign.path,
            ["inspect", "--script", file] + arguments,
            environment: Countersign.environment(home: home).merging(["LC_ALL": "C.UTF-8"]) { $1 },
            folder: (folder as NSString).deletingLastPathComponent
        )
        #expect(result.status == 0, "\(result.errors)")
        var screens: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: home.file("screens")) {
            screens[name] = try String(contentsOfFile: home.file("screens/\(name)"), encoding: .utf8)
        }
        return screens
    }
}
