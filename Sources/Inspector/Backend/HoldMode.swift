import ChallengeLog

/// Which challenges are held for the person.
public enum HoldMode: Hashable, Sendable {
    /// None but those that the policy hands to a person.
    case off
    /// Every one.
    case all
    /// Those whose request passes a filter; with its text as typed.
    case matching(LogQuery, text: String)

    /// `ON`, `off`, or the filter.
    var word: String {
        switch self {
        case .off: "off"
        case .all: "ON"
        case .matching(_, let text): text
        }
    }
}
