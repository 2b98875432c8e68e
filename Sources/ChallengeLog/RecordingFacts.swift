import Diagnosis
import Events
import Foundation

/// A process that records into a log.
public struct RecordingFacts: Hashable, Sendable {
    /// Its name: 16 random bytes.
    public var id: RecordingID
    /// When it began, microseconds since 1970, UTC.
    public var started: Int64
    /// The program's version.
    public var version: String
    /// The machine's name.
    public var host: String
    /// The command line, without secrets.
    public var command: String
    /// Names the process on its machine, so that a reader can tell whether it still runs.
    public var process: String
    /// When it ended in good order; nil while it runs, and for one that was killed.
    public var ended: Int64?

    /// A recording by this process that begins now.
    public init(version: String, command: String) {
        id = RecordingID()
        started = EventTime.now()
        self.version = version
        host = Sanitizer.line(ProcessInfo.processInfo.hostName)
        self.command = Sanitizer.line(command)
        process = RecordingProcess.own
    }

    init(
        id: RecordingID,
        started: Int64,
        version: String,
        host: String,
        command: String,
        process: String,
        ended: Int64?
    ) {
        self.id = id
        self.started = started
        self.version = version
        self.host = host
        self.command = command
        self.process = process
        self.ended = ended
    }

    /// Whether its process still runs on this machine.
    public var isLive: Bool { ended == nil && RecordingProcess.runs(process) }
}

/// A process by what stays the same as long as it lives: the boot, its number, and when it was started.
enum RecordingProcess {
    static let own = name(of: ProcessInfo.processInfo.processIdentifier) ?? ""

    /// Whether the process of that name runs on this machine.
    static func runs(_ name: String) -> Bool {
        let parts = name.split(separator: " ")
        guard parts.count == 3, let number = Int32(parts[1]) else { return false }
        return self.name(of: number) == name
    }

    /// `BOOT NUMBER START`: the start is field 22 of /proc/PID/stat, in clock ticks since the boot (proc(5)).
    private static func name(of process: Int32) -> String? {
        guard let boot = read("/proc/sys/kernel/random/boot_id"), let stat = read("/proc/\(process)/stat"),
            // The program's name, in parentheses, may hold blanks and parentheses.
            let end = stat.lastIndex(of: ")")
        else { return nil }
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        guard fields.count > 19 else { return nil }
        return "\(boot) \(process) \(fields[19])"
    }

    private static func read(_ path: String) -> String? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
