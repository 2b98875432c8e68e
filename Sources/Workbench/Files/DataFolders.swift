import Foundation

/// The folders of the user's own files (XDG Base Directory Specification).
public struct DataFolders: Hashable, Sendable {
    /// Configuration, policies and themes.
    public let configuration: String
    /// What is remembered between runs: history, the last view.
    public let state: String
    /// Logs, the lab's certificates, the bundle.
    public let data: String

    /// What can be had again: responses, and the cookies that go with them.
    public let cache: String

    /// The folders that an environment names; without a home folder they are below the system's temporary one.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let home = Self.absolute(environment["HOME"]) ?? NSTemporaryDirectory()
        func folder(_ variable: String, _ fallback: String) -> String {
            (Self.absolute(environment[variable]) ?? (home as NSString).appendingPathComponent(fallback))
                + "/countersign"
        }
        configuration = folder("XDG_CONFIG_HOME", ".config")
        state = folder("XDG_STATE_HOME", ".local/state")
        data = folder("XDG_DATA_HOME", ".local/share")
        cache = folder("XDG_CACHE_HOME", ".cache")
    }

    /// Where default sessions keep what outlives them.
    var kept: String { cache + "/sessions" }
    /// Where saved policies are kept.
    public var policies: String { configuration + "/policies" }
    /// Where logs are kept.
    public var logs: String { data + "/logs" }
    /// Where the lab keeps what it issued.
    public var lab: String { data + "/lab" }
    /// The folder that stands for an app's main bundle.
    public var bundle: String { data + "/bundle" }

    /// The specification ignores relative paths.
    private static func absolute(_ path: String?) -> String? {
        guard let path, path.hasPrefix("/") else { return nil }
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
