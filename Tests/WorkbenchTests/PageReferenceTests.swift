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
            <body background=bg.gif><img src="1.png" srcset="2.png 2x"><img srcset="3.png 1x, 4.png 4x">
            <picture><source srcset="5.webp 1x"></picture><video poster=6.png src=7.mp4><track src=8.vtt></video>
            <iframe src="https://other.test/frame"></iframe><p style="background: url('9.png')">&amp;<a href=link>no</a>
            """
        )
        #expect(document.base == "/deep/")
        #expect(
            words(document.references) == [
                "style a.css", "image i.png", "font f.woff2", "script s.js", "request x.json", "image b.png",
                "image bg.gif",
                "image 2.png", "image 4.png", "image 6.png", "media 7.mp4", "media 8.vtt",
                "frame https://other.test/frame", "image 9.png",
            ]
        )
    }

    /// What a view loads for one element, in words.
    @Test(
        arguments: [
            // One picture of several: the smallest that is sharp enough, else the sharpest.
            ("<img src=1.png srcset='2.png 2x, 3.png 3x, 4.png 4x'>", ["image 3.png"]),
            ("<img src=1.png srcset=''>", ["image 1.png"]), ("<img src=1.png srcset='no.png 2y'>", ["image 1.png"]),
            // The first source that fits wins over the picture's own; the others are not loaded.
            (
                "<picture><source srcset=a.jxl type=image/jxl><source srcset=b.webp media='(min-width: 800px)'>"
                    + "<source srcset='c.webp, d.webp 3x' type=image/webp><img src=e.png></picture><img src=f.png>",
                ["image d.webp", "image f.png"]
            ),
            ("<picture><source media=print srcset=a.png><img src=b.png></picture>", ["image b.png"]),
            ("<picture><img src=a.png><source srcset=late.png></picture>", ["image a.png"]),
            ("<picture><source srcset=alone.png></picture>", []),
            // Of a film's sources one; none where it is to be loaded later.
            ("<video poster=p.png><source src=a.mp4><source src=b.webm></video>", ["image p.png", "media a.mp4"]),
            ("<video src=a.mp4><source src=b.mp4></video>", ["media a.mp4"]),
            ("<audio><source src=a.mp3></audio><audio preload=none src=b.mp3></audio>", ["media a.mp3"]),
            // Preloads of each kind, if the medium is the screen's.
            ("<link rel=preload as=image href=a.png imagesrcset='b.png 2x, c.png 3x'>", ["image c.png"]),
            ("<link rel=preload as=track href=a.vtt><link rel=preload as=nothing href=b>", ["media a.vtt"]),
            ("<link rel=preload as=style href=wide.css media='(min-width: 900px)'>", []),
            (
                "<link rel=modulepreload href=m.js><link rel=preload as=script href=s.js>",
                ["script m.js", "script s.js"]
            ),
            ("<link rel=stylesheet media=print href=p.css><link rel=stylesheet disabled href=no.css>", ["style p.css"]),
            // What a view that runs scripts never loads.
            (
                "<noscript><img src=no.png></noscript><template><img src=no.png></template><img src=a.png>",
                ["image a.png"]
            ),
            ("<script type=application/json src=no.json></script><script nomodule src=no.js></script>", []),
            (
                "<script type=module src=m.js></script><script type=TEXT/JavaScript src=s.js></script>",
                ["script m.js", "script s.js"]
            ),
            ("<input src=no.png><input type=image src=a.png>", ["image a.png"]),
            ("<p background=no.png><table background=a.png></table>", ["image a.png"]),
            // A document in an attribute, as deep as it goes.
            ("<iframe srcdoc='&lt;img src=a.png&gt;' src=no.html></iframe>", ["image a.png"]),
            ("<svg><image xlink:href=a.png /><use href=b.svg#c /></svg>", ["image a.png", "image b.svg#c"]),
        ] as [(String, [String])]
    )
    func anElementNamesWhatIsLoadedForIt(_ row: (text: String, found: [String])) {
        #expect(words(html(row.text).references) == row.found)
    }

    /// The table of the HTML standard's parser: commas, blanks and brackets where they mean nothing or something.
    @Test(
        arguments: [
            ("a.png", ["a.png"]), (" , ,a.png ,, b.png 2x,", ["a.png", "b.png 2.0x"]),
            ("a.png 480w, b.png 800w 600h", ["a.png 480w", "b.png 800w"]),
            ("data:image/png;base64,AAAA 1x, b.png 2x", ["data:image/png;base64,AAAA 1.0x", "b.png 2.0x"]),
            ("data:,a,b 2x", ["data:,a,b 2.0x"]), ("a,b.png", ["a,b.png"]), ("a.png, b.png", ["a.png", "b.png"]),
            ("a.png,b.png 2x", ["a.png,b.png 2.0x"]), ("a.png 1.5x", ["a.png 1.5x"]), ("a.png 1e1x", ["a.png 10.0x"]),
            ("a.png .5x", ["a.png 0.5x"]), ("a.png\t2x\n,\u{c}b.png", ["a.png 2.0x", "b.png"]),
            // Passed over: descriptors that contradict one another, or are none.
            ("a.png 2x 3x", []), ("a.png 2x 100w", []), ("a.png 0w", []), ("a.png -1x", []), ("a.png +1x", []),
            ("a.png 100h", []), ("a.png 1.w", []), ("a.png 1.x", []), ("a.png 1e999x", []), ("a.png nanx", []),
            ("a.png wide, b.png 2x", ["b.png 2.0x"]), ("a.png x", []), ("a.png 99999999999999999999w", []),
            ("a.png (1x, 2x), b.png", ["b.png"]), ("a.png f(x, b.png", []), ("", []), (",", []),
        ] as [(String, [String])]
    )
    func aSetOfPicturesIsReadAsTheStandardSays(_ row: (text: String, found: [String])) {
        let found = SourceSet(row.text).candidates.map { candidate in
            candidate.address + (candidate.width.map { " \($0)w" } ?? candidate.density.map { " \($0)x" } ?? "")
        }
        #expect(found == row.found)
    }

    @Test(
        arguments: [
            ("a.png 400w, b.png 1200w, c.png 2400w", nil, "b.png"), ("a.png 400w, b.png 1200w", "100px", "a.png"),
            ("a.png 400w, b.png 1200w", "(min-width: 600px) 50vw, 30vw", "a.png"),
            ("a.png 400w, b.png 1200w", "(max-width: 600px) 100vw, 30vw", "b.png"),
            ("a.png 400w, b.png 1200w", "calc(1px * 3), 2em", "a.png"), ("a.png 400w", "auto", "a.png"),
            ("a.png 400w, b.png 1200w", "", "b.png"), ("a.png 400w", "0", "a.png"),
        ] as [(String, String?, String)]
    )
    func widthsAreComparedWithTheSizeShown(_ row: (set: String, sizes: String?, best: String)) {
        #expect(SourceSet(row.set).best(beside: "src.png", sizes: row.sizes) == row.best)
    }

    @Test(
        arguments: [
            ("", true), ("all", true), ("screen", true), ("print", false), ("not print", true), ("only screen", true),
            ("print, screen", true), ("(max-width:400px)", true), ("screen and (max-width: 20em)", false),
            ("(orientation: portrait) and (min-width: 300px)", true), ("(prefers-color-scheme: dark)", false),
            ("(colour: very)", false), ("not (colour: very)", false), ("not all and (max-width: 100px)", true),
        ] as [(String, Bool)]
    )
    func mediaAreThoseOfATelephone(_ row: (text: String, holds: Bool)) {
        #expect(PageScreen.phone.matches(row.text) == row.holds)
    }

    @Test(
        arguments: [
            ("0; url=next.html", "next.html"), ("5;URL='a b.html' x", "a b.html"), ("1.5 , url = \"q\"", "q"),
            ("0 next.html", "next.html"), ("0;next.html", "next.html"), ("0;url", "url"), ("0; urlx=1", "urlx=1"),
            ("0; 'quoted'", "quoted"), ("3", ""), ("3;", ""), (".5;url=a", "a"), ("0;url='open", "open"),
            ("", nil), ("soon;url=a", nil), ("5x;url=a", nil), ("-1;url=a", nil), (";url=a", nil),
        ] as [(String, String?)]
    )
    func aDocumentThatSendsItsViewElsewhere(_ row: (text: String, address: String?)) {
        #expect(PageRefresh(row.text)?.address == row.address)
        let document = html("<meta http-equiv=Refresh content=\"\(row.text.replacing("\"", with: "&quot;"))\">")
        #expect(document.refresh?.address == row.address)
    }

    @Test func theFirstRefreshAndTheFirstBaseCount() {
        let document = html(
            "<base><base href=/one/><base href=/two/><meta http-equiv=refresh content=never>"
                + "<meta http-equiv=refresh content='0;a'><meta http-equiv=refresh content='0;b'>"
                + "<noscript><meta http-equiv=refresh content='0;c'></noscript>"
        )
        #expect(document.base == "/one/")
        #expect(document.refresh?.address == "a")
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
        _ = html("<picture>" + String(repeating: "<source srcset='a 1x'>", count: 50_000) + "<img src=x></picture>")
        _ = html(String(repeating: "<iframe srcdoc=\"&lt;iframe srcdoc='<img src=y>'>\">", count: 500))
        _ = SourceSet(String(repeating: "a 1x,", count: 100_000))
        _ = SourceSet(String(repeating: "a (", count: 100_000)).best(
            beside: nil,
            sizes: String(repeating: "(", count: 9999)
        )
        for length in 0..<200 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: ($0 &* 7919) ^ length) }
            _ = HTMLDocument(Array("<img src=".utf8) + bytes, encoding: nil)
            _ = StyleReferences.all(in: Array("url(".utf8) + bytes + Array("@import \"".utf8) + bytes)
            let text = String(decoding: bytes, as: UTF8.self)
            _ = SourceSet(text).best(beside: text, sizes: text)
            _ = PageRefresh("0;url=" + text)
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
