/// The one table of key names, for scripts (`<esc>`), the footer and the help (`esc`).
extension Key {
    /// Every key with a name of its own, the preferred name first.
    static let names: [(key: Key, names: [String])] = [
        (.up, ["up"]), (.down, ["down"]), (.left, ["left"]), (.right, ["right"]),
        (.pageUp, ["pgup", "pageup"]), (.pageDown, ["pgdn", "pagedown"]),
        (.home, ["home"]), (.end, ["end"]),
        (.enter, ["enter", "return", "cr"]), (.escape, ["esc", "escape"]),
        (.tab, ["tab"]), (.backTab, ["backtab", "s-tab"]),
        (.backspace, ["backspace", "bs"]), (.delete, ["delete", "del"]), (.insert, ["insert", "ins"]),
        (.character(" "), ["space"]), (.character("<"), ["lt"]), (.character(">"), ["gt"]),
    ]

    /// The name shown to people: `a`, `space`, `^D`, `pgup`.
    public var name: String {
        if case .control(let letter) = self { return "^\(letter)" }
        if case .character(let character) = self, character != " " { return String(character) }
        return Self.names.first { $0.key == self }?.names.first ?? ""
    }

    /// The key in a script: a character stands for itself, the others in angle brackets.
    public var scriptName: String {
        switch self {
        case .character("<"): "<lt>"
        case .character(let character): String(character)
        default: "<\(name)>"
        }
    }

    /// A key by its name without brackets: `a`, `esc`, `^D`, `c-d`; case counts for single characters only.
    public init?(name: String) {
        if name.count == 1, let character = name.first {
            self = .character(character)
            return
        }
        let lower = name.lowercased()
        if let row = Self.names.first(where: { $0.names.contains(lower) }) {
            self = row.key
        } else if name.count == 2, name.first == "^", let letter = name.last {
            guard let key = Self.sent(withControl: letter) else { return nil }
            self = key
        } else if lower.count == 3, lower.hasPrefix("c-"), let letter = lower.last {
            guard let key = Self.sent(withControl: letter) else { return nil }
            self = key
        } else {
            return nil
        }
    }

    /// Ctrl and a letter as it arrives from a terminal: `^M` is Enter, `^I` is Tab, `^H` is Backspace, `^[` is Esc.
    static func sent(withControl letter: Character) -> Key? {
        guard letter.isASCII, let upper = letter.uppercased().first, let code = upper.asciiValue,
            (0x40...0x5F).contains(code)
        else {
            return nil
        }
        switch upper {
        case "M", "J": return .enter
        case "I": return .tab
        case "H": return .backspace
        case "[": return .escape
        default: return .control(upper)
        }
    }
}

/// A script's text that names no key.
public struct KeyNameError: Error, Hashable, Sendable {
    /// The name that stands in brackets, or the text from an opening bracket on that nothing closes.
    public let name: String
    /// The character in the text where it stands, from 0.
    public let offset: Int
}

extension Key {
    /// The keys of a script line: characters stand for themselves, `<name>` for the key of that name, `^D` within brackets
    /// or bare for Ctrl and a letter; a bare `^` that no letter follows stands for itself.
    public static func keys(_ script: String) throws(KeyNameError) -> [Key] {
        var keys: [Key] = []
        var rest = Substring(script)
        while let character = rest.popFirst() {
            let offset = script.distance(from: script.startIndex, to: rest.startIndex) - 1
            if character == "<" {
                guard let close = rest.firstIndex(of: ">") else { throw KeyNameError(name: "<" + rest, offset: offset) }
                let name = String(rest[..<close])
                guard let key = Key(name: name) else { throw KeyNameError(name: name, offset: offset) }
                keys.append(key)
                rest = rest[rest.index(after: close)...]
            } else if character == "^", let letter = rest.first, letter.isASCII, letter.isUppercase,
                let key = sent(withControl: letter)
            {
                keys.append(key)
                rest.removeFirst()
            } else {
                keys += character.unicodeScalars.map { .character(Character($0)) }
            }
        }
        return keys
    }
}
