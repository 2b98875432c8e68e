import ChallengeLog
import Workbench

/// What `tab` offers in a prompt: words of the command table, and what the word takes.
enum Completion {
    /// Where the completed part begins, and what may stand there.
    static func choices(for prompt: Prompt, _ state: State) -> (start: Int, choices: [String]) {
        let text = prompt.string
        switch prompt.kind {
        case .inspect, .page: return (0, matching(text, scenarios(state) + (state.history["inspect"] ?? [])))
        case .filter:
            let start = (prompt.text.lastIndex(of: " ").map { $0 + 1 }) ?? 0
            let word = String(prompt.text[start...])
            return (start, matching(word, filterWords(word)))
        case .command: return command(prompt, state)
        default: return (0, [])
        }
    }

    /// Where the path begins that is being typed; nil where none is.
    static func pathStart(in prompt: Prompt) -> (start: Int, inBundle: Bool)? {
        switch prompt.kind {
        case .save, .open, .exportLab, .keyLog: return (0, false)
        case .identityFile: return (0, true)
        case .value("pins"), .value("anchors"):
            return ((prompt.text.lastIndex(of: " ").map { $0 + 1 }) ?? 0, true)
        case .command:
            guard let blank = prompt.text.firstIndex(of: " "),
                Command.forWord(String(prompt.text[..<blank]))?.argument == .path
            else { return nil }
            return (blank + 1, false)
        default: return nil
        }
    }

    private static func filterWords(_ word: String) -> [String] {
        let fields = LogQuery.Field.allCases.filter { $0 != .line }.map { $0.rawValue + ":" }
        let properties = LogQuery.Property.allCases.map { "is:" + $0.rawValue }
        return word.hasPrefix("is:") ? properties : fields
    }

    private static func command(_ prompt: Prompt, _ state: State) -> (Int, [String]) {
        guard let blank = prompt.text.firstIndex(of: " ") else {
            return (0, matching(prompt.string, Command.table.map(\.word).filter { !$0.isEmpty }))
        }
        guard let command = Command.forWord(String(prompt.text[..<blank])) else { return (0, []) }
        var start = blank + 1
        let rest = String(prompt.text[start...])
        switch command.argument {
        case .url: return (start, matching(rest, scenarios(state)))
        case .client: return (start, matching(rest, state.clients.map(\.identifier)))
        case .theme: return (start, matching(rest, state.themes + ["watch"]))
        case .date: return (start, matching(rest, ["now", "recorded"]))
        case .sort: return (start, matching(rest, LogQuery.Sort.allCases.map(\.rawValue)))
        case .lab: return (start, matching(rest, ["stop"]))
        case .ending: return (start, matching(rest, SessionEnding.allCases.map(\.rawValue)))
        case .onOff: return (start, matching(rest, ["on", "off"]))
        case .hold:
            let word = rest.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init) ?? ""
            start += rest.count - word.count
            return (start, matching(word, ["on", "off"] + filterWords(word)))
        case .host: return (start, matching(rest, state.overview.hostAnswers.map(\.key.host)))
        case .switchAndValue:
            let switches = Switchboard.switches(state.profile, files: state.identityFiles)
            if let named = switches.first(where: { rest.hasPrefix($0.identifier + " ") }) {
                start += named.identifier.count + 1
                return (start, matching(String(prompt.text[start...]), named.values))
            }
            return (start, matching(rest, switches.map(\.identifier)))
        case .none, .path, .filter, .text: return (start, [])
        }
    }

    private static func scenarios(_ state: State) -> [String] { state.overview.lab?.scenarios.map(\.name) ?? [] }

    private static func matching(_ beginning: String, _ words: [String]) -> [String] {
        let wanted = beginning.lowercased()
        var seen: Set<String> = []
        return words.filter { $0.lowercased().hasPrefix(wanted) && seen.insert($0).inserted }.sorted()
    }
}
