/// The options of curl that are understood, by their long names.
enum CurlOption {
    /// Those that say something about the request, and take a value.
    static let valued: Set<String> = [
        "request", "header", "data", "data-ascii", "data-raw", "data-binary", "data-urlencode", "json", "form",
        "form-string", "user", "user-agent", "referer", "cookie", "max-redirs", "cacert", "cert", "cert-type", "key",
        "key-type", "pass", "pinnedpubkey", "resolve", "connect-to", "proxy", "proxy-user", "proxy-cacert", "max-time",
        "tls-max", "upload-file", "url", "oauth2-bearer", "range",
    ]

    /// Those that say something about the request, and take none.
    static let switches: Set<String> = [
        "get", "head", "insecure", "location", "compressed", "basic", "digest", "ntlm", "negotiate", "anyauth",
        "http1.0", "http1.1", "http2", "http2-prior-knowledge", "tlsv1", "tlsv1.0", "tlsv1.1", "tlsv1.2", "tlsv1.3",
        "ipv4", "ipv6",
    ]

    /// Those about curl's own output and patience, which change nothing of the request.
    static let withoutEffect: Set<String> = [
        "silent", "show-error", "verbose", "include", "fail", "fail-with-body", "no-buffer", "progress-bar",
        "no-progress-meter", "remote-name", "remote-header-name", "create-dirs", "globoff", "path-as-is",
        "styled-output",
        "no-keepalive", "tcp-nodelay", "http0.9", "disable", "parallel", "no-sessionid", "fail-early", "ssl-reqd",
        "remote-time", "junk-session-cookies", "trace-time", "parallel-immediate", "retry-all-errors",
        "retry-connrefused", "suppress-connect-headers", "tcp-fastopen", "false-start", "ssl-no-revoke",
    ]

    /// The same with a value.
    static let valuedWithoutEffect: Set<String> = [
        "output", "write-out", "dump-header", "retry", "retry-delay", "retry-max-time", "connect-timeout", "stderr",
        "trace", "trace-ascii", "keepalive-time", "speed-limit", "speed-time", "limit-rate", "output-dir",
        "cookie-jar", "parallel-max", "expect100-timeout", "happy-eyeballs-timeout-ms",
    ]

    /// The long name of a letter.
    static let letters: [Character: String] = [
        "X": "request", "H": "header", "d": "data", "F": "form", "u": "user", "A": "user-agent", "e": "referer",
        "b": "cookie", "E": "cert", "x": "proxy", "U": "proxy-user", "m": "max-time", "T": "upload-file", "r": "range",
        "G": "get", "I": "head", "k": "insecure", "L": "location", "0": "http1.0", "1": "tlsv1", "4": "ipv4",
        "6": "ipv6", "s": "silent", "S": "show-error", "v": "verbose", "i": "include", "f": "fail", "N": "no-buffer",
        "#": "progress-bar", "O": "remote-name", "J": "remote-header-name", "g": "globoff", "q": "disable",
        "Z": "parallel", "o": "output", "w": "write-out", "D": "dump-header", "R": "remote-time",
        "j": "junk-session-cookies", "c": "cookie-jar", "Y": "speed-limit", "y": "speed-time",
    ]

    static func takesValue(_ name: String) -> Bool { valued.contains(name) || valuedWithoutEffect.contains(name) }

    static func isKnown(_ name: String) -> Bool {
        takesValue(name) || switches.contains(name) || withoutEffect.contains(name)
    }
}
