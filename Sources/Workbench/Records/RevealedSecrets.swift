/// What of a request is worth something by itself to whoever reads it, in words and without any value.
enum RevealedSecrets {
    /// `the certificate CN=alice, O=Lab`, `a Bearer token`, `Cookie`.
    static func words(certificate: String?, headerNames: [String], scheme: String?) -> [String] {
        var words = certificate.map { ["the certificate \($0)"] } ?? []
        for name in headerNames {
            switch name.lowercased() {
            case "authorization": words.append(scheme.map(word) ?? name)
            case "cookie", "proxy-authorization", "x-api-key": words.append(name)
            default: break
            }
        }
        return words
    }

    private static func word(_ scheme: String) -> String {
        switch scheme {
        case "Bearer", "DPoP", "Negotiate": "a \(scheme) token"
        case "Basic": "name and password (Basic)"
        default: "an answer of \(scheme)"
        }
    }
}
