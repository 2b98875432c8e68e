import Terminal

// The commands on the client and its switches, the lab, the panel of a held challenge.

extension Command {
    static let switches: [Command] = [
        Command(
            .saveClient,
            ["w"],
            word: "save-client",
            argument: .text,
            in: [.policy],
            .switches,
            "save as a preset",
            footer: "save"
        ),
        Command(.edit, [.enter], in: [.policy], .switches, "edit the value", footer: "edit"),
        Command(.flip, [.character(" ")], in: [.policy], .switches, "next value", footer: "flip"),
        Command(.valueLeft, [.left], in: [.policy], .switches, "value before, after", footer: ""),
        Command(.valueRight, [.right], in: [.policy], .switches, "", footer: "value"),
        Command(
            .reset,
            ["0"],
            word: "reset",
            in: [.policy, .strip],
            .switches,
            "back to the preset",
            footer: "reset",
            unless: { $0.differences == 0 ? "nothing differs from the preset" : nil }
        ),
        Command(
            .set,
            [],
            word: "set",
            argument: .switchAndValue,
            in: Place.everywhere,
            .switches,
            ""
        ),
    ]

    static let strip: [Command] = [
        Command(.switchLeft, [.left, "h"], in: [.strip], .switches, "choose a switch", footer: ""),
        Command(.switchRight, [.right, "l"], in: [.strip], .switches, "", footer: "choose"),
        Command(.flip, [.character(" ")], in: [.strip], .switches, "next value", footer: "flip"),
        Command(.valueLeft, [.up, "k"], in: [.strip], .switches, "value before, after", footer: ""),
        Command(.valueRight, [.down, "j"], in: [.strip], .switches, "", footer: "value"),
        Command(.back, [.escape, "q", "S"], in: [.strip], .switches, "back to the list", footer: "back"),
    ]

    static let labAndClient: [Command] = [
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
            .exportLab,
            ["w"],
            word: "export",
            argument: .path,
            in: [.lab],
            .lab,
            "export its files",
            footer: "export",
            unless: { readOnly($0) ?? noLab($0) }
        ),
        Command(
            .labReport,
            ["R"],
            word: "report",
            in: [.lab],
            .lab,
            "report on the clients",
            footer: "report",
            unless: { state in
                readOnly(state) ?? noLab(state)
                    ?? (state.overview.lab?.clients.isEmpty == true ? "no client of others came yet" : nil)
            }
        ),
        Command(.lab, [], word: "lab", argument: .lab, in: Place.everywhere, .lab, ""),
        Command(
            .code,
            ["c"],
            word: "code",
            in: [.chooser, .policy],
            .client,
            "client code like it",
            footer: "code"
        ),
        Command(.codeLeft, [.left], in: [.code], .client, "other language"),
        Command(.codeRight, [.right], in: [.code], .client, "", footer: "language"),
        Command(
            .useClient,
            [.enter, "l"],
            in: [.chooser],
            .client,
            "use this client",
            footer: "use"
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
        Command(.client, [], word: "client", argument: .client, in: Place.everywhere, .client, ""),
        Command(
            .toggleColumn,
            ["m"],
            in: [.chooser],
            .client,
            "column of 5 matrix",
            footer: "matrix column"
        ),
        Command(.turn, ["t"], word: "turn", in: [.matrix], .client, "all combinations", footer: "turn"),
        Command(.columnLeft, [.left], in: [.matrix], .move, "column"),
        Command(.columnRight, [.right], in: [.matrix], .move, "", footer: "column"),
        Command(
            .prove,
            ["P"],
            word: "prove",
            in: [.matrix],
            .client,
            "prove by requests",
            footer: "prove",
            unless: { readOnly($0) ?? ($0.matrix.proving == nil ? nil : "a column is being proven") }
        ),
        Command(.useColumn, ["U"], in: [.matrix], .client, "use this client", footer: "use client"),
        Command(
            .closeFinding,
            [.character(" ")],
            in: [.matrix, .findings],
            .switches,
            "set what closes it",
            footer: "close it"
        ),
        Command(
            .findings,
            ["!"],
            word: "findings",
            in: Place.everywhere.subtracting([.findings, .strip]),
            .switches,
            "findings",
            footer: "findings"
        ),
        Command(.keepTheme, [.enter, "l"], in: [.themes], .modes, "keep it", footer: "keep"),
    ]

    static let holdPanel: [Command] = [
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
}
