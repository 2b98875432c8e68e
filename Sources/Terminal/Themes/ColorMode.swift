/// How many colours may be used; the terminal's own limit comes on top.
public enum ColorMode: String, CaseIterable, Hashable, Sendable {
    /// As many as the terminal has, none if `NO_COLOR` is set.
    case auto
    /// None.
    case never
    /// The user's own 16.
    case basic = "16"
    /// All 256.
    case rich = "256"

    /// What the terminal is drawn with.
    /// - Parameters:
    ///   - terminalColors: how many colours the terminal has, 0 for none.
    ///   - noColor: whether `NO_COLOR` is set and not empty; `16` and `256` overrule it.
    public func depth(terminalColors: Int, noColor: Bool) -> ColorDepth {
        let wanted: ColorDepth =
            switch self {
            case .never: .mono
            case .auto: noColor ? .mono : .rich
            case .basic: .basic
            case .rich: .rich
            }
        let possible: ColorDepth =
            switch terminalColors {
            case ..<8: .mono
            case ..<16: .eight
            case ..<256: .basic
            default: .rich
            }
        return min(wanted, possible)
    }
}

/// How many colours there are to draw with.
public enum ColorDepth: Int, CaseIterable, Comparable, Sendable {
    /// None.
    case mono
    /// 8; bright ones are their dark ones in bold.
    case eight
    /// 16.
    case basic
    /// 256.
    case rich

    /// Fewer colours before more.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
