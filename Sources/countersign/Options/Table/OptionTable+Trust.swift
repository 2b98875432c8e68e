/// Anchors, rules, dates.
extension Option {
    static let anchors = Option(
        "anchors",
        value: "FILE",
        repeats: true,
        group: .trust,
        commands: clients,
        help: "Anchors set by the program; may be repeated."
    )
    static let userAnchors = Option(
        "user-anchors",
        value: "FILE",
        repeats: true,
        group: .trust,
        commands: clients,
        help: "Anchors that the user installed; may be repeated."
    )
    static let systemAnchors = Option(
        "system-anchors",
        value: "FILE",
        repeats: true,
        group: .trust,
        commands: clients,
        help: "Anchors that stand for the built-in ones; may be repeated."
    )
    static let anchorsOnly = Option(
        "anchors-only",
        group: .trust,
        commands: clients,
        help: "Only --anchors count; without any, none at all."
    )
    static let noPartialChain = Option(
        "no-partial-chain",
        group: .trust,
        commands: clients,
        help: "A path must end in a self-signed anchor."
    )
    static let securityLevel = Option(
        "security-level",
        value: "N",
        group: .trust,
        commands: clients,
        help: "OpenSSL's security level, 0 to 5 (default 2)."
    )
    static let at = Option(
        "at",
        value: "DATE",
        group: .trust,
        commands: clients.union([.flow]),
        help: "Judge as if it were then: RFC 3339, UTC, as 2026-11-30T12:00:00Z."
    )
}
