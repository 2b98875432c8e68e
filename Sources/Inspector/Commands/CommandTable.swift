import Terminal

extension Command {
    /// Every command there is. A new one is a line here and a case in ``Update``.
    static let table: [Command] =
        holdPanel + strip + onRequest + views + modes + lists + switches + labAndClient + anywhere + moves

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
            .loadPage,
            ["L"],
            word: "page",
            argument: .url,
            in: Place.everywhere,
            .anywhere,
            "load a page",
            footer: "load",
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
            in: Place.everywhere.subtracting([.policy, .lab]),
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
            .undo,
            ["z"],
            word: "undo",
            in: Place.everywhere,
            .anywhere,
            "undo",
            footer: "undo",
            unless: { $0.undo.isEmpty ? "nothing to undo" : nil }
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
        Command(
            .demo,
            [],
            word: "demo",
            argument: .text,
            in: Place.everywhere,
            .anywhere,
            "",
            // A story waits by itself for a lab that starts.
            unless: { readOnly($0) ?? ($0.overview.isLabStarting ? nil : noLab($0)) }
        ),
        Command(
            .judge,
            [],
            word: "judge",
            argument: .text,
            in: Place.everywhere,
            .anywhere,
            "",
            unless: { readOnly($0) ?? noLab($0) }
        ),
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
        Command(.open, [.enter, "l"], in: [.handshake], .move, "open it"),
        Command(.open, [.enter, "l"], in: [.page], .move, "to its request", footer: "request"),
        Command(.back, [.escape, "q", "h"], in: Place.everywhere.subtracting([.strip]), .move, "back", footer: "back"),
    ]

    /// Where something can be walked through line by line.
    static let searchable: Set<Place> = Place.everywhere.subtracting([.strip])
    static let onRequestOrSwitches: Set<Place> = Place.onRequest.union([.policy])

    // Why a command can do nothing now.

    static let readOnly: @Sendable (State) -> String? = {
        $0.isReadOnly ? "this log is opened read-only: nothing is sent" : nil
    }
    static let nothingHeld: @Sendable (State) -> String? = {
        $0.overview.held.isEmpty ? "nothing is held" : nil
    }
    static let nothingSelected: @Sendable (State) -> String? = {
        $0.list.selected == nil ? "no request yet" : nil
    }
    static let notRunning: @Sendable (State) -> String? = { state in
        guard let digest = state.list.row?.digest else { return "no request yet" }
        return digest.isRunning ? nil : "it has ended"
    }
    static let nothingRuns: @Sendable (State) -> String? = { state in
        let runs =
            state.overview.running + state.overview.held.count > 0 || state.progress != nil || state.loadingPage != nil
        return runs || state.isWalkedThrough(.requests) || state.isWalkedThrough(.log) ? nil : "nothing runs"
    }
    static let nothingSearched: @Sendable (State) -> String? = {
        $0.search.isEmpty ? "nothing searched for yet: /" : nil
    }
    static let noLab: @Sendable (State) -> String? = { state in
        guard state.overview.lab == nil else { return nil }
        return state.overview.isLabStarting ? "the lab starts, in a moment it is there" : "the lab is off"
    }
    static let notForServerTrust: @Sendable (State) -> String? = {
        $0.heldInPanel?.facts.method == .serverTrust ? "the server asks for no identity here" : nil
    }
}

extension Key: ExpressibleByUnicodeScalarLiteral {
    /// A key that types one character.
    public init(unicodeScalarLiteral scalar: Unicode.Scalar) { self = .character(Character(scalar)) }
}
