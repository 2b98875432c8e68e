import ChallengeLog
import Diagnosis
import Events
import Foundation
import Report
import Trust
import Workbench

/// `countersign log`
enum LogCommand: Command {
    static let name = SubCommand.log
    static let summary = "Lists the logs, shows what is in one, and exports it."
    static let synopsis = [
        "log list [--json]",
        "log show [FILE] [FILTER]... [--number ID] [--json]",
        "log export [FILE] [FILTER]... --jsonl [--output FILE]",
        "log export [FILE] --markdown --number ID [--output FILE]",
    ]
    static let details = [
        "Without FILE it is the newest log of the log folder. FILTER is that of the inspector: words joined by AND, - "
            + "negates, as in host:good is:failed check:date -answer:use.",
        "show prints an event a line; with --number the whole timeline of that request. export writes to standard output "
            + "unless --output names a file, which must not exist.",
    ]

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        let words = ["list", "show", "export"]
        guard let action = arguments.operands.first else {
            throw .operandMissing("countersign log", wanted: "list, show or export")
        }
        let rest = Array(arguments.operands.dropFirst())
        switch action {
        case "list": return try list(rest, arguments, console)
        case "show": return try show(rest, arguments, console)
        case "export": return try LogExport.run(rest, arguments, console)
        default: throw .unknownName("log sub-command", action, known: words, list: "countersign log --help")
        }
    }

    // MARK: - list

    private static func list(
        _ rest: [String],
        _ arguments: Arguments,
        _ console: Console
    ) throws(Problem) -> RunStatus {
        if let operand = rest.first { throw .operandUnexpected("countersign log list", operand, wanted: "no operand") }
        let folder = LogFolder(path: DataFolders().logs)
        let logs = folder.logs()
        if arguments.has(.json) {
            console.print(json: LogsDocument(folder: folder.path, logs))
            return .success
        }
        if logs.isEmpty { console.note("There is no log in \(Sanitizer.line(folder.path)) yet.") }
        for log in logs { console.print(line(log)) }
        return .success
    }

    private static func line(_ log: LogListing) -> String {
        let time = EventTime.text(log.modified).prefix(19)
        guard let counts = log.counts else {
            return "\(time)  \(log.name)  \(log.problem.map { "\($0.sentence) [\($0.code)]" } ?? "")"
        }
        let command = log.recording.map { "  \(Sanitizer.line($0.command))" } ?? ""
        return "\(time)  \(log.name)  \(counts.requests) requests  \(counts.events) events\(command)"
    }

    // MARK: - show

    private static func show(
        _ rest: [String],
        _ arguments: Arguments,
        _ console: Console
    ) throws(Problem) -> RunStatus {
        let (log, filter) = try open(rest)
        if let note = log.note { console.note(note) }
        if let number = try arguments.number(.request, in: 1...Int.max) {
            let events = try log.events(of: try key(of: number, in: log))
            if arguments.has(.json) {
                console.print(json: ExchangeDocument(events))
            } else {
                console.print(ExchangeText.lines(ExchangeDocument(events)).joined(separator: "\n"))
            }
            return .success
        }
        let shown = try LogPages.run(log, try query(filter), console) { (event) throws(Problem) in
            if arguments.has(.json) {
                guard let full = try log.event(event.sequence, of: event.recording) else { return }
                console.print(jsonLine: full)
            } else {
                let request = event.request.map { TextWidth.pad("\($0)", columns: 4) } ?? "    "
                let kind = TextWidth.pad(event.kind, columns: 22)
                console.print("\(EventTime.text(event.time).prefix(23))Z  \(request)  \(kind) \(event.summary)")
            }
        }
        if shown == 0 { noteNothing(filter, console) }
        return .success
    }

    /// An empty answer looks like a fault of the program: it is said that nothing was found, and what was looked for.
    private static func noteNothing(_ filter: [String], _ console: Console) {
        let words = Sanitizer.line(filter.joined(separator: " "))
        guard !words.isEmpty else { return console.note("countersign: There is no event in this log.") }
        let isNumber = filter.count == 1 && words.allSatisfy(\.isNumber)
        console.note(
            "countersign: No event matches \"\(words)\"."
                + (isNumber ? " The request of that number: \(Option.request.long) \(words)." : "")
        )
    }

    /// The log that the operands name, the newest without one, and the words of the filter.
    static func open(_ operands: [String]) throws(Problem) -> (LogFile, [String]) {
        if let first = operands.first, isFile(first) {
            return (try LogFile.open(ProfileOptions.path(first)), Array(operands.dropFirst()))
        }
        let folder = LogFolder(path: DataFolders().logs)
        guard let newest = folder.newest() else { throw .fileMissing(path: folder.path + "/*" + LogFolder.suffix) }
        return (try LogFile.open(newest), operands)
    }

    /// The request of a number; of several recordings in one file the last one counts.
    static func key(of number: Int, in log: LogFile) throws(Problem) -> RequestKey {
        for recording in try log.recordings().reversed() {
            let key = RequestKey(recording: recording.id, number: number)
            if try log.request(key) != nil { return key }
        }
        throw .optionValue(Option.request.long, String(number), taken: "the number of a request that is in the log")
    }

    static func query(_ words: [String]) throws(Problem) -> LogQuery {
        let text = words.joined(separator: " ")
        do {
            return try LogQuery(text)
        } catch {
            throw .optionValue(
                "FILTER",
                text,
                taken: "words such as host:good: \(error.reason), at character \(error.offset + 1)"
            )
        }
    }

    private static func isFile(_ text: String) -> Bool {
        text.contains("/") || text.hasSuffix(LogFolder.suffix) || FileManager.default.fileExists(atPath: text)
    }
}

/// Walks through the events of a log a page at a time, so that memory does not grow with it, and counts them.
enum LogPages {
    static func run(
        _ log: LogFile,
        _ query: LogQuery,
        _ console: Console,
        _ body: (EventRow) throws(Problem) -> Void
    ) throws(Problem) -> Int {
        var offset = 0
        while !console.isClosed {
            let page = try log.events(query, offset: offset, limit: 1000)
            if page.rows.isEmpty { break }
            for row in page.rows { try body(row) }
            offset += page.rows.count
        }
        return offset
    }
}
