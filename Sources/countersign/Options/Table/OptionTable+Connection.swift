/// How a request goes out.
extension Option {
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
}
