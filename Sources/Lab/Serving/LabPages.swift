import Foundation

/// What the lab answers to a request.
struct LabPages {
    let scenario: ScenarioRecipe
    /// What was negotiated; nil without TLS.
    let tls: TLSStream.Facts?
    /// The client's certificate as the server judged it; nil when it sent none.
    let client: ClientVerdict?

    /// The response to a request: a refusal where the scenario demands something that is not there, else the page.
    func response(to request: HTTPRequest) -> HTTPResponse {
        refusal(of: request) ?? page(request)
    }

    private func refusal(of request: HTTPRequest) -> HTTPResponse? {
        if scenario.clients.refusesByStatus {
            guard let client else { return .text(400, "400 No required client certificate was sent.") }
            guard client.isVerified else {
                return .text(400, "400 The client certificate does not verify: \(client.errorName).")
            }
        }
        guard let basic = scenario.basic else { return nil }
        let wanted = "Basic " + Data("\(basic.user):\(basic.password)".utf8).base64EncodedString()
        guard request.header("authorization") != wanted else { return nil }
        var response = HTTPResponse.text(401, "401 This page wants a name and a password.")
        response.headers.append(("WWW-Authenticate", "Basic realm=\"\(basic.realm)\", charset=\"UTF-8\""))
        return response
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
        default: return echo(request)
        }
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
            "404 The lab has /status/200-599, /slow/SECONDS, /large/BYTES, /redirect?to=URL&status=302; "
                + "any other path shows what the server saw."
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
