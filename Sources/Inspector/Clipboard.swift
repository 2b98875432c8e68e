import Foundation

/// Hands text to the terminal's clipboard (OSC 52), and keeps it in a file of the user's own.
///
/// No terminal says whether it took the text, and some take none: what was copied last always lies in the file.
struct Clipboard {
    /// Terminals are known to drop longer sequences.
    static let most = 74_994

    let environment: [String: String]
    /// The file for what was copied last; nil for none.
    let file: String?

    /// What is written to the terminal; nil where it would not do.
    func sequence(for text: String) -> String? {
        let encoded = Data(text.utf8).base64EncodedString()
        guard encoded.utf8.count <= Self.most, takesSequence else { return nil }
        let plain = "\u{1B}]52;c;\(encoded)\u{07}"
        if isIn("TMUX") {
            // tmux takes the one where set-clipboard is on, and passes the other through where allow-passthrough is.
            return plain + "\u{1B}Ptmux;" + plain.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
        }
        // screen passes strings of some hundred bytes on: longer ones come in pieces.
        if isIn("STY") { return Self.pieces(of: plain).map { "\u{1B}P\($0)\u{1B}\\" }.joined() }
        return plain
    }

    /// Consoles without a clipboard would print the sequence.
    private var takesSequence: Bool {
        let term = environment["TERM"] ?? ""
        return !["linux", "dumb", "vt", "ansi", "cons"].contains { term.hasPrefix($0) }
    }

    private func isIn(_ variable: String) -> Bool { environment[variable]?.isEmpty == false }

    private static func pieces(of text: String) -> [String] {
        let characters = Array(text.unicodeScalars)
        return stride(from: 0, to: characters.count, by: 250).map { start in
            String(String.UnicodeScalarView(characters[start..<min(start + 250, characters.count)]))
        }
    }

    /// Keeps the text in the file, readable by the user alone; false where that cannot be.
    func keep(_ text: String) -> Bool {
        guard let file else { return false }
        let folder = (file as NSString).deletingLastPathComponent
        let manager = FileManager.default
        try? manager.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        return manager.createFile(
            atPath: file,
            contents: Data(text.utf8),
            attributes: [.posixPermissions: 0o600]
        )
    }

    /// What was done, in honest words.
    func report(what: String, isSent: Bool, isKept: Bool) -> Message {
        let sent = isSent ? "handed to the terminal, which may or may not take it (OSC 52)" : nil
        let kept = isKept ? file.map { "in \($0)" } : nil
        switch (sent, kept) {
        case (let sent?, let kept?): return Message("\(what): \(sent); also \(kept)")
        case (let sent?, nil): return Message("\(what): \(sent)")
        case (nil, let kept?): return Message("\(what): \(kept) (this terminal's clipboard would not take it)")
        case (nil, nil): return Message("\(what) could not be copied: no clipboard, and no file", role: .error)
        }
    }
}
