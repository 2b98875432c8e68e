import Diagnosis
import Glibc

/// The address of a request: `http` or `https`, a host as typed, a port, and what goes into the request line.
public struct RequestURL: Hashable, Sendable, CustomStringConvertible {
    /// How the server is spoken to.
    public enum Scheme: String, Hashable, Sendable, CaseIterable {
        /// In the clear.
        case http
        /// Over TLS.
        case https

        /// The port where none is given.
        public var defaultPort: Int { self == .http ? 80 : 443 }
    }

    /// The scheme.
    public let scheme: Scheme
    /// The host as typed; an IPv6 address without its brackets.
    public let host: String
    /// The port, 1 to 65535.
    public let port: Int
    /// Path and query, at least `/`; no fragment.
    public let target: String

    /// Reads an address as a person types it: without a scheme it is `https`.
    ///
    /// - Throws: `url.malformed`, with the place of the fault.
    public init(_ text: String) throws(Problem) {
        var rest = text[...]
        let scheme: Scheme
        if let separator = text.firstRange(of: "://") {
            let name = text[..<separator.lowerBound].lowercased()
            guard let known = Scheme(rawValue: name) else {
                throw Problem.urlMalformed(text, place: 1, fault: "the scheme has to be https or http")
            }
            scheme = known
            rest = text[separator.upperBound...]
        } else {
            scheme = .https
        }
        func fault(at place: String.Index, _ what: String) -> Problem {
            Problem.urlMalformed(text, place: 1 + text.distance(from: text.startIndex, to: place), fault: what)
        }
        if let place = rest.firstIndex(where: { $0.isWhitespace || $0.unicodeScalars.contains { $0.value < 0x20 } }) {
            throw fault(at: place, "a blank or control character is not allowed here")
        }
        let authorityEnd = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        let authority = rest[..<authorityEnd]
        if let sign = authority.firstIndex(of: "@") {
            // Said instead of sent: a password in an address ends up in logs.
            throw fault(at: sign, "a user name or password has no place in the address; give an Authorization header")
        }
        (host, port) = try Self.hostAndPort(authority, defaultPort: scheme.defaultPort, fault: fault)
        self.scheme = scheme
        let target = rest[authorityEnd...].prefix { $0 != "#" }
        self.target = target.hasPrefix("/") ? String(target) : "/" + target
    }

    /// Reads `HOST:PORT` as an address to connect to; a lone host gets the port of `https`.
    ///
    /// - Throws: `url.malformed`, with the place of the fault.
    public init(hostAndPort text: String) throws(Problem) {
        if let place = text.firstIndex(where: { $0.isWhitespace || "/?#@".contains($0) }) {
            let position = 1 + text.distance(from: text.startIndex, to: place)
            throw Problem.urlMalformed(text, place: position, fault: "HOST:PORT is wanted")
        }
        try self.init("https://" + text)
    }

    /// Whether the host is an IPv4 address in any form that the system takes (`127.1`), or an IPv6 address.
    public var hostIsAddress: Bool { Self.isAddress(host) }

    /// The host as it stands in a URL: an IPv6 address in brackets.
    public var bracketedHost: String { host.contains(":") ? "[\(host)]" : host }

    /// The value of the `Host` header: the port where it is not the scheme's own.
    public var hostHeader: String { port == scheme.defaultPort ? bracketedHost : "\(bracketedHost):\(port)" }

    /// The whole address; the port where it is not the scheme's own.
    public var description: String { "\(scheme.rawValue)://\(hostHeader)\(target)" }

    /// Path and query as they are sent: what a request line cannot hold is percent-encoded as UTF-8.
    var encodedTarget: String {
        var encoded = ""
        for byte in target.utf8 {
            if byte > 0x20, byte < 0x7f, !"\"<>\\^`{|}".utf8.contains(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }

    static func isAddress(_ host: String) -> Bool {
        var four = in_addr()
        var six = in6_addr()
        return inet_aton(host, &four) == 1 || inet_pton(AF_INET6, host, &six) == 1
    }

    private static func hostAndPort(
        _ authority: Substring,
        defaultPort: Int,
        fault: (String.Index, String) -> Problem
    ) throws(Problem) -> (host: String, port: Int) {
        var host = authority
        var portText: Substring?
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else {
                throw fault(authority.startIndex, "the bracket of the IPv6 address is not closed")
            }
            host = authority[authority.index(after: authority.startIndex)..<end]
            var address = in6_addr()
            guard inet_pton(AF_INET6, String(host), &address) == 1 else {
                throw fault(host.startIndex, "this is no IPv6 address")
            }
            let after = authority[authority.index(after: end)...]
            guard after.isEmpty || after.hasPrefix(":") else {
                throw fault(after.startIndex, "a colon and the port are expected here")
            }
            portText = after.isEmpty ? nil : after.dropFirst()
        } else if let colon = authority.firstIndex(of: ":") {
            host = authority[..<colon]
            portText = authority[authority.index(after: colon)...]
            if let second = portText?.firstIndex(of: ":") {
                throw fault(second, "an IPv6 address has to stand in brackets")
            }
        }
        guard !host.isEmpty else { throw fault(authority.startIndex, "the host is missing") }
        if let place = host.firstIndex(where: { "\\<>\"^`{|}%[]".contains($0) }) {
            throw fault(place, "this character cannot be part of a host name")
        }
        guard let portText else { return (String(host), defaultPort) }
        guard portText.allSatisfy({ $0.isASCII && $0.isNumber }), let port = Int(portText), (1...65535).contains(port)
        else { throw fault(portText.startIndex, "the port has to be a number from 1 to 65535") }
        return (String(host), port)
    }
}
