/// Where a key counts.
enum Place: String, CaseIterable, Sendable {
    case requests, timeline, detail, policy, log, lab
    /// The chooser of clients.
    case chooser
    /// The switches of the policy line.
    case strip
    /// The panel of a held challenge: nothing but its own keys counts there.
    case hold
    case help

    init(_ pane: Pane) {
        switch pane {
        case .requests: self = .requests
        case .timeline: self = .timeline
        case .detail: self = .detail
        case .policy: self = .policy
        case .log: self = .log
        case .lab: self = .lab
        case .chooser: self = .chooser
        case .help: self = .help
        case .hold: self = .hold
        }
    }

    /// All but the hold panel.
    static let everywhere: Set<Place> = Set(allCases).subtracting([.hold])
    /// Where a request is selected.
    static let onRequest: Set<Place> = [.requests, .timeline, .detail, .strip]
    /// The name as help shows it.
    var title: String {
        switch self {
        case .policy: "policy switches"
        case .chooser: "choose a client"
        case .strip: "switches of the policy line"
        case .hold: "held challenge"
        default: rawValue
        }
    }
}
