import Terminal

// The commands on requests and their lists, the views, the modes.

extension Command {
    static let lists: [Command] = [
        Command(
            .filter,
            ["f"],
            word: "filter",
            argument: .filter,
            in: [.requests, .log],
            .list,
            "filter",
            footer: "filter"
        ),
        Command(
            .sort,
            ["s"],
            word: "sort",
            argument: .sort,
            in: [.requests],
            .list,
            "sort by ..",
            footer: "sort"
        ),
        Command(.search, ["/"], in: searchable, .list, "search   n N next", footer: "search"),
        Command(.searchNext, ["n"], in: searchable, .list, "", unless: nothingSearched),
        Command(.searchPrevious, ["N"], in: searchable, .list, "", unless: nothingSearched),
    ]

    static let onRequest: [Command] = [
        Command(
            .answerHeld,
            ["a"],
            word: "answer",
            in: [.requests, .timeline, .detail, .handshake],
            .request,
            "answer challenge",
            footer: "answer",
            unless: nothingHeld
        ),
        Command(
            .open,
            [.enter, "l"],
            in: [.requests, .timeline],
            .request,
            "open detail",
            footer: "detail",
            unless: nothingSelected
        ),
        Command(
            .open,
            [.enter, "l"],
            in: [.detail],
            .request,
            "zoom this pane",
            footer: "open",
            unless: nothingSelected
        ),
        Command(
            .unfold,
            [.character(" ")],
            in: [.timeline],
            .request,
            "unfold the checks",
            footer: "unfold",
            unless: nothingSelected
        ),
        Command(
            .inspect,
            ["i"],
            word: "inspect",
            argument: .url,
            in: [.requests, .timeline],
            .anywhere,
            "new request",
            footer: "inspect",
            unless: readOnly
        ),
        Command(
            .fireAgain,
            ["r"],
            word: "repeat",
            in: onRequestOrSwitches.subtracting([.sessions]),
            .request,
            "fire it again",
            footer: "repeat",
            unless: { readOnly($0) ?? nothingSelected($0) }
        ),
        Command(
            .fireAnew,
            ["r"],
            in: [.sessions],
            .request,
            "fire it fresh",
            footer: "fire fresh",
            unless: { state in
                readOnly(state) ?? (SessionsView.request(in: state) == nil ? "no request is selected" : nil)
            }
        ),
        Command(
            .stop,
            ["x"],
            word: "stop",
            in: onRequestOrSwitches.subtracting([.sessions]),
            .request,
            "stop it",
            footer: "stop",
            unless: { readOnly($0) ?? notRunning($0) }
        ),
        Command(
            .stopAll,
            ["X"],
            word: "stop-all",
            in: Place.everywhere.subtracting([.strip]),
            .modes,
            "stop all that runs",
            unless: nothingRuns
        ),
        Command(
            .dropConnection,
            ["x"],
            in: [.sessions],
            .request,
            "drop this one",
            footer: "drop",
            unless: { readOnly($0) ?? SessionsView.whyNotDropped(in: $0) }
        ),
        Command(
            .keyLog,
            ["K"],
            word: "key-log",
            argument: .path,
            in: [.handshake],
            .request,
            "key log for captures",
            footer: "key log",
            unless: readOnly
        ),
        Command(.mark, ["m"], in: [.requests], .request, "mark", footer: "mark", unless: nothingSelected),
        Command(
            .compare,
            ["="],
            word: "compare",
            in: [.requests, .timeline, .detail, .handshake],
            .request,
            "compare with marked",
            footer: "compare",
            unless: nothingSelected
        ),
        Command(
            .textbook,
            ["b"],
            in: [.handshake],
            .request,
            "as articles tell it",
            footer: "textbook",
            unless: nothingSelected
        ),
        Command(.judgeAt, [], word: "at", argument: .date, in: Place.everywhere, .request, ""),
        Command(.copy, ["y"], word: "copy", in: Place.everywhere, .request, "copy ...", footer: "copy"),
        Command(.pager, ["e"], word: "pager", in: Place.everywhere, .request, "open in pager", footer: "pager"),
        Command(
            .previousChallenge,
            ["["],
            in: [.timeline, .detail, .compare, .handshake],
            .move,
            "challenge",
            footer: "",
            unless: nothingSelected
        ),
        Command(
            .nextChallenge,
            ["]"],
            in: [.timeline, .detail, .compare, .handshake],
            .move,
            "",
            footer: "prev/next",
            unless: nothingSelected
        ),
    ]

    static let views: [Command] = Pane.allCases.compactMap { pane in
        pane.digit.map { digit in
            Command(
                .view(pane),
                [.character(digit)],
                // `:lab` is a command of its own: it stops the lab, too.
                word: pane == .lab ? "" : pane.rawValue,
                in: Place.everywhere,
                .views,
                pane.rawValue,
                footer: pane == .policy ? "policy" : ""
            )
        }
    }

    static let modes: [Command] = [
        Command(
            .follow,
            ["F"],
            word: "follow",
            in: Place.everywhere.subtracting([.strip]),
            .modes,
            "follow new rows",
            footer: "follow"
        ),
        Command(
            .holdMode,
            ["H"],
            word: "hold",
            argument: .hold,
            in: Place.everywhere,
            .modes,
            "hold challenges",
            footer: "hold",
            unless: readOnly
        ),
        Command(
            .strip,
            ["S"],
            word: "switches",
            in: [.requests, .timeline, .detail, .lab, .log],
            .modes,
            "switches here",
            footer: "switches"
        ),
        Command(
            .theme,
            ["T"],
            word: "theme",
            argument: .theme,
            in: Place.everywhere.subtracting([.themes]),
            .modes,
            "theme",
            footer: "theme"
        ),
        Command(
            .answerAll,
            ["A"],
            word: "answer-all",
            in: [.requests, .timeline, .detail],
            .modes,
            "answer all held",
            unless: nothingHeld
        ),
        Command(
            .invalidate,
            ["I"],
            word: "invalidate",
            argument: .ending,
            in: Place.everywhere,
            .modes,
            "drop session",
            unless: readOnly
        ),
        Command(.wrap, ["W"], word: "wrap", in: Place.everywhere, .modes, "wrap long lines", footer: "wrap"),
        Command(
            .onlyMarked,
            ["M"],
            in: [.requests],
            .modes,
            "only marked",
            unless: { $0.list.marks.isEmpty ? "nothing is marked" : nil }
        ),
    ]
}
