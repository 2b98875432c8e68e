import Foundation
import TestSupport

/// A real terminal: tmux on a private socket, of a fixed size.
final class TmuxSession {
    private let folder: TemporaryFolder
    private let socket: String
    private let server: Program
    /// Kept, so that the program's data stay as long as the session.
    private let home: TemporaryFolder

    init(
        columns: Int,
        rows: Int,
        home: TemporaryFolder,
        environment: [String: String] = [:],
        _ command: [String]
    ) throws {
        self.home = home
        folder = try TemporaryFolder()
        socket = folder.file("tmux")
        try folder.write("tmux.conf", text: "set -sg escape-time 0\nset -g status off\nset -g remain-on-exit on\n")
        // In the foreground (-D): a daemon would outlive the client that started it, and hide its end from Foundation.
        let server = try Program(
            "tmux",
            ["-D", "-S", socket, "-f", folder.file("tmux.conf")],
            environment: ["TMUX": nil]
        )
        self.server = server
        let socket = socket
        try Waiting.until("the tmux server") { FileManager.default.fileExists(atPath: socket) }
        let variables = Countersign.environment(home: home).compactMapValues { $0 }.merging(environment) { $1 }
        let assignments = variables.map { "\($0.key)=\($0.value)" }.sorted()
        let result = try Program.run(
            "tmux",
            ["-S", socket, "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "env"] + assignments
                + ["sh", "-c", "\"$@\"; echo ended with status $?; exec sleep 600", "sh"] + command,
            environment: ["TMUX": nil, "LC_ALL": "C.UTF-8"]
        )
        guard result.status == 0 else { throw PeerFailure(description: "tmux: \(result.errors)") }
    }

    deinit {
        _ = try? Program.run("tmux", ["-S", socket, "kill-server"])
        server.stop()
    }

    /// Types keys by tmux's names (`Enter`, `Escape`, `C-c`) or text.
    func type(_ keys: String...) throws {
        _ = try Program.run("tmux", ["-S", socket, "send-keys"] + keys)
    }

    /// Types text letter by letter, no key names looked up.
    func type(text: String) throws {
        _ = try Program.run("tmux", ["-S", socket, "send-keys", "-l", text])
    }

    /// What is on the screen, a line a row.
    var screen: String {
        (try? Program.run("tmux", ["-S", socket, "capture-pane", "-p"]).output) ?? ""
    }

    /// Waits until all of the texts are on the screen at once, and gives the screen.
    @discardableResult
    func wait(for texts: String...) throws -> String {
        do {
            return try Waiting.value("\(texts)") {
                let screen = self.screen
                return texts.allSatisfy(screen.contains) ? screen : nil
            }
        } catch {
            throw PeerFailure(description: "waited for \(texts) on:\n\(screen)")
        }
    }

    /// Waits for the program's end and gives its exit status.
    func waitForEnd() throws -> Int? {
        let screen = try wait(for: "ended with status ")
        return screen.components(separatedBy: "ended with status ").last.flatMap { Int($0.prefix { $0.isNumber }) }
    }

    /// Changes the size.
    func resize(columns: Int, rows: Int) throws {
        _ = try Program.run("tmux", ["-S", socket, "resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }
}
