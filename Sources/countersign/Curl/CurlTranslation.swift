import Diagnosis
import Foundation
import RequestEngine
import Trust

/// Says with this program's options what a pasted curl command line says with curl's.
struct CurlTranslation {
    private let line: CurlCommandLine
    private let outer: Arguments
    private var result: Arguments

    /// The arguments with those of the pasted command line before them; the same where there is none.
    ///
    /// - Throws: `option.…` and `file.…` codes; a secret is never repeated in them.
    static func completing(_ arguments: Arguments) throws(Problem) -> Arguments {
        guard let given = arguments.value(.curl) else { return arguments }
        guard arguments.operands.isEmpty else {
            throw .optionConflict(Option.curl.long, "an address", drop: "The command line brings its own address.")
        }
        let text = given == "-" ? readInput() : given
        var translation = CurlTranslation(try CurlCommandLine(text), arguments)
        try translation.translate()
        return translation.result
    }

    private static func readInput() -> String {
        let bytes = (try? FileHandle.standardInput.read(upToCount: 1 << 20)) ?? Data()
        return String(decoding: bytes, as: UTF8.self)
    }

    private init(_ line: CurlCommandLine, _ outer: Arguments) {
        self.line = line
        self.outer = outer
        result = Arguments(command: outer.command)
    }

    private mutating func translate() throws(Problem) {
        let body = try CurlBody(line)
        let address = try readAddress(body)
        try readRequest(body)
        try readIdentity()
        try readTrust()
        try readConnection(to: try RequestURL(address))
        result.pasted.body = body.stream
        result.pasted.fields = body.fields
        // What stands beside the pasted line counts more: it comes last.
        for (option, value) in outer.given { result.add(option, value) }
        result.operands = [address]
    }

    private mutating func readRequest(_ body: CurlBody) throws(Problem) {
        if let method = line.value("request") ?? (line.has("head") ? "HEAD" : body.method) {
            result.add(.method, method)
        }
        for field in line.values("header") {
            // curl takes the lines of a file.
            guard !field.hasPrefix("@") else { throw .optionValue("curl -H", "a file", taken: "NAME: VALUE") }
            // `Name;` is a field without a value, `Name:` takes one of curl's own away.
            if field.hasSuffix(";"), !field.contains(":") {
                result.add(.header, field.dropLast() + ":")
            } else if let colon = field.firstIndex(of: ":"),
                field[field.index(after: colon)...].contains(where: { $0 != " " })
            {
                result.add(.header, field)
            }
        }
        if let agent = line.value("user-agent") { result.add(.header, "User-Agent: \(agent)") }
        if let referer = line.value("referer") { result.add(.header, "Referer: \(referer)") }
        if let range = line.value("range") { result.add(.header, "Range: bytes=\(range)") }
        if let token = line.value("oauth2-bearer") { result.add(.header, "Authorization: Bearer \(token)") }
        if let time = line.value("max-time") { result.add(.timeout, time) }
        // curl follows no redirect unless it is told to, and fifty then.
        result.add(.maxRedirects, line.has("location") ? (line.value("max-redirs") ?? "50") : "0")
    }

    /// The address, with what `-G` adds to it and without what curl takes from it.
    private mutating func readAddress(_ body: CurlBody) throws(Problem) -> String {
        var address = line.urls.joined()
        // What curl takes an address without a scheme for.
        if !address.contains("://") { address = "http://" + address }
        if let separator = address.firstRange(of: "://") {
            let rest = address[separator.upperBound...]
            let authority = rest.prefix { !"/?#".contains($0) }
            if let sign = authority.lastIndex(of: "@") {
                readUser(String(authority[..<sign]).removingPercentEncoding ?? String(authority[..<sign]))
                address.removeSubrange(authority.startIndex...sign)
            }
        }
        if let user = line.value("user") { readUser(user) }
        for cookie in line.values("cookie") {
            guard cookie.contains("=") else { throw .optionValue("curl -b", "a file", taken: "NAME=VALUE") }
            result.add(.header, "Cookie: \(cookie)")
        }
        if let query = body.query { address += (address.contains("?") ? "&" : "?") + query }
        if line.has("upload-file"), address.hasSuffix("/"), let path = line.value("upload-file") {
            address += (path as NSString).lastPathComponent
        }
        return address
    }

    /// A user and a password: sent at once as curl does with Basic, else when they are asked for.
    private mutating func readUser(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let waits = ["digest", "ntlm", "negotiate", "anyauth"].contains(where: line.has)
        guard parts.count > 1, !waits else {
            result.add(.user, String(parts[0]))
            if parts.count > 1 { result.pasted.password = PassPhrase(String(parts[1])) }
            return
        }
        result.add(.header, "Authorization: Basic " + Data(text.utf8).base64EncodedString())
    }

    private mutating func readIdentity() throws(Problem) {
        if let text = line.value("cert") {
            let (path, passPhrase) = Self.certificate(text)
            result.add(.identity, path)
            if let passPhrase { result.pasted.identityPassPhrase = PassPhrase(passPhrase) }
        }
        if let key = line.value("key") { result.add(.identityKey, key) }
        if let passPhrase = line.value("pass") { result.pasted.identityPassPhrase = PassPhrase(passPhrase) }
    }

    /// `FILE:PASS`, where `\:` is a colon of the name.
    private static func certificate(_ text: String) -> (path: String, passPhrase: String?) {
        var path = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            if character == "\\", let next = rest.first, next == ":" || next == "\\" {
                path.append(rest.removeFirst())
            } else if character == ":" {
                return (path, String(rest))
            } else {
                path.append(character)
            }
        }
        return (path, nil)
    }

    /// What curl is told about trust counts where nothing beside the pasted line says who judges.
    private mutating func readTrust() throws(Problem) {
        let isChosen = outer.given.contains { $0.option.group == .decision }
        if line.has("insecure"), !isChosen { result.add(.onServerTrust, "use") }
        if let pins = line.value("pinnedpubkey"), !isChosen {
            for pin in pins.split(separator: ";") { result.add(.pin, String(pin)) }
        }
        if let file = line.value("cacert"), !outer.given.contains(where: { $0.option.group == .trust }) {
            result.add(.anchors, file)
            result.add(.anchorsOnly, "")
        }
        for name in ["tlsv1", "tlsv1.0", "tlsv1.1", "tlsv1.2", "tlsv1.3"] where line.has(name) {
            result.add(.minimumTLS, name == "tlsv1" ? "1.0" : String(name.dropFirst(4)))
        }
        if let version = line.value("tls-max"), version != "default" {
            guard Option.maximumTLS.choices.contains(version) else {
                throw .optionValue("curl --tls-max", version, taken: Option.maximumTLS.taken)
            }
            result.add(.maximumTLS, version)
        }
    }

    private mutating func readConnection(to url: RequestURL) throws(Problem) {
        if line.has("ipv4") { result.add(.ipv4, "") }
        if line.has("ipv6") { result.add(.ipv6, "") }
        if line.has("http1.1") || line.has("http1.0") { result.add(.http11, "") }
        for text in line.values("resolve") {
            // HOST:PORT:ADDRESS[,ADDRESS]
            let parts = text.drop { $0 == "+" }.split(separator: ":", maxSplits: 2).map(String.init)
            guard parts.count == 3 else { throw .optionValue("curl --resolve", text, taken: "HOST:PORT:ADDRESS") }
            guard parts[0].lowercased() == url.host.lowercased() || parts[0] == "*", parts[1] == "\(url.port)" else {
                continue
            }
            let first = parts[2].prefix { $0 != "," }
            let isBare = first.contains(":") && !first.hasPrefix("[")
            result.add(.connectTo, (isBare ? "[\(first)]" : String(first)) + ":\(url.port)")
        }
        for text in line.values("connect-to") {
            // HOST1:PORT1:HOST2:PORT2, where either may be empty.
            let parts = Self.parts(text)
            guard parts.count == 4 else {
                throw .optionValue("curl --connect-to", text, taken: "HOST1:PORT1:HOST2:PORT2")
            }
            guard parts[0].isEmpty || parts[0].lowercased() == url.host.lowercased(),
                parts[1].isEmpty || parts[1] == "\(url.port)"
            else { continue }
            let host = parts[2].isEmpty ? url.bracketedHost : parts[2]
            result.add(.connectTo, "\(host):\(parts[3].isEmpty ? "\(url.port)" : parts[3])")
        }
        try readProxy()
    }

    private mutating func readProxy() throws(Problem) {
        guard var proxy = line.value("proxy"), !proxy.isEmpty else { return }
        let start = proxy.firstRange(of: "://")?.upperBound ?? proxy.startIndex
        if let sign = proxy.lastIndex(of: "@"), sign >= start {
            readProxyUser(String(proxy[start..<sign]))
            proxy.removeSubrange(start...sign)
        }
        if let user = line.value("proxy-user") { readProxyUser(user) }
        // curl's own default, where ours is that of the scheme.
        let authority = proxy[(proxy.firstRange(of: "://")?.upperBound ?? proxy.startIndex)...]
        if !authority.drop(while: { $0 != "]" }).contains(":"), !authority.contains(":") { proxy += ":1080" }
        result.add(.proxy, proxy)
        if let file = line.value("proxy-cacert") { result.add(.proxyAnchors, file) }
    }

    private mutating func readProxyUser(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        result.add(.proxyUser, String(parts[0]))
        if parts.count > 1 { result.pasted.proxyPassword = PassPhrase(String(parts[1])) }
    }

    /// Split at colons outside of brackets.
    private static func parts(_ text: String) -> [String] {
        var parts = [""]
        var depth = 0
        for character in text {
            if character == "[" { depth += 1 }
            if character == "]" { depth -= 1 }
            if character == ":", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts
    }
}
