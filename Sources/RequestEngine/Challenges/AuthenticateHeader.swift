import Trust

/// The ways to authenticate that a server or proxy offers (`WWW-Authenticate`, `Proxy-Authenticate`; RFC 9110 §11.6).
struct AuthenticateHeader {
    /// A way that is offered.
    struct Offer: Hashable, Sendable {
        var method: AuthenticationMethod
        var realm: String?
    }

    /// The ways that are known, the strongest first, in which order a loader tries them.
    let offers: [Offer]

    /// - Parameter values: The values of all fields of that name.
    init(_ values: [String]) {
        var found: [Offer] = []
        for value in values {
            for item in Self.items(value) {
                let words = item.split(separator: " ", maxSplits: 1)
                guard let first = words.first else { continue }
                if first.contains("=") || (words.count > 1 && words[1].hasPrefix("=")) {
                    if let realm = Self.realm(item[...]), !found.isEmpty, found[found.count - 1].realm == nil {
                        found[found.count - 1].realm = realm
                    }
                } else if let method = Self.methods[first.lowercased()] {
                    found.append(Offer(method: method, realm: words.count > 1 ? Self.realm(words[1]) : nil))
                } else {
                    // What follows belongs to a way that is not known.
                    found.append(Offer(method: .serverTrust))
                }
            }
        }
        offers = Self.order.flatMap { method in found.filter { $0.method == method } }
    }

    private static let order: [AuthenticationMethod] = [.negotiate, .ntlm, .httpDigest, .httpBasic]

    private static let methods: [String: AuthenticationMethod] = [
        "basic": .httpBasic, "digest": .httpDigest, "ntlm": .ntlm, "negotiate": .negotiate,
    ]

    /// The parts between commas that are in no quotes.
    private static func items(_ value: String) -> [String] {
        var items: [String] = []
        var item = ""
        var isQuoted = false
        var isEscaped = false
        for character in value {
            if isEscaped {
                isEscaped = false
            } else if character == "\\", isQuoted {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                items.append(item)
                item = ""
                continue
            }
            item.append(character)
        }
        return (items + [item]).map { String($0.drop { $0 == " " || $0 == "\t" }) }.filter { !$0.isEmpty }
    }

    /// The value of a `realm` parameter, without its quotes.
    private static func realm(_ parameter: Substring) -> String? {
        guard let sign = parameter.firstIndex(of: "="),
            parameter[..<sign].filter({ $0 != " " }).lowercased() == "realm"
        else { return nil }
        let value = parameter[parameter.index(after: sign)...].drop { $0 == " " }
        guard value.hasPrefix("\"") else { return String(value) }
        var text = ""
        var isEscaped = false
        for character in value.dropFirst() {
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
                continue
            } else if character == "\"" {
                break
            }
            text.append(character)
        }
        return text
    }
}
