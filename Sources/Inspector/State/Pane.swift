/// A part of the screen that shows one thing; the table of views is ``view``.
enum Pane: String, CaseIterable, Sendable {
    case requests, timeline, detail, policy, matrix, log, handshake, lab, sessions
    case chooser, compare, findings, code, page, themes, help, hold

    /// The digit that opens it; nil for what a key of its own opens.
    var digit: Character? {
        switch self {
        case .requests: "1"
        case .timeline: "2"
        case .detail: "3"
        case .policy: "4"
        case .matrix: "5"
        case .log: "6"
        case .handshake: "7"
        case .lab: "8"
        case .sessions: "9"
        case .chooser, .compare, .findings, .code, .page, .themes, .help, .hold: nil
        }
    }

    /// Whether it lies over the view from which it was opened.
    var isOverlay: Bool { [.chooser, .compare, .findings, .code, .page, .themes, .help].contains(self) }

    /// What it shows, as a function of the state.
    var view: any PaneView.Type {
        switch self {
        case .requests: RequestsView.self
        case .timeline: TimelineView.self
        case .detail: DetailView.self
        case .policy: PolicyView.self
        case .matrix: MatrixView.self
        case .log: LogView.self
        case .handshake: HandshakeView.self
        case .lab: LabView.self
        case .sessions: SessionsView.self
        case .chooser: ChooserView.self
        case .compare: CompareView.self
        case .findings: FindingsView.self
        case .code: CodeView.self
        case .page: PageView.self
        case .themes: ThemesView.self
        case .help: HelpView.self
        case .hold: HoldView.self
        }
    }

    /// Those that stand side by side on a wide screen, in the order of `tab`.
    static let tiled: [Pane] = [.requests, .timeline, .detail, .policy, .log]
}
