import Trust

extension Option {
    /// Every option of every sub-command: a new one gets a line here, and is read where it counts.
    static let all: [Option] =
        [
            .method, .header, .body, .jsonBody, .form, .multipart, .saveBody, .curl, .page,
            .hold, .chain, .host, .purpose, .maximumDepth,
            .revocationList,
            .staple, .batch, .list, .only, .port, .judge,
            .export, .name, .listen, .request, .jsonl, .markdown,
        ]
        + [.allClients, .computed, .victim, .challenge, .failOn, .rotate]
        + [.output, .theme, .color, .plain, .script, .demo, .open, .json]
        + [.policy, .flow, .bundle, .rules, .pinning, .pin, .allowInvalid, .noDomain]
        + [.onServerTrust, .onClientCertificate, .delegate]
        + [.anchors, .userAnchors, .systemAnchors, .anchorsOnly, .noPartialChain, .securityLevel, .at]
        + [.ats, .noATS, .infoPlist, .atsOrder]
        + [
            .minimumTLS, .maximumTLS, .ipv4, .ipv6, .http11, .connectTo, .serverName, .validateAs, .proxy,
            .proxyAnchors,
        ]
        + [.user, .passwordFile, .proxyUser, .proxyPasswordFile]
        + [.cache, .session, .timeout, .maxRedirects, .acceptTypes, .keyLog, .answersKept, .fresh]
        + [.identity, .identityKey, .identityRule, .identityPasswordFile, .legacyProvider]
        + [.write, .fileForm, .readableBy, .withChain]
        + [.log, .noLog, .help, .version]

    /// Those that judge with a client of their own choice; `ats` sets its transport security itself.
    private static let judges: Set<SubCommand> = [
        .fire, .evaluate, .inspect, .policy, .matrix, .attack, .code,
    ]
    private static let clients = judges.union([.ats])
    private static let senders: Set<SubCommand> = [.fire, .inspect, .ats]
    private static let audits: Set<SubCommand> = [.policy, .matrix, .attack]
    private static let offerers = senders.union([.policy, .matrix, .attack, .code])
    private static let offeringVersions: Set<SubCommand> = [.fire, .inspect, .policy, .matrix, .attack, .code]
    private static let everywhere = Set(SubCommand.allCases)

    // MARK: - What a sub-command does

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

    // MARK: - What decides

    static let policy = Option(
        "policy",
        value: "PRESET|FILE",
        repeats: true,
        group: .decision,
        commands: clients,
        help: "The client's policy (default: system): a preset (\"countersign flow\" lists them), a saved policy, or a "
            + "file: an Info.plist, a TrustKit dictionary, an Android network security configuration, or JSON5."
    )
    static let flow = Option(
        "flow",
        value: "ID",
        repeats: true,
        group: .decision,
        commands: clients,
        help: "The client flow that answers, r behind it for the repaired form: F2c, F6r."
    )
    static let bundle = Option(
        "bundle",
        value: "DIR",
        group: .decision,
        commands: clients.union([.flow]),
        help: "The folder that stands for the app's main bundle."
    )
    static let rules = Option(
        "rules",
        choices: ["apple", "openssl", "strict"],
        group: .decision,
        commands: clients,
        help: "Whose rules a chain is judged by (default: apple)."
    )
    static let pinning = Option(
        "pinning",
        choices: ["none", "publicKey", "certificate"],
        group: .decision,
        commands: clients,
        help: "The pinning mode of an AFSecurityPolicy 4.0."
    )
    static let pin = Option(
        "pin",
        value: "FILE|sha256//BASE64",
        repeats: true,
        group: .decision,
        commands: clients,
        help: "A pin; may be repeated. Alone it means --pinning publicKey."
    )
    static let allowInvalid = Option(
        "allow-invalid",
        group: .decision,
        commands: clients,
        help: "allowInvalidCertificates of an AFSecurityPolicy 4.0."
    )
    static let noDomain = Option(
        "no-domain",
        group: .decision,
        commands: clients,
        help: "validatesDomainName off, of an AFSecurityPolicy 4.0."
    )
    static let onServerTrust = Option(
        "on-server-trust",
        choices: answers,
        group: .decision,
        commands: offerers,
        help: "Answer every server-trust challenge so, whatever the policy says."
    )
    static let onClientCertificate = Option(
        "on-client-certificate",
        choices: answers,
        group: .decision,
        commands: offerers,
        help: "Answer every client-certificate challenge so, whatever the policy says."
    )
    private static let answers = ["use", "default", "cancel", "reject", "none", "continue", "silent", "policy"]
    static let delegate = Option(
        "delegate",
        choices: ["session", "connection"],
        group: .decision,
        commands: clients,
        help: "Answer as NSURLSession (default) or as NSURLConnection: five answers, and cancel is -1012."
    )

    // MARK: - Trust

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

    // MARK: - App Transport Security

    static let ats = Option(
        "ats",
        group: .transport,
        commands: judges,
        help: "App Transport Security on; under --rules openssl its requirements on the connection alone."
    )
    static let noATS = Option(
        "no-ats",
        group: .transport,
        commands: judges,
        help: "App Transport Security off (the default)."
    )

    static let infoPlist = Option(
        "info-plist",
        value: "FILE",
        group: .transport,
        commands: judges,
        help: "App Transport Security on, with the exceptions and the NSPinnedDomains of this Info.plist."
    )
    static let atsOrder = Option(
        "ats-order",
        choices: ["before", "after"],
        group: .transport,
        commands: clients,
        help:
            "Whether an untrusted chain is refused before any challenge (assumed, the default) or after the app said use."
    )

    // MARK: - Connection

    private static let versions = ["1.0", "1.1", "1.2", "1.3"]
    static let minimumTLS = Option(
        "min-tls",
        choices: versions,
        group: .connection,
        commands: offeringVersions,
        help: "The lowest TLS version offered (default 1.2)."
    )
    static let maximumTLS = Option(
        "max-tls",
        choices: versions,
        group: .connection,
        commands: offeringVersions,
        help: "The highest TLS version offered (default 1.3)."
    )
    static let ipv4 = Option(
        "ipv4",
        letter: "4",
        group: .connection,
        commands: [.fire],
        help: "Take the IPv4 addresses of a name alone."
    )
    static let ipv6 = Option(
        "ipv6",
        letter: "6",
        group: .connection,
        commands: [.fire],
        help: "Take the IPv6 addresses of a name alone."
    )
    static let http11 = Option(
        "http1",
        group: .connection,
        commands: [.fire],
        help: "Do not offer HTTP/2."
    )
    static let connectTo = Option(
        "connect-to",
        value: "HOST:PORT",
        group: .connection,
        commands: senders,
        help: "The address to connect to; SNI, Host and the checked name stay."
    )
    static let serverName = Option(
        "server-name",
        value: "NAME",
        group: .connection,
        commands: senders,
        help: "The name sent as SNI; empty text sends none."
    )
    static let validateAs = Option(
        "validate-as",
        value: "NAME",
        group: .connection,
        commands: senders,
        help: "The name that the certificate is checked against."
    )
    static let proxy = Option(
        "proxy",
        value: "URL|env",
        group: .connection,
        commands: senders,
        help: "The HTTP proxy to go through, https:// where the way to it is TLS; env takes it from the environment, "
            + "which does not count otherwise."
    )
    static let proxyAnchors = Option(
        "proxy-anchors",
        value: "FILE",
        repeats: true,
        group: .connection,
        commands: senders,
        help: "The only anchors for the proxy's certificate (default: those of the client); may be repeated."
    )
    static let user = Option(
        "user",
        value: "NAME",
        group: .connection,
        commands: senders,
        help:
            "The user for servers that ask for one (Basic, Digest, NTLM, Negotiate); the client decides whether it is sent."
    )
    static let passwordFile = Option(
        "password-file",
        value: "FILE",
        group: .connection,
        commands: senders,
        help: "A file with the user's password in its first line; else COUNTERSIGN_PASSWORD, else it is empty."
    )
    static let proxyUser = Option(
        "proxy-user",
        value: "NAME",
        group: .connection,
        commands: senders,
        help: "The user for the proxy."
    )
    static let proxyPasswordFile = Option(
        "proxy-password-file",
        value: "FILE",
        group: .connection,
        commands: senders,
        help:
            "A file with the proxy user's password in its first line; else COUNTERSIGN_PROXY_PASSWORD, else it is empty."
    )
    static let cache = Option(
        "cache",
        choices: ["reload", "protocol"],
        group: .connection,
        commands: senders,
        help:
            "Whether the session's cache may answer, as HTTP says, or is neither asked nor written (default reload, or as "
            + "the flow has it)."
    )
    static let session = Option(
        "session",
        choices: ["ephemeral", "default"],
        group: .connection,
        commands: [.fire, .inspect],
        help:
            "Whether cookies and cached responses are forgotten at the end (ephemeral, which is the default here), or "
            + "are kept in files of the user's cache folder for the next run (default, as URLSession calls it)."
    )
    static let timeout = Option(
        "timeout",
        value: "SECONDS",
        group: .connection,
        commands: senders.union([.lab]),
        help:
            "The time for the whole request (default 120, or as the flow has it); a held challenge stops the clock. For "
            + "lab --judge: for each run of the command (default 10)."
    )
    static let maxRedirects = Option(
        "max-redirects",
        value: "N",
        group: .connection,
        commands: senders,
        help:
            "How many redirects are followed (default 16); 0 takes a redirect as the response. Trust and identity are "
            + "decided anew at each host."
    )
    static let acceptTypes = Option(
        "accept-types",
        value: "LIST",
        group: .connection,
        commands: senders,
        help: "The content types that the client takes, with commas between them; another one is an error of its own."
    )
    static let keyLog = Option(
        "key-log",
        value: "FILE",
        group: .connection,
        commands: senders,
        help: "Append the TLS secrets to this file (NSS key log format), so that a packet capture can be read."
    )
    static let answersKept = Option(
        "answers-kept",
        choices: ["fresh", "reuse", "as-ios"],
        group: .connection,
        commands: offeringVersions,
        help: "Whether connections and TLS sessions outlive a request (default fresh)."
    )
    static let fresh = Option(
        "fresh",
        group: .connection,
        commands: offeringVersions,
        help: "Short for --answers-kept fresh."
    )

    // MARK: - Identity

    static let identity = Option(
        "identity",
        value: "FILE",
        group: .identity,
        commands: offerers,
        help: "The client identity: PKCS#12, or PEM with certificate and key."
    )
    static let identityKey = Option(
        "identity-key",
        value: "FILE",
        group: .identity,
        commands: offerers.union([.identity]),
        help: "The private key, where it has a file of its own."
    )
    static let identityRule = Option(
        "identity-rule",
        value: "HOST[:PORT]=FILE",
        repeats: true,
        group: .identity,
        commands: senders,
        help: "Show FILE's identity to that server alone; *.NAME for one label, * for all. Others get none."
    )
    static let identityPasswordFile = Option(
        "identity-password-file",
        value: "FILE",
        group: .identity,
        commands: offerers.union([.identity]),
        help: "A file with the pass phrase in its first line; else COUNTERSIGN_IDENTITY_PASSWORD, else it is asked for."
    )
    static let legacyProvider = Option(
        "legacy-provider",
        choices: ["auto", "on", "off"],
        group: .identity,
        commands: offerers.union([.identity]),
        help: "Whether old PKCS#12 encryption is opened; auto does and says so (default)."
    )

    // MARK: - Log

    static let log = Option(
        "log",
        value: "FILE",
        group: .log,
        commands: senders.union([.matrix, .attack]),
        help: "Record into this file, which is created or appended to."
    )
    static let noLog = Option(
        "no-log",
        group: .log,
        commands: senders.union([.matrix, .attack]),
        help: "Record nothing."
    )

    // MARK: - General

    static let help = Option(
        "help",
        letter: "h",
        group: .general,
        commands: everywhere,
        help: "Print this help and end."
    )
    static let version = Option(
        "version",
        group: .general,
        commands: everywhere,
        help: "Print the version and end."
    )
}
