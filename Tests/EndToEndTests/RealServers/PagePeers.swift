import Foundation
import TestSupport
import Testing

/// Pages of nginx, which asks who we are, with parts of another host that nobody trusts.
@Suite(.serialized) struct PagePeers {
    private let pki: CommandLinePKI
    private let folder: TemporaryFolder
    private let other: NginxServer
    private let server: NginxServer

    init() throws {
        pki = try CommandLinePKI()
        folder = try TemporaryFolder()
        let other = try NginxServer(pki, tls: "")
        self.other = other
        let images = (1...5).map { "<img src=\"https://127.0.0.1:\(other.port)/\($0).png\">" }.joined()
        try FileManager.default.createDirectory(atPath: folder.file("page/deep"), withIntermediateDirectories: true)
        let files = [
            "index.html": "<link rel=stylesheet href=style.css><script src=//api.example.test/page/script.js></script>"
                + "<script src=http://api.example.test/page/plain.js></script><iframe src=frame.html></iframe>\(images)",
            "style.css": "@import 'more.css'; @font-face { src: url(font.woff2) } body { background: url(back.png) }",
            "more.css": "p { color: red }", "script.js": "fetch(\"data.json\")", "data.json": "{}", "font.woff2": "f",
            "back.png": "p", "frame.html": "<iframe src=index.html></iframe><img src=back.png><img src=inner.png>",
            "inner.png": "i",
            "moved.html": "<meta http-equiv=refresh content='0; url=deep/here.html'><img src=back.png>",
            "deep/here.html": "<base href=/page/><picture><source srcset='wide.png 3x' media='(min-width: 900px)'>"
                + "<source srcset='small.png, sharp.png 3x'><img src=never.png></picture>"
                + "<link rel=preload as=image href=plain.png imagesrcset='plain.png 100w, large.png 1170w'>",
            "sharp.png": "p", "large.png": "p",
        ]
        for (name, text) in files { try folder.write("page/" + name, text: text) }
        server = try NginxServer(
            pki,
            tls: """
                ssl_client_certificate \(pki.clientCA);
                ssl_verify_client on;
                location /page/ {
                    root \(folder.path);
                    types { text/html html; text/css css; text/javascript js; application/json json; image/png png; }
                    expires 10m;
                }
                """
        )
    }

    private var arguments: [String] {
        let address = "https://api.example.test/page/index.html"
        return [
            address, address, "--connect-to", "127.0.0.1:\(server.port)", "--anchors", pki.root, "--identity",
            pki.alice,
            "--identity-password-file", pki.passPhraseFile,
        ]
    }

    @Test func aPageAsksOnceAHostAndTheSecondTimeTheCacheAnswers() throws {
        let (status, document) = try LoadedPage.load(arguments)
        #expect(status == 1)
        let first = try #require(document.pages.first)
        #expect(first.resources[0].challenges == ["server trust default", "client certificate use"])
        let own = first.resources.dropFirst().filter { $0.url.hasPrefix("https://api.example.test/") }
        #expect(
            Set(own.map { $0.url.dropFirst("https://api.example.test/page/".count) }) == [
                "style.css", "script.js", "frame.html", "more.css", "font.woff2", "back.png", "data.json", "inner.png",
            ]
        )
        for resource in own {
            #expect(resource.way == "reused", "\(resource.url)")
            #expect(resource.challenges.isEmpty)
            #expect(resource.restsOnRequest == 1)
        }
        // A script without TLS could change the page; a document is no frame of itself.
        #expect(document.resource("/page/plain.js")?.way == "notFetched")
        #expect(document.resource("/page/plain.js")?.code == "page.mixed-content")
        #expect(first.resources.filter { $0.url.hasSuffix("/page/index.html") }.count == 1)

        let second = try #require(document.pages.last)
        for resource in second.resources where resource.url.hasPrefix("https://api.example.test/") {
            #expect(resource.way == "cached", "\(resource.url)")
            #expect(resource.challenges.isEmpty)
        }
        #expect(server.accessLog.split(separator: "\n").count == 9)
    }

    @Test func aDocumentThatSendsItsViewElsewhereIsFollowedAndOneOfSeveralPicturesLoaded() throws {
        let (status, document) = try LoadedPage.load(
            ["https://api.example.test/page/moved.html"] + arguments.dropFirst(2)
        )
        let page = try #require(document.pages.first)
        #expect(status == 0)
        #expect(page.resources.map(\.kind) == ["page", "image", "refresh", "image", "image"])
        #expect(
            page.resources.map { String($0.url.dropFirst("https://api.example.test/page/".count)) } == [
                "moved.html", "back.png", "deep/here.html", "sharp.png", "large.png",
            ]
        )
        #expect(page.resources.dropFirst().allSatisfy { $0.way == "reused" && $0.restsOnRequest == 1 })
        #expect(page.findings.isEmpty)
    }

    @Test func aChallengeThatIsRefusedAgainAndAgainIsStoppedAndNamed() throws {
        let (_, document) = try LoadedPage.load(arguments)
        let first = try #require(document.pages.first)
        let foreign = first.resources.filter { $0.url.hasPrefix("https://127.0.0.1:") }
        #expect(foreign.map(\.way) == ["new", "new", "new", "notFetched", "notFetched"])
        #expect(
            foreign.prefix(3).allSatisfy { $0.challenges == ["server trust default"] && $0.code == "host.mismatch" }
        )
        #expect(foreign.suffix(2).allSatisfy { $0.code == "challenge.repeated" })
        let finding = try #require(first.findings.first { $0.code == "challenge.repeated" })
        #expect(finding.sentence.contains("127.0.0.1:\(other.port) came 3 times"))
        #expect(other.accessLog.isEmpty)
    }
}
