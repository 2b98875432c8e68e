import Foundation

/// Where the programs of the package lie that were built beside the tests.
public enum BuiltProgram {
    /// The path of a program by its target's name.
    public static func path(_ name: String) -> String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent(name).path
    }
}
