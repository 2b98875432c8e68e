/// The result of one check: four words, everywhere.
public enum CheckResult: String, Hashable, Sendable, Codable, CaseIterable {
    /// The check holds.
    case pass
    /// The check fails, and this refuses.
    case fail
    /// The check fails, and the policy does not ask.
    case letBy
    /// The check was not made; the detail says why.
    case skipped

    /// The word on screen: `ok`, `FAIL`, `let by`, `off`.
    public var word: String {
        switch self {
        case .pass: "ok"
        case .fail: "FAIL"
        case .letBy: "let by"
        case .skipped: "off"
        }
    }
}
