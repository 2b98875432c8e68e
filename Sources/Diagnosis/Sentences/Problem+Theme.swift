extension Problem {
    /// What is wrong with one line of a theme file.
    public enum ThemeFault: Sendable, Hashable {
        /// The first word is no role.
        case role(String)
        /// A word that is no colour.
        case color(String)
        /// A word that is no attribute.
        case attribute(String)
        /// A line that ends too early, behind this word.
        case incomplete(String)
        /// The role had a line before.
        case repeated(String)
        /// The theme inherited from does not exist, or inherits from this one.
        case base(String)
    }

    /// theme.line: a bad line of a theme; the rest applies.
    /// - Parameter line: counted from 1.
    public static func themeLine(file: String, line: Int, fault: ThemeFault, nearest: String? = nil) -> Problem {
        let what =
            switch fault {
            case .role(let word): "\"\(word)\" is no role"
            case .color(let word):
                "\"\(word)\" is no colour (default, a name of the 16, 0 to 255, or #rrggbb)"
            case .attribute(let word): "\"\(word)\" is no attribute (bold, dim, underline, reverse, italic)"
            case .incomplete(let word): "a colour is missing behind \"\(word)\""
            case .repeated(let word): "\"\(word)\" had a line before"
            case .base(let word): "there is no theme \"\(word)\" to inherit from, or it inherits from this one"
            }
        return Problem(
            .themeLine,
            "\(file), line \(line): \(what). The line is ignored; the rest of the theme applies.",
            remedy: nearest.map { "Perhaps \"\($0)\" was meant." }
        )
    }

    /// option.unknown: no theme by that name.
    public static func themeUnknown(_ name: String, known: [String], nearest: String?) -> Problem {
        Problem(
            .optionUnknown,
            "There is no theme \"\(name)\". There are: \(known.joined(separator: ", ")).",
            remedy: nearest.map { "Perhaps \"\($0)\" was meant." }
        )
    }

    /// file.unreadable: a theme file that is there and cannot be read as text.
    public static func themeUnreadable(path: String, reason: String) -> Problem {
        Problem(
            .fileUnreadable,
            "The theme \(path) cannot be read: \(reason).",
            remedy: "Check the file and its rights."
        )
    }
}
