import Trust

/// What is in files, as `certificate` and `identity` print it.
enum FileReports {
    /// Prints the reports; the status is that of bad input when a file cannot be used.
    static func print(_ files: [FileReport], _ arguments: Arguments, _ console: Console) -> RunStatus {
        let document = FilesDocument(files)
        if arguments.has(.json) {
            console.print(json: document)
        } else {
            console.print(files.map { $0.lines().joined(separator: "\n") }.joined(separator: "\n\n"))
        }
        return document.isUsable ? .success : .badInput
    }
}
