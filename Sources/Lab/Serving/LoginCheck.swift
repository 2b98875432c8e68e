import Foundation

/// Whether a request bears the name and password that are wanted.
struct LoginCheck {
    let login: ScenarioRecipe.Login
    /// What the challenge for a digest holds.
    let nonce: String

    /// The refusal that asks for them; nil where the request has them.
    func refusal(of request: HTTPRequest) -> HTTPResponse? {
        let field = request.header("authorization") ?? ""
        switch login.scheme {
        case .basic:
            if field == "Basic " + Data("\(login.user):\(login.password)".utf8).base64EncodedString() { return nil }
            return challenge("Basic realm=\"\(login.realm)\", charset=\"UTF-8\"")
        case .digest:
            if isRight(Self.parameters(of: field), request) { return nil }
            return challenge("Digest realm=\"\(login.realm)\", qop=\"auth\", algorithm=MD5, nonce=\"\(nonce)\"")
        case .ntlm: return challenge("NTLM")
        case .negotiate: return challenge("Negotiate")
        }
    }

    private func challenge(_ text: String) -> HTTPResponse {
        var response = HTTPResponse.text(401, "401 This page wants a name and a password.")
        response.headers.append(("WWW-Authenticate", text))
        return response
    }

    // MARK: Digest

    /// RFC 7616 §3.4.1, with `qop=auth` and without the older form that lacks it.
    private func isRight(_ given: [String: String], _ request: HTTPRequest) -> Bool {
        guard given["username"] == login.user, given["realm"] == login.realm, given["nonce"] == nonce,
            given["uri"] == request.target, given["qop"] == "auth", let count = given["nc"], let own = given["cnonce"]
        else { return false }
        let secret = MD5.hex("\(login.user):\(login.realm):\(login.password)")
        let message = MD5.hex("\(request.method):\(request.target)")
        return given["response"]?.lowercased() == MD5.hex("\(secret):\(nonce):\(count):\(own):auth:\(message)")
    }

    /// `Digest a="b", c=d` as names and values; empty for any other scheme.
    static func parameters(of field: String) -> [String: String] {
        guard field.lowercased().hasPrefix("digest ") else { return [:] }
        var result: [String: String] = [:]
        var rest = field.dropFirst("digest ".count)
        while let equals = rest.firstIndex(of: "=") {
            let name = rest[..<equals].drop { $0 == "," || $0 == " " }.lowercased()
            rest = rest[equals...].dropFirst()
            if rest.first == "\"" {
                rest = rest.dropFirst()
                var value = ""
                while let character = rest.popFirst(), character != "\"" {
                    value.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
                }
                result[name] = value
            } else {
                let value = rest.prefix { $0 != "," && $0 != " " }
                rest = rest.dropFirst(value.count)
                result[name] = String(value)
            }
        }
        return result
    }
}
