extension DiagnosisTable {
    /// Events that are no refusals.
    static let events: [Entry] = [
        Entry(
            code: DiagnosisCode(rawValue: "rule.match"),
            area: "Events that are no refusals",
            when: "a host rule applies",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "rule.no-match"),
            area: "Events that are no refusals",
            when: "no rule applies, so the identity is not offered",
            remedy: "rule for that host and port"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "challenge.answered-twice"),
            area: "Events that are no refusals",
            when: "a second answer to the same challenge",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "challenge.timeout"),
            area: "Events that are no refusals",
            when: "no answer within the limit",
            remedy: "answer in time"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "challenge.late-answer"),
            area: "Events that are no refusals",
            when: "an answer after the connection ended",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "challenge.no-credential"),
            area: "Events that are no refusals",
            when: "\"use credential\" without a credential",
            remedy: "give a credential"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "challenge.repeated"),
            area: "Events that are no refusals",
            when: "the same challenge again after a failure",
            remedy: "other credential"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "challenge.unhandled-method"),
            area: "Events that are no refusals",
            when: "a method that is not handled here",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "connection.reused"),
            area: "Events that are no refusals",
            when: "a request on an existing connection or a resumed session",
            remedy: "new connection after a switch (`--fresh`)"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "response.cached"),
            area: "Events that are no refusals",
            when: "answered by the URL cache",
            remedy: "reload policy"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "page.mixed-content"),
            area: "Events that are no refusals",
            when: "a page that came over TLS needs something without TLS",
            remedy: "name it by https"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "page.no-base"),
            area: "Events that are no refusals",
            when: "a page that is shown as a string needs something by a relative address",
            remedy: "give the base URL, or load the page itself"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "page.unchecked"),
            area: "Events that are no refusals",
            when: "the app answers for one request of a page and for none that follow",
            remedy: "answer each challenge of the view"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "page.blank"),
            area: "Events that are no refusals",
            when: "the request in whose place the page is loaded failed, and nobody is told",
            remedy: "show the failure"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "page.left-out"),
            area: "Events that are no refusals",
            when: "something that a page names is not asked for: its address is none, or a limit is reached",
            remedy: "-"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "challenge.wrong-credential"),
            area: "Events that are no refusals",
            when: "a credential of another kind than the challenge asks for is given",
            remedy: "look at the method first"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "challenge.never-answered"),
            area: "Events that are no refusals",
            when: "a responder returned without answering",
            remedy: "one answer on every path"
        ),
        Entry(
            code: DiagnosisCode(rawValue: "challenge.filtered"),
            area: "Events that are no refusals",
            when: "the delegate's filter kept the challenge away",
            remedy: "-"
        ),
    ]
}
