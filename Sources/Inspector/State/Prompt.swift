import ChallengeLog

/// The one line in which something is typed.
struct Prompt: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case inspect, page, command, filter, search, save, open
        /// The folder for the lab's files; the file for TLS secrets.
        case exportLab, keyLog
        /// The name under which the client in force is saved.
        case saveClient
        /// Another value of a switch whose values cannot be stepped through.
        case value(String)
        /// Another file of identities, for the held challenge.
        case identityFile
        /// The pass phrase of a file; `attempt` counts from 1.
        case passPhrase(path: String, attempt: Int)

        /// What stands before the text.
        var label: String {
            switch self {
            case .inspect: "inspect: "
            case .page: "page: "
            case .command: ":"
            case .filter: "filter: "
            case .search: "/"
            case .save: "save as: "
            case .saveClient: "save this client as: "
            case .value(let identifier): "\(identifier): "
            case .open: "open log: "
            case .exportLab: "export the lab's files to the new folder: "
            case .keyLog: "append TLS secrets to the file: "
            case .identityFile: "identity file: "
            case .passPhrase(let path, let attempt):
                "pass phrase of \(path.split(separator: "/").last.map(String.init) ?? path) (\(attempt) of 3): "
            }
        }

        /// What is typed must never be shown, remembered or recorded.
        var isSecret: Bool {
            if case .passPhrase = self { return true }
            return false
        }

        /// Under which name its history is kept; nil for none.
        var history: String? {
            switch self {
            case .inspect, .page: "inspect"
            case .command: "command"
            case .filter: "filter"
            case .search: "search"
            case .save, .open, .identityFile, .exportLab, .keyLog: "file"
            case .saveClient: "client"
            case .value(let identifier): identifier
            case .passPhrase: nil
            }
        }
    }

    /// What is wrong with what is typed, and the character at fault.
    struct Fault: Hashable, Sendable {
        var reason: String
        var offset: Int
    }

    var kind: Kind
    var text: [Character] = []
    var cursor = 0
    /// How far back in the history; 0 is what is being typed.
    var recall = 0
    var draft: [Character] = []
    /// What was in force before: it comes back when the prompt is left.
    let original: String
    /// What is wrong with the text, and the character at fault.
    var fault: Fault?
    /// What completion offers.
    var choices: [String] = []

    init(_ kind: Kind, text: String = "") {
        self.kind = kind
        original = text
        self.text = Array(text)
        cursor = self.text.count
    }

    var string: String { String(text) }

    mutating func insert(_ character: Character) {
        text.insert(character, at: cursor)
        cursor += 1
        edited()
    }

    mutating func deleteBackward() {
        guard cursor > 0 else { return }
        cursor -= 1
        text.remove(at: cursor)
        edited()
    }

    mutating func deleteForward() {
        guard cursor < text.count else { return }
        text.remove(at: cursor)
        edited()
    }

    mutating func replace(_ string: String) {
        text = Array(string)
        cursor = text.count
        edited()
    }

    private mutating func edited() {
        fault = nil
        choices = []
    }
}

/// Text that no description shows.
struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let text: String
    var description: String { "(secret)" }
    var debugDescription: String { "(secret)" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
