/// One key as the inspector tells keys apart; ``name`` and ``init(name:)`` are in `KeyName.swift`.
public enum Key: Hashable, Sendable {
    /// A key that types something: one scalar, so a combining mark comes by itself.
    case character(Character)
    /// Ctrl and a letter: `control("C")` is `^C`; the letter is upper case.
    case control(Character)
    /// An arrow.
    case up, down, left, right
    /// A page back or on.
    case pageUp, pageDown
    /// To the start, to the end.
    case home, end
    /// Return, Enter, `^J`, `^M`.
    case enter
    /// Esc.
    case escape
    /// Tab, `^I`, and Tab with Shift.
    case tab, backTab
    /// Backspace, `^H`, DEL.
    case backspace
    /// Delete and Insert.
    case delete, insert
}

extension Key {
    /// The key that a terminal sends as one scalar: controls become `^C` and the like, DEL is Backspace.
    public init(scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x7F: self = .backspace
        case 0..<0x20: self = Self.sent(withControl: Character(Unicode.Scalar(UInt8(scalar.value + 0x40)))) ?? .escape
        default: self = .character(Character(scalar))
        }
    }
}
