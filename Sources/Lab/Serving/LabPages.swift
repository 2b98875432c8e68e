import Foundation

/// What the lab answers to a request.
struct LabPages {
    let scenario: ScenarioRecipe
    let site: LabSite
    /// What was negotiated; nil without TLS.
    var tls: TLSStream.Facts?
    /// The client's certificate as the server judged it; nil when it sent none.
    var client: ClientVerdict?
    /// What is handed out in place of all this; nil but for the server of the lab's files.
    var files: PublishedFiles?

    init(scenario: ScenarioRecipe, site: LabSite) {
        self.scenario = scenario
        self.site = site
    }

    /// The response to a request: a refusal where the scenario demands something that is not there, else the page.
    func response(to request: HTTPRequest) -> HTTPResponse {
        if let files { return files.response(to: request) ?? .text(404, "404 The lab hands out no such file.") }
        return refusal(of: request) ?? page(request)
    }

    private func refusal(of request: HTTPRequest) -> HTTPResponse? {
        // In nginx's words, which clients know.
        if scenario.clients.refusesByStatus {
            guard let client else { return .text(400, "400 No required SSL certificate was sent") }
            guard client.isVerified else {
                return .text(400, "400 The SSL certificate error: \(client.errorName)")
            }
        }
        if scenario.clients.isLate, scenario.clients.mode == .require, client == nil {
            return .text(403, "403 The client cannot be asked for a certificate after the handshake.")
        }
        return login(request).flatMap { LoginCheck(login: $0, nonce: site.nonce).refusal(of: request) }
    }

    /// The name and password that the scenario wants, or the path.
    private func login(_ request: HTTPRequest) -> ScenarioRecipe.Login? {
        if let login = scenario.login { return login }
        let scheme: ScenarioRecipe.Login.Scheme
        switch request.path {
        case "/basic": scheme = .basic
        case "/digest": scheme = .digest
        default: return nil
        }
        return ScenarioRecipe.Login(scheme: scheme, realm: "lab", user: "lab", password: "lab")
    }

    private func page(_ request: HTTPRequest) -> HTTPResponse {
        let parts = request.path.split(separator: "/").map(String.init)
        switch (parts.first, parts.dropFirst().first) {
        case ("status", let number?):
            guard let status = Int(number), (200...599).contains(status) else { return Self.badArgument(request) }
            var response = HTTPResponse.text(status, "\(status) \(HTTPResponse.reason(status))")
            if !response.mayHaveBody { response.body = .bytes([]) }
            return response
        case ("large", let number?):
            guard let count = Int(number), (0...(1 << 32)).contains(count) else { return Self.badArgument(request) }
            return HTTPResponse(
                status: 200,
                headers: [("Content-Type", "application/octet-stream")],
                body: .filler(count)
            )
        case ("slow", let number):
            guard let seconds = Double(number ?? "3"), (0...3600).contains(seconds) else {
                return Self.badArgument(request)
            }
            var response = echo(request)
            response.delay = seconds
            return response
        case ("redirect", nil): return Self.redirect(request)
        case ("type", let type?) where parts.count == 3: return typed(type, parts[2], request)
        case ("page", _): return LabWebPage(site: site).response(to: request) ?? Self.badArgument(request)
        case (nil, nil): return start(request)
        default: return echo(request)
        }
    }

    /// What `/` gives.
    private func start(_ request: HTTPRequest) -> HTTPResponse {
        switch scenario.answer {
        case .echo, .files: return echo(request)
        case .page:
            var page = request
            page.target = "/page"
            return LabWebPage(site: site).response(to: page) ?? echo(request)
        case .cacheable: return cacheable(request)
        case .redirect:
            let host = request.header("host")
            let other = site.otherHost(than: host)
            let named = LabNames.contains(LabSite.name(of: host)) ? host : other
            let own = "https://\(other):\(site.ports[scenario.scenario.name] ?? 443)"
            let target = (site.address(of: "good", asReachedBy: named) ?? own) + "/"
            var response = HTTPResponse.text(302, "See \(target)")
            response.headers.append(("Location", target))
            return response
        }
    }

    private static let validator = "\"lab-1\""

    /// May be kept for ten minutes, and asked after by its validator then (RFC 9111).
    private func cacheable(_ request: HTTPRequest) -> HTTPResponse {
        let fields: [HTTPRequest.Field] = [("Cache-Control", "private, max-age=600"), ("ETag", Self.validator)]
        if request.header("if-none-match") == Self.validator { return HTTPResponse(status: 304, headers: fields) }
        var response = echo(request)
        response.headers += fields
        return response
    }

    /// The echo under another type than its own.
    private func typed(_ type: String, _ subtype: String, _ request: HTTPRequest) -> HTTPResponse {
        let isToken = (type + subtype).utf8.allSatisfy {
            (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || [0x2b, 0x2d, 0x2e].contains($0)
        }
        guard isToken, !type.isEmpty, !subtype.isEmpty else { return Self.badArgument(request) }
        var response = echo(request)
        response.headers = [("Content-Type", "\(type)/\(subtype)")]
        return response
    }

    private static func redirect(_ request: HTTPRequest) -> HTTPResponse {
        // A control character would end the field.
        guard let target = request.query("to"), !target.isEmpty,
            target.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7f })
        else { return badArgument(request) }
        let status = request.query("status").flatMap { Int($0) } ?? 302
        guard [301, 302, 303, 307, 308].contains(status) else { return badArgument(request) }
        var response = HTTPResponse.text(status, "See \(target)")
        response.headers.append(("Location", target))
        return response
    }

    private static func badArgument(_ request: HTTPRequest) -> HTTPResponse {
        .text(
            404,
            "404 The lab has /status/200-599, /slow/SECONDS, /large/BYTES, /type/TYPE/SUBTYPE, /page, /basic, /digest, "
                + "/redirect?to=URL&status=302; any other path shows what the server saw."
        )
    }

    private func echo(_ request: HTTPRequest) -> HTTPResponse {
        let echo = LabEcho(scenario: scenario.scenario.name, tls: tls, client: client, request: request)
        return HTTPResponse(
            status: 200,
            headers: [("Content-Type", "application/json")],
            body: .bytes(Array(echo.json.utf8))
        )
    }
}
