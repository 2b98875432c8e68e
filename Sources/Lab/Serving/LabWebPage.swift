import Foundation

/// The HTML page and what it loads: a style sheet, a script, three images and the script's own request.
///
/// The second image comes from another right scenario, the third without TLS, the script's request goes to a server that
/// signs for itself: a client that answers each host's challenge for itself lets that one fail.
struct LabWebPage {
    let site: LabSite

    /// The response to a path below `/page`; nil where nothing is there.
    func response(to request: HTTPRequest) -> HTTPResponse? {
        switch request.path {
        case "/page", "/page/": Self.file("text/html; charset=utf-8", html(request.header("host")))
        case "/page/style.css": Self.file("text/css", "body { font-family: sans-serif; margin: 2em }\n")
        case "/page/script.js": Self.file("text/javascript", script(request.header("host")))
        case "/page/image.png":
            HTTPResponse(status: 200, headers: [("Content-Type", "image/png")], body: .bytes(Self.image))
        case "/page/data.json": Self.data
        default: nil
        }
    }

    private func html(_ host: String?) -> String {
        let other = site.address(of: "good", asReachedBy: host).map { $0 + "/page/image.png" }
        let plain = site.address(of: "plain-http", asReachedBy: host, scheme: "http").map { $0 + "/page/image.png" }
        let images = ["/page/image.png", other, plain].compactMap { $0 }
            .map { "    <img src=\"\(Self.escaped($0))\" alt=\"\" width=\"16\" height=\"16\">\n" }
        return """
            <!DOCTYPE html>
            <html lang="en">
              <head>
                <meta charset="utf-8">
                <title>Countersign's lab</title>
                <link rel="stylesheet" href="/page/style.css">
                <script src="/page/script.js" defer></script>
              </head>
              <body>
                <h1>A page of the lab</h1>
            \(images.joined())    <p id="answer">The script has not asked yet.</p>
              </body>
            </html>

            """
    }

    private func script(_ host: String?) -> String {
        let address = (site.address(of: "self-signed", asReachedBy: host) ?? "") + "/page/data.json"
        return """
            const answer = document.getElementById("answer");
            fetch(\(LabEcho.quoted(address)))
                .then((response) => response.json())
                .then((data) => { answer.textContent = data.text; })
                .catch((error) => { answer.textContent = "The script's request failed: " + error; });

            """
    }

    private static func file(_ type: String, _ text: String) -> HTTPResponse {
        HTTPResponse(status: 200, headers: [("Content-Type", type)], body: .bytes(Array(text.utf8)))
    }

    private static let data: HTTPResponse = {
        var response = file("application/json", "{\"text\": \"The script's request was answered.\"}\n")
        // The request comes from a page of another origin.
        response.headers.append(("Access-Control-Allow-Origin", "*"))
        return response
    }()

    /// A Host field may hold anything.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }

    /// One grey pixel.
    private static let image = [UInt8](
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg=="
        ) ?? Data()
    )
}
