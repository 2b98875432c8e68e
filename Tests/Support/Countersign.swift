import Foundation

/// The product's own executable, as built beside the tests.
public enum Countersign {
    /// The path of the executable.
    public static var path: String {
        // The test bundle lies in the build folder, where the executable lies too.
        let build = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
        return build.appendingPathComponent("countersign").path
    }

    /// The root of the checkout, from this file's own place.
    public static var checkout: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
    }

    /// Runs it to its end, with its data, configuration and state under `home`.
    public static func run(
        _ arguments: [String],
        home: TemporaryFolder,
        environment: [String: String?] = [:],
        input: String = ""
    ) throws -> Program.Result {
        try Program.run(
            path,
            arguments,
            environment: Self.environment(home: home).merging(environment) { $1 },
            input: input
        )
    }

    /// What keeps a run away from the user's own files.
    public static func environment(home: TemporaryFolder) -> [String: String?] {
        [
            "HOME": home.path,
            "XDG_DATA_HOME": home.file("data"),
            "XDG_CONFIG_HOME": home.file("config"),
            "XDG_STATE_HOME": home.file("state"),
            "XDG_CACHE_HOME": home.file("cache"),
            "SWIFT_BACKTRACE": "enable=no",
        ]
    }
}
