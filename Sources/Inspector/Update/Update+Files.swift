import Terminal

extension Update {
    /// Takes the files whose paths begin as typed into the prompt, if that still says so.
    mutating func complete(with files: [String], typed: String) {
        guard let prompt = state.prompt, let (start, _) = Completion.pathStart(in: prompt),
            String(prompt.text[start...]) == typed
        else { return }
        guard !files.isEmpty else {
            state.prompt?.choices = ["no file begins so"]
            return
        }
        offer(files, from: start, endsWithBlank: false)
    }

    /// Types what all choices have in common, and lists them where there are several.
    mutating func offer(_ choices: [String], from start: Int, endsWithBlank: Bool) {
        guard let prompt = state.prompt else { return }
        let common = choices.dropFirst().reduce(choices[0]) { String($0.commonPrefix(with: $1)) }
        let typed = String(prompt.text[start...])
        let isOnly = choices.count == 1
        if common.count >= typed.count {
            state.prompt?.replace(String(prompt.text[..<start]) + common + (isOnly && endsWithBlank ? " " : ""))
        }
        guard !isOnly else { return }
        // Of a path its last part is enough to tell them apart.
        state.prompt?.choices = choices.map { choice in
            let parts = choice.split(separator: "/", omittingEmptySubsequences: true)
            return parts.count > 1 ? "\(parts[parts.count - 1])\(choice.hasSuffix("/") ? "/" : "")" : choice
        }
    }
}
