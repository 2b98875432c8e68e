/// Where a key counts.
enum Place: String, CaseIterable, Sendable {
    case requests, timeline, detail, policy, matrix, log, handshake, lab, sessions
    /// The chooser of clients.
    case chooser
    /// Two challenges side by side.
    case compare
    /// What is wrong with the client.
    case findings
    /// Client code.
    case code
    /// A page with what it needs.
    case page
    /// The list of themes.
    case themes
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
        case .matrix: self = .matrix
        case .log: self = .log
        case .handshake: self = .handshake
        case .lab: self = .lab
        case .sessions: self = .sessions
        case .chooser: self = .chooser
        case .compare: self = .compare
        case .findings: self = .findings
        case .code: self = .code
        case .page: self = .page
        case .themes: self = .themes
        case .help: self = .help
        case .hold: self = .hold
        }
    }

    /// All but the hold panel.
    static let everywhere: Set<Place> = Set(allCases).subtracting([.hold])
    /// Where a request is selected.
    static let onRequest: Set<Place> = [.requests, .timeline, .detail, .handshake, .sessions, .strip]
    /// The name as help shows it.
    var title: String {
        switch self {
        case .policy: "policy switches"
        case .chooser: "choose a client"
        case .compare: "two challenges"
        case .code: "client code"
        case .page: "a page and what it needs"
        case .strip: "switches of the policy line"
        case .hold: "held challenge"
        default: rawValue
        }
    }
}
