import Terminal

extension Command {
    /// Every command there is. A new one is a line here and a case in ``Update``.
    static let table: [Command] =
        holdPanel + strip + onRequest + views + modes + lists + switches + labAndClient + anywhere + moves

    private static let lists: [Command] = [
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

    private static let onRequest: [Command] = [
        Command(
            .answerHeld,
            ["a"],
            word: "answer",
            in: [.requests, .timeline, .detail],
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
            in: onRequestOrSwitches,
            .request,
            "fire it again",
            footer: "repeat",
            unless: { readOnly($0) ?? nothingSelected($0) }
        ),
        Command(
            .stop,
            ["x"],
            word: "stop",
            in: onRequestOrSwitches,
            .request,
            "stop it",
            footer: "stop",
            unless: { readOnly($0) ?? notRunning($0) }
        ),
        Command(.mark, ["m"], in: [.requests], .request, "mark", footer: "mark", unless: nothingSelected),
        Command(.copy, ["y"], word: "copy", in: Place.everywhere, .request, "copy ...", footer: "copy"),
        Command(.pager, ["e"], word: "pager", in: Place.everywhere, .request, "open in pager", footer: "pager"),
        Command(
            .previousChallenge,
            ["["],
            in: [.timeline, .detail],
            .move,
            "challenge",
            footer: "",
            unless: nothingSelected
        ),
        Command(
            .nextChallenge,
            ["]"],
            in: [.timeline, .detail],
            .move,
            "",
            footer: "prev/next",
            unless: nothingSelected
        ),
    ]

    private static let views: [Command] = Pane.allCases.compactMap { pane in
        pane.digit.map { digit in
            Command(
                .view(pane),
                [.character(digit)],
                word: pane == .log ? "log" : pane.rawValue,
                in: Place.everywhere,
                .views,
                pane.rawValue,
                footer: pane == .policy ? "policy" : ""
            )
        }
    }

    private static let modes: [Command] = [
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
            footer: "switches",
            unless: readOnly
        ),
        Command(.theme, ["T"], word: "theme", argument: .theme, in: Place.everywhere, .modes, "theme", footer: "theme"),
        Command(
            .answerAll,
            ["A"],
            word: "answer-all",
            in: [.requests, .timeline, .detail],
            .modes,
            "answer all held",
            unless: nothingHeld
        ),
        Command(.invalidate, ["I"], word: "invalidate", in: Place.everywhere, .modes, "drop session", unless: readOnly),
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

    private static let switches: [Command] = [
        Command(.edit, [.enter], in: [.policy], .switches, "edit the value", footer: "edit", unless: readOnly),
        Command(.flip, [.character(" ")], in: [.policy], .switches, "next value", footer: "flip", unless: readOnly),
        Command(.valueLeft, [.left], in: [.policy], .switches, "value before, after", footer: "", unless: readOnly),
        Command(.valueRight, [.right], in: [.policy], .switches, "", footer: "value", unless: readOnly),
        Command(
            .undo,
            ["z"],
            word: "undo",
            in: [.policy, .strip],
            .switches,
            "undo",
            footer: "undo",
            unless: { readOnly($0) ?? ($0.undo.isEmpty ? "nothing to undo" : nil) }
        ),
        Command(
            .reset,
            ["0"],
            word: "reset",
            in: [.policy, .strip],
            .switches,
            "back to the preset",
            footer: "reset",
            unless: { readOnly($0) ?? ($0.differences == 0 ? "nothing differs from the preset" : nil) }
        ),
        Command(
            .set,
            [],
            word: "set",
            argument: .switchAndValue,
            in: Place.everywhere,
            .switches,
            "",
            unless: readOnly
        ),
    ]

    private static let strip: [Command] = [
        Command(.switchLeft, [.left, "h"], in: [.strip], .switches, "choose a switch", footer: ""),
        Command(.switchRight, [.right, "l"], in: [.strip], .switches, "", footer: "choose"),
        Command(.flip, [.character(" ")], in: [.strip], .switches, "next value", footer: "flip", unless: readOnly),
        Command(.valueLeft, [.up, "k"], in: [.strip], .switches, "value before, after", footer: "", unless: readOnly),
        Command(.valueRight, [.down, "j"], in: [.strip], .switches, "", footer: "value", unless: readOnly),
        Command(.back, [.escape, "q", "S"], in: [.strip], .switches, "back to the list", footer: "back"),
    ]

    private static let labAndClient: [Command] = [
        Command(
            .fireScenario,
            [.enter, "l"],
            in: [.lab],
            .lab,
            "fire this scenario",
            footer: "fire",
            unless: { readOnly($0) ?? noLab($0) }
        ),
        Command(
            .fireAll,
            ["A"],
            word: "fire-all",
            in: [.lab],
            .lab,
            "fire all of them",
            footer: "fire all",
            unless: { readOnly($0) ?? noLab($0) }
        ),
        Command(
            .useClient,
            [.enter, "l"],
            in: [.chooser],
            .client,
            "use this client",
            footer: "use",
            unless: readOnly
        ),
        Command(
            .otherForm,
            ["b"],
            in: [.chooser],
            .client,
            "published, repaired",
            footer: "repaired",
            unless: { ChooserView.counterpart(in: $0) == nil ? "this client has one form" : nil }
        ),
        Command(
            .forget,
            [],
            word: "forget",
            argument: .host,
            in: Place.everywhere,
            .client,
            "",
            unless: { $0.overview.hostAnswers.isEmpty ? "no answer stands for a host" : nil }
        ),
        Command(.client, [], word: "client", argument: .client, in: Place.everywhere, .client, "", unless: readOnly),
    ]

    private static let holdPanel: [Command] = [
        Command(.identityUp, [.up], in: [.hold], .answers, "choose an identity"),
        Command(.identityDown, [.down], in: [.hold], .answers, ""),
        Command(.pageUp, [.pageUp], in: [.hold], .move, "scroll the panel"),
        Command(.pageDown, [.pageDown], in: [.hold], .move, ""),
        Command(.usePolicy, ["p"], in: [.hold], .answers, "do what the policy says", footer: "policy"),
        Command(.useCredential, ["u"], in: [.hold], .answers, "use credential", footer: "use"),
        Command(.useNone, ["n"], in: [.hold], .answers, "use, with no identity", unless: notForServerTrust),
        Command(.performDefault, ["d"], in: [.hold], .answers, "default handling", footer: "default"),
        Command(.cancel, ["c"], in: [.hold], .answers, "cancel", footer: "cancel"),
        Command(.reject, ["r"], in: [.hold], .answers, "reject protection space", footer: "reject"),
        Command(.sameForHost, ["s"], in: [.hold], .answers, "same for this host", footer: "same"),
        Command(.allByPolicy, ["A"], in: [.hold], .answers, "policy answer for all"),
        Command(.lookFirst, ["v"], in: [.hold], .answers, "look at the chain first", footer: "view"),
        Command(
            .stopClock,
            ["t"],
            in: [.hold],
            .answers,
            "stop the clock",
            footer: "stop clock",
            unless: { $0.heldInPanel?.deadline == nil ? "the clock is stopped" : nil }
        ),
        Command(.later, [.escape, .control("C")], in: [.hold], .answers, "leave it held", footer: "later"),
    ]

    private static let anywhere: [Command] = [
        Command(
            .inspect,
            ["i"],
            word: "inspect",
            argument: .url,
            in: Place.everywhere.subtracting([.requests, .timeline]),
            .anywhere,
            "new request",
            footer: "inspect",
            unless: readOnly
        ),
        Command(
            .choose,
            ["p"],
            in: Place.everywhere.subtracting([.chooser]),
            .anywhere,
            "choose the client",
            footer: "client"
        ),
        Command(.command, [":"], in: Place.everywhere, .anywhere, "command", footer: "cmd"),
        Command(
            .save,
            ["w"],
            word: "save",
            argument: .path,
            in: Place.everywhere,
            .anywhere,
            "save log, .md: request",
            footer: "save"
        ),
        Command(
            .openLog,
            ["o"],
            word: "open",
            argument: .path,
            in: Place.everywhere,
            .anywhere,
            "open a log",
            footer: "open a log"
        ),
        Command(
            .help,
            ["?"],
            word: "help",
            in: Place.everywhere.subtracting([.help]),
            .anywhere,
            "help",
            footer: "help"
        ),
        Command(.back, ["?"], in: [.help], .anywhere, "close help"),
        Command(.runHelp, [.enter, "l"], in: [.help], .anywhere, "run it", footer: "run"),
        Command(.helpLeft, [.left], in: [.help], .move, "column"),
        Command(.helpRight, [.right], in: [.help], .move, ""),
        Command(.repaint, [.control("L")], in: Set(Place.allCases), .anywhere, "draw anew"),
        Command(.suspend, [.control("Z")], in: Set(Place.allCases), .anywhere, "to the shell (fg)"),
        Command(.interrupt, [.control("C")], in: Place.everywhere, .anywhere, "leave, quit"),
        Command(.quit, [], word: "quit", in: Place.everywhere, .anywhere, ""),
    ]

    private static let moves: [Command] = [
        Command(.up, [.up, "k"], in: searchable, .move, "one row"),
        Command(.down, [.down, "j"], in: searchable, .move, "", footer: "scroll"),
        Command(.pageUp, [.pageUp], in: Place.everywhere, .move, "one page"),
        Command(.pageDown, [.pageDown], in: Place.everywhere, .move, ""),
        Command(.halfUp, [.control("U")], in: Place.everywhere, .move, "half a page"),
        Command(.halfDown, [.control("D")], in: Place.everywhere, .move, ""),
        Command(.first, ["g", .home], in: Place.everywhere, .move, "first"),
        Command(.last, ["G", .end], in: Place.everywhere, .move, "last, follow"),
        Command(.nextPane, [.tab], in: Place.everywhere, .move, "next pane", footer: "pane"),
        Command(.previousPane, [.backTab], in: Place.everywhere, .move, ""),
        Command(.open, [.enter, "l"], in: [.log], .move, "open"),
        Command(.open, ["l"], in: [.policy], .move, "zoom"),
        Command(.back, [.escape, "q", "h"], in: Place.everywhere.subtracting([.strip]), .move, "back", footer: "back"),
    ]

    /// Where something can be walked through line by line.
    private static let searchable: Set<Place> = Place.everywhere.subtracting([.strip])
    private static let onRequestOrSwitches: Set<Place> = Place.onRequest.union([.policy])

    // Why a command can do nothing now.

    private static let readOnly: @Sendable (State) -> String? = {
        $0.isReadOnly ? "this log is opened read-only: nothing is sent" : nil
    }
    private static let nothingHeld: @Sendable (State) -> String? = {
        $0.overview.held.isEmpty ? "nothing is held" : nil
    }
    private static let nothingSelected: @Sendable (State) -> String? = {
        $0.list.selected == nil ? "no request yet" : nil
    }
    private static let notRunning: @Sendable (State) -> String? = { state in
        guard let digest = state.list.row?.digest else { return "no request yet" }
        return digest.isRunning ? nil : "it has ended"
    }
    private static let nothingSearched: @Sendable (State) -> String? = {
        $0.search.isEmpty ? "nothing searched for yet: /" : nil
    }
    private static let noLab: @Sendable (State) -> String? = { $0.overview.lab == nil ? "the lab is off" : nil }
    private static let notForServerTrust: @Sendable (State) -> String? = {
        $0.heldInPanel?.facts.method == .serverTrust ? "the server asks for no identity here" : nil
    }
}

extension Key: ExpressibleByUnicodeScalarLiteral {
    /// A key that types one character.
    public init(unicodeScalarLiteral scalar: Unicode.Scalar) { self = .character(Character(scalar)) }
}
