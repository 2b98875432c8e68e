import CLinux
import Foundation
import Synchronization

// Unchecked: `process` is only started in `init` and signalled by its process id; the outputs are behind a lock.

/// Another program, run to its end or kept running; it ends with the last reference.
public final class Program: @unchecked Sendable {
    /// What a finished program left.
    public struct Result: Sendable {
        /// The exit status; 128 + the signal when it was killed.
        public let status: Int32
        /// Standard output as text.
        public let output: String
        /// Standard error as text.
        public let errors: String
    }

    /// The program could not be found.
    public struct NotFound: Error, CustomStringConvertible {
        /// Which one.
        public let description: String
    }

    private let process = Process()
    private let outputs = Outputs()

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - name: a path, or a name looked up in PATH and the sbin folders.
    ///   - environment: added to this process's own; nil values remove.
    ///   - input: what it reads from standard input.
    public init(
        _ name: String,
        _ arguments: [String],
        environment: [String: String?] = [:],
        input: String = "",
        folder: String? = nil
    ) throws {
        guard let path = Self.find(name) else { throw NotFound(description: "no program \(name)") }
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        var variables = ProcessInfo.processInfo.environment
        for (key, value) in environment { variables[key] = value }
        process.environment = variables
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        let standardInput = Pipe()
        process.standardInput = standardInput
        // A daemon that the program leaves behind (tmux) must not keep our ends of the pipes open.
        for pipe in [output, errors, standardInput] {
            for handle in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
                _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
            }
        }
        try Self.withoutBlockedSignals { try process.run() }
        read(output.fileHandleForReading) { $0.output.append($1) }
        read(errors.fileHandleForReading) { $0.errors.append($1) }
        let bytes = Data(input.utf8)
        DispatchQueue.global().async {
            try? standardInput.fileHandleForWriting.write(contentsOf: bytes)
            try? standardInput.fileHandleForWriting.close()
        }
    }

    deinit { stop() }

    /// A thread of a pool has its signals blocked, and what it starts inherits that: it could not be told to end.
    private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }

    /// Runs a program to its end.
    public static func run(
        _ name: String,
        _ arguments: [String],
        environment: [String: String?] = [:],
        input: String = "",
        folder: String? = nil
    ) throws -> Result {
        try Program(name, arguments, environment: environment, input: input, folder: folder).finish()
    }

    /// Its process id.
    public var processIdentifier: Int32 { process.processIdentifier }

    /// Whether it still runs.
    public var isRunning: Bool { process.isRunning }

    /// What it has written to standard output so far.
    public var outputSoFar: String { outputs.collected.withLock { String(decoding: $0.output, as: UTF8.self) } }

    /// What it has written to standard error so far.
    public var errorsSoFar: String { outputs.collected.withLock { String(decoding: $0.errors, as: UTF8.self) } }

    /// Waits for its end.
    public func finish() -> Result {
        process.waitUntilExit()
        outputs.readers.wait()
        let status = process.terminationStatus
        return Result(
            status: process.terminationReason == .uncaughtSignal ? 128 + status : status,
            output: outputSoFar,
            errors: errorsSoFar
        )
    }

    /// Sends a signal.
    public func signal(_ number: Int32) { if process.isRunning { kill(process.processIdentifier, number) } }

    /// Ends it: politely, then not.
    public func stop() {
        guard process.isRunning else { return }
        signal(SIGTERM)
        do {
            try Waiting.until("the end of a program", seconds: 3) { !process.isRunning }
        } catch {
            signal(SIGKILL)
        }
        process.waitUntilExit()
    }

    private func read(
        _ handle: FileHandle,
        _ append: @escaping @Sendable (inout (output: Data, errors: Data), Data) -> Void
    ) {
        outputs.readers.enter()
        // Holds the outputs, not the program: else a program that is let go would never end.
        DispatchQueue.global().async { [outputs] in
            // As much as there is: FileHandle's own way waits until so much has come.
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = Glibc.read(handle.fileDescriptor, &bytes, bytes.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                outputs.collected.withLock { append(&$0, Data(bytes.prefix(count))) }
            }
            outputs.readers.leave()
        }
    }

    private static func find(_ name: String) -> String? {
        if name.contains("/") { return FileManager.default.isExecutableFile(atPath: name) ? name : nil }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (folders + ["/usr/sbin", "/sbin"]).map { $0 + "/" + name }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}

/// What a program has written so far.
private final class Outputs: Sendable {
    let collected = Mutex<(output: Data, errors: Data)>((Data(), Data()))
    let readers = DispatchGroup()
}
