extension Command {
    /// The commands that a place's footer shows, the most wanted first; keys and words are the table's.
    static func footer(of place: Place) -> [Command] {
        let here = all(in: place).filter { !$0.footer.isEmpty }
        return order(of: place).compactMap { intent in here.first { $0.intent == intent } }
    }

    private static func order(of place: Place) -> [Intent] {
        switch place {
        case .requests:
            [
                .answerHeld, .open, .inspect, .fireAgain, .holdMode, .strip, .view(.policy), .filter, .stop, .mark,
                .compare, .sort, .copy, .pager, .follow, .wrap, .theme, .nextPane, .command, .help,
            ]
        case .timeline:
            [
                .answerHeld, .open, .unfold, .nextChallenge, .inspect, .fireAgain, .strip, .view(.policy), .command,
                .help,
            ]
        case .detail:
            [.answerHeld, .nextPane, .open, .copy, .pager, .nextChallenge, .fireAgain, .strip, .back]
        case .policy:
            [
                .flip, .valueRight, .edit, .undo, .reset, .findings, .choose, .code, .saveClient, .fireAgain, .help,
                .back,
            ]
        case .matrix:
            [
                .columnRight, .turn, .closeFinding, .useColumn, .prove, .findings, .choose, .search, .copy, .help,
                .back,
            ]
        case .findings: [.down, .closeFinding, .search, .copy, .pager, .help, .back]
        case .log: [.open, .filter, .search, .follow, .wrap, .pager, .save, .openLog, .command, .help, .back]
        case .handshake:
            [
                .answerHeld, .down, .open, .textbook, .keyLog, .nextChallenge, .fireAgain, .compare, .copy, .pager,
                .help, .back,
            ]
        case .sessions: [.down, .dropConnection, .fireAnew, .inspect, .search, .copy, .help, .back]
        case .lab:
            [
                .fireScenario, .fireAll, .labReport, .choose, .inspect, .holdMode, .view(.policy), .exportLab, .help,
                .back,
            ]
        case .chooser: [.useClient, .otherForm, .code, .toggleColumn, .search, .help, .back]
        case .strip: [.switchRight, .flip, .valueRight, .undo, .reset, .fireAgain, .choose, .back]
        case .hold:
            [
                .usePolicy, .useCredential, .performDefault, .cancel, .reject, .sameForHost, .lookFirst, .stopClock,
                .later,
            ]
        case .compare: [.nextChallenge, .search, .copy, .pager, .help, .back]
        case .code: [.codeRight, .down, .search, .copy, .pager, .help, .back]
        case .page: [.down, .open, .loadPage, .search, .copy, .pager, .help, .back]
        case .themes: [.down, .keepTheme, .back]
        case .help: [.down, .runHelp, .search, .back]
        }
    }
}
