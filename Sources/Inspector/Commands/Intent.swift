import Trust

/// What a command means; ``Update`` says what it does.
enum Intent: Hashable, Sendable {
    // Moving.
    case up, down, pageUp, pageDown, halfUp, halfDown, first, last
    case nextPane, previousPane, open, back, unfold
    case view(Pane)
    case previousChallenge, nextChallenge, textbook

    // On a request.
    case answerHeld, fireAgain, fireAnew, stop, stopAll, mark, copy, pager, compare, judgeAt, keyLog, dropConnection

    // Modes.
    case answerAll, follow, wrap, holdMode, strip, theme, invalidate, onlyMarked

    // Lists.
    case filter, sort, search, searchNext, searchPrevious

    // Anywhere.
    case inspect, loadPage, choose, command, help, demo, judge, save, openLog, repaint, suspend, interrupt, quit

    // Switches.
    case edit, saveClient, flip, valueLeft, valueRight, switchLeft, switchRight, undo, reset

    // Lab and chooser.
    case fireScenario, fireAll, exportLab, labReport, lab
    case useClient, otherForm, toggleColumn, code, codeLeft, codeRight

    // Matrix and findings.
    case findings, columnLeft, columnRight, useColumn, closeFinding, prove, turn

    // The hold panel.
    case usePolicy, useCredential, useNone, performDefault, cancel, reject, allByPolicy, lookFirst, stopClock, later
    case identityUp, identityDown, sameForHost

    // By word alone.
    case set, client, forget

    // Help.
    case runHelp, helpLeft, helpRight

    // Themes.
    case keepTheme
}

extension Intent {
    /// The answer that a key of the hold panel stands for.
    var disposition: Disposition? {
        switch self {
        case .useCredential, .useNone: .useCredential
        case .performDefault: .performDefaultHandling
        case .cancel: .cancelAuthenticationChallenge
        case .reject: .rejectProtectionSpace
        default: nil
        }
    }
}
