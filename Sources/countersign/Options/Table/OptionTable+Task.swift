import Trust

/// What a sub-command does.
extension Option {
    static let method = Option(
        "request",
        letter: "X",
        value: "METHOD",
        commands: [.fire, .matrix, .attack],
        help: "The method: GET, or POST when there is a body."
    )
    static let header = Option(
        "header",
        letter: "H",
        value: "'NAME: VALUE'",
        repeats: true,
        commands: senders.union(audits),
        help: "A header field. 'Host: NAME' changes that header alone: address, SNI and the checked name stay."
    )
    static let body = Option(
        "data",
        letter: "d",
        value: "TEXT|@FILE",
        commands: [.fire, .policy, .matrix, .attack],
        help: "The body: text, or what is in a file, which fire reads while it sends it."
    )
    static let jsonBody = Option(
        "json-body",
        value: "TEXT|@FILE",
        commands: [.fire],
        help: "The body as JSON: it has to be some, and Content-Type and Accept say so."
    )
    static let form = Option(
        "form",
        value: "NAME=VALUE",
        repeats: true,
        commands: [.fire],
        help: "A field of the body as a form (application/x-www-form-urlencoded); may be repeated."
    )
    static let multipart = Option(
        "multipart",
        value: "NAME=TEXT|NAME=@FILE",
        repeats: true,
        commands: [.fire],
        help:
            "A part of the body as a form with files (multipart/form-data); files are read while they are sent. May be "
            + "repeated."
    )
    static let saveBody = Option(
        "save-body",
        value: "FILE",
        commands: [.fire],
        help:
            "Write the whole body of the response into FILE as it comes: a new file of mode 0600. What is shown of it has "
            + "a limit."
    )
    static let curl = Option(
        "curl",
        value: "'curl …'|-",
        commands: [.fire],
        help:
            "Fire what this curl command line would, judged by the client at hand; other options come on top of it. - reads "
            + "it from standard input, which keeps passwords off this command line."
    )
    static let page = Option(
        "page",
        commands: [.fire],
        help: "Load each URL as a page, with everything that it needs: connections are reused and the cache answers, "
            + "unless told otherwise. Scripts are read, not run; flows F8 and F8s begin with their probe."
    )
    static let hold = Option(
        "hold",
        commands: [.fire],
        help: "Hold each challenge and ask on the terminal how to answer it."
    )
    static let chain = Option(
        "chain",
        value: "FILE",
        commands: [.evaluate, .matrix],
        help: "The chain as a server would present it, leaf first: PEM, DER or PKCS#7."
    )
    static let host = Option(
        "host",
        value: "NAME-or-IP",
        commands: [.evaluate, .code, .matrix],
        help: "The name that is checked, or that the code is for. Without it no name is checked."
    )
    static let purpose = Option(
        "purpose",
        choices: ["serverAuth", "clientAuth"],
        commands: [.evaluate],
        help: "The role that the leaf is judged for (default: serverAuth)."
    )
    static let maximumDepth = Option(
        "max-depth",
        value: "N",
        commands: [.evaluate],
        help: "At most N intermediates, self-issued ones not counted."
    )
    static let revocationList = Option(
        "crl",
        value: "FILE",
        repeats: true,
        commands: [.evaluate],
        help: "Revocation lists; with any, every member but the anchor is checked. May be repeated."
    )
    static let staple = Option(
        "ocsp",
        value: "FILE",
        commands: [.evaluate],
        help: "An OCSP response in DER, as the server would staple it."
    )
    static let batch = Option(
        "batch",
        choices: ["-"],
        commands: [.evaluate],
        help: "Requests as JSON Lines on standard input, a result a line on standard output, in the same order."
    )
    static let list = Option(
        "list",
        commands: [.lab],
        help: "List the scenarios with their addresses and end."
    )
    static let only = Option(
        "only",
        value: "SCENARIO",
        repeats: true,
        commands: [.lab],
        help: "Serve this scenario alone; may be repeated."
    )
    static let port = Option(
        "port",
        value: "N",
        commands: [.lab],
        help: "The first port, one a scenario from there on (default 9443); 0 takes free ones."
    )
    static let judge = Option(
        "judge",
        commands: [.lab],
        help: "Run the command behind -- once a scenario, and judge it by what the lab saw."
    )
    static let export = Option(
        "export",
        value: "DIR",
        commands: [.lab],
        help: "Write certificates, identities and snippets for nginx, Apache and Tomcat into a new folder, and end."
    )
    static let name = Option(
        "name",
        value: "NAME",
        repeats: true,
        commands: [.lab],
        help: "A name or address that right certificates bear too, for clients on other machines; may be repeated."
    )
    static let listen = Option(
        "listen",
        value: "ADDRESS",
        commands: [.lab],
        help: "Listen on this address of this machine too; right certificates bear it."
    )
    static let request = Option(
        "number",
        value: "ID",
        commands: [.log],
        help: "Only the request of this number."
    )
    static let jsonl = Option(
        "jsonl",
        commands: [.log],
        help: "Export every event as a line of JSON."
    )
    static let markdown = Option(
        "markdown",
        commands: [.log, .lab, .policy, .matrix, .attack],
        help:
            "One page of Markdown, to paste into a ticket: the request of --number (log), the report on clients (lab), on "
            + "policies (policy, attack), the table (matrix)."
    )
    static let output = Option(
        "output",
        value: "FILE",
        commands: [.log],
        help: "Export into this file, which must not exist yet, instead of standard output."
    )
    static let write = Option(
        "write",
        value: "OUT",
        commands: [.certificate, .identity],
        help:
            "Write what is in the file into OUT in another form: a new file of mode 0600, never over one that is there."
    )
    static let fileForm = Option(
        "form",
        choices: ["der", "pem", "p7b", "p12"],
        commands: [.certificate, .identity],
        help: "The form of OUT: der (one certificate), pem (default) or p7b for certificates; p12 (default) or pem for "
            + "identities."
    )
    static let readableBy = Option(
        "for",
        choices: ["ios17", "current"],
        commands: [.identity],
        help:
            "Who has to open a PKCS#12 OUT: ios17 writes triple DES, which every system opens; current (default) AES, "
            + "which iOS 18, macOS 15, Android 14 and later open."
    )
    static let withChain = Option(
        "with-chain",
        commands: [.identity],
        help: "Write the further certificates of the chain into OUT too."
    )
    static let theme = Option(
        "theme",
        value: "NAME",
        commands: [.inspect],
        help: "The colour theme."
    )
    static let color = Option(
        "color",
        choices: ["never", "16", "256"],
        commands: [.inspect],
        help: "How many colours are used; NO_COLOR (not empty) means never."
    )
    static let plain = Option(
        "plain",
        commands: [.inspect],
        help: "Print lines instead of drawing a screen: an event a line, views and prompts as numbered lists. The "
            + "commands are the same, typed as words; a terminal that cannot be drawn on gets this, too."
    )
    static let script = Option(
        "script",
        value: "FILE",
        commands: [.inspect],
        help: "Type the keys in this file instead of a person, at a fixed size."
    )
    static let demo = Option(
        "demo",
        commands: [.inspect],
        help:
            "Offer three stories and a tour, told in the running inspector: the keys are typed for you, any key stops."
    )
    static let open = Option(
        "open",
        value: "FILE",
        commands: [.inspect],
        help: "Open a log, read-only."
    )
    static let allClients = Option(
        "all",
        commands: [.matrix, .attack],
        help: "Every combination of AFSecurityPolicy's switches, every preset and every flow."
    )
    static let rotate = Option(
        "rotate",
        commands: [.evaluate],
        help: "Until when each client accepts the chain, and what renewals do to its pins."
    )
    static let computed = Option(
        "computed",
        commands: [.matrix, .attack],
        help: "Compute only: no request proves it."
    )
    static let victim = Option(
        "victim",
        value: "NAME",
        commands: audits,
        help:
            "The host that is impersonated, or a scenario of the lab (default good, which the bundle's files are about)."
    )
    static let challenge = Option(
        "challenge",
        value: "LOG:NUMBER",
        commands: [.matrix],
        help: "Judge the chain of a recorded request: a log and its number, or a number in the newest log."
    )
    static let failOn = Option(
        "fail-on",
        choices: Severity.allCases.map(\.rawValue),
        commands: [.policy, .flow, .attack],
        help: "End with status 1 when a finding is this severe or more (default: none does)."
    )
    static let json = Option(
        "json",
        commands: [
            .fire, .evaluate, .certificate, .identity, .lab, .log, .policy, .flow, .matrix, .attack, .ats, .explain,
            .code,
        ],
        help: "Print JSON: one document, or a line an event where it goes on."
    )
}
