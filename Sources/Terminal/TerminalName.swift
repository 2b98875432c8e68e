/// What to try when no description of the terminal is installed.
enum TerminalName {
    /// The name that stands for it: emulators that understand what xterm understands; nil for names never heard of.
    static func substitute(for term: String) -> String? {
        let family = term.lowercased().prefix { $0 != "-" && $0 != "." }
        return emulators.contains(String(family)) && term != common ? common : nil
    }

    private static let common = "xterm-256color"

    private static let emulators: Set<String> = [
        "xterm", "kitty", "foot", "alacritty", "ghostty", "wezterm", "contour", "konsole", "gnome", "vte", "st",
        "stterm", "iterm", "iterm2", "mintty", "rio", "putty", "mlterm", "terminator", "terminology", "rxvt", "urxvt",
        "tmux", "screen", "ms", "nsterm", "apple",
    ]
}
