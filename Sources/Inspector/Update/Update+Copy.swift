import Diagnosis
import Events
import Terminal
import Trust

extension Update {
    /// Asks what is to be copied; the first choice is what is under the cursor.
    mutating func askWhatToCopy() {
        let choices = copyChoices()
        guard !choices.isEmpty else {
            state.message = Message("there is nothing to copy here", role: .warn)
            return
        }
        state.copies = choices
    }

    /// The key that follows `y`.
    mutating func chooseCopy(_ key: Key, among choices: [CopyChoice]) {
        state.copies = nil
        let chosen = key == .enter ? choices.first : choices.first { key == .character($0.key) }
        guard let chosen else { return }
        switch chosen.content {
        case .text(let text): effects.append(.copy(text, what: chosen.label))
        case .report: if let key = state.list.selected { effects.append(.copyReport(key)) }
        }
    }

    private func copyChoices() -> [CopyChoice] {
        var choices: [CopyChoice] = []
        func offer(_ key: Character, _ label: String, _ text: String?) {
            guard let text, !text.isEmpty else { return }
            choices.append(CopyChoice(key: key, label: label, content: .text(Sanitizer.text(text))))
        }
        if state.focus == .code {
            offer("y", "the code", state.code?.text)
        } else if state.focus == .detail, let certificate = DetailView.selectedCertificate(state) {
            offer("y", "certificate as PEM", CertificateText.pem(certificate.encoded))
            offer("l", "this line", line(.detail)?.text)
            offer("p", "pin", certificate.certificate.map(\.publicKeySHA256.pin))
        } else {
            offer("y", "this line", line(state.focus)?.text)
            offer("p", "pin", leaf?.publicKeySHA256.pin)
        }
        if let digest = state.list.row?.digest {
            offer("h", "host", digest.host)
            offer("u", "URL", digest.url)
            offer("r", "reason", digest.reason.isEmpty ? digest.whyColumn(now: state.now) : digest.reason)
            choices.append(CopyChoice(key: "m", label: "request as Markdown", content: .report))
        }
        offer("s", "screen", Frame(state).buffer.lines.map(Self.withoutTrailingBlanks).joined(separator: "\n") + "\n")
        return choices
    }

    /// The first certificate of the challenge at hand.
    private var leaf: Certificate? {
        guard let exchange = state.exchange, let challenge = DetailView.challenge(state) else { return nil }
        return challenge.facts.chain.first.flatMap { exchange.certificates[$0]?.certificate }
    }

    private static func withoutTrailingBlanks(_ line: String) -> String {
        var line = Substring(line)
        while line.last == " " { line.removeLast() }
        return String(line)
    }
}
