import Testing

@testable import Workbench

/// What a page, a style sheet and a script need, read from their text.
@Suite struct PageReferenceTests {
    private func words(_ references: [PageReference]) -> [String] {
        references.map { "\($0.kind.rawValue) \($0.address)" }
    }

    private func html(_ text: String) -> HTMLDocument { HTMLDocument(Array(text.utf8), encoding: "utf-8") }

    @Test func aDocumentNamesWhatItNeeds() {
        let document = html(
            """
            <!DOCTYPE html><base href="/deep/"><link rel="preload stylesheet" href=a.css>
            <link rel="alternate stylesheet" href=no.css><link rel=icon href=i.png><link rel=preload as=font href=f.woff2>
            <script src="s.js">fetch("never")</script><script>fetch("x.json")</script><style>p{background:url(b.png)}</style>
            <body background=bg.gif><img src="1.png" srcset="2.png 2x"><img srcset="3.png 1x, 4.png 2x">
            <picture><source srcset="5.webp 1x"></picture><video poster=6.png src=7.mp4><track src=8.vtt></video>
            <iframe src="https://other.test/frame"></iframe><p style="background: url('9.png')">&amp;<a href=link>no</a>
            """
        )
        #expect(document.base == "/deep/")
        #expect(
            words(document.references) == [
                "style a.css", "image i.png", "font f.woff2", "script s.js", "request x.json", "image b.png",
                "image bg.gif",
                "image 1.png", "image 3.png", "image 5.webp", "image 6.png", "media 7.mp4", "media 8.vtt",
                "frame https://other.test/frame", "image 9.png",
            ]
        )
    }

    @Test func anAddressIsUnpackedOnce() {
        #expect(words(html("<img src='a?b=1&amp;c=2'>").references) == ["image a?b=1&c=2"])
    }

    @Test func anotherCharacterSetIsRead() {
        let latin = Array("<img src=\"".utf8) + [0xfc] + Array(".png\">".utf8)
        #expect(words(HTMLDocument(latin, encoding: "iso-8859-1").references) == ["image ü.png"])
        #expect(words(HTMLDocument(latin, encoding: "no-such-set").references).count == 1)
    }

    @Test func hostileDocumentsEnd() {
        #expect(html("").references.isEmpty)
        #expect(html("\0\0<").references.isEmpty)
        _ = html(String(repeating: "<div>", count: 100_000) + "<img src=x>")
        let many = html(String(repeating: "<img src=x>", count: 10_000))
        #expect(many.references.count == 2000)
        for length in 0..<200 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: ($0 &* 7919) ^ length) }
            _ = HTMLDocument(Array("<img src=".utf8) + bytes, encoding: nil)
            _ = StyleReferences.all(in: Array("url(".utf8) + bytes + Array("@import \"".utf8) + bytes)
        }
    }

    @Test(
        arguments: [
            ("@import 'a.css'; @import url(b.css) print;", ["style a.css", "style b.css"]),
            ("@font-face { src: url(\"f.woff2\") } b { background: url( c.png ) }", ["font f.woff2", "image c.png"]),
            ("/* url(no.png) */ a { content: 'url(no.png)'; background: URL('d e.png') }", ["image d%20e.png"]),
            ("a { curl(no) } url(", []), ("@import", []), ("'", []), ("/*", []), ("a { background: url() }", []),
        ] as [(String, [String])]
    )
    func aStyleSheetNamesWhatItNeeds(_ row: (text: String, found: [String])) {
        #expect(words(StyleReferences.all(in: row.text.utf8)) == row.found)
    }

    @Test(
        arguments: [
            ("fetch('/a.json')", ["request /a.json"]), ("x.open(\"GET\", \"/b\", true)", ["request /b"]),
            ("import { a } from \"./c.js\"; import('./d.js')", ["script ./d.js", "script ./c.js"]),
            ("fetch(base + '/no')", []), ("prefetch('/no')", []),
        ] as [(String, [String])]
    )
    func aScriptNamesWhatItAsksFor(_ row: (text: String, found: [String])) {
        #expect(words(ScriptReferences.all(in: row.text)) == row.found)
    }
}
