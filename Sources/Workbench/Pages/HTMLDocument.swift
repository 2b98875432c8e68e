import CXML2

/// What an HTML document needs, read by libxml2: it takes any text for HTML, fetches nothing, and stops at a depth.
struct HTMLDocument {
    /// The address of `<base href>`, as written.
    private(set) var base: String?
    private(set) var references: [PageReference] = []
    /// Where it sends its view by itself.
    private(set) var refresh: PageRefresh?

    static let maximumBytes = 4 << 20
    private static let most = 2000
    /// How deep a document may stand within a document (`srcdoc`).
    private static let mostInner = 4
    /// How many nodes around a picture or a film are looked at.
    private static let mostAround = 400
    private let depth: Int
    private static let prepared: Void = xmlInitParser()

    /// - Parameter encoding: what the response says; nil lets the document say it.
    init(_ bytes: [UInt8], encoding: String?) { self.init(bytes, encoding: encoding, depth: 0) }

    private init(_ bytes: [UInt8], encoding: String?, depth: Int) {
        self.depth = depth
        _ = Self.prepared
        let part = bytes.prefix(Self.maximumBytes)
        let document = part.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) {
                htmlReadMemory($0.baseAddress, Int32($0.count), nil, encoding, cs_html_options())
            }
        }
        guard let document else { return }
        defer { xmlFreeDoc(document) }
        // Not by recursion: the depth is the sender's.
        var next = xmlDocGetRootElement(document)
        while let node = next, references.count < Self.most {
            let isElement = node.pointee.type == XML_ELEMENT_NODE
            // A view that runs scripts takes what is in the one for text, and what is in the other for a pattern.
            let isInert = isElement && ["noscript", "template"].contains(Self.name(node))
            if isElement, !isInert { take(node) }
            next = Self.following(node, into: !isInert)
        }
    }

    /// The next node in the order of the document.
    private static func following(_ node: xmlNodePtr, into descends: Bool = true) -> xmlNodePtr? {
        if descends, node.pointee.type == XML_ELEMENT_NODE, let child = node.pointee.children { return child }
        var current = node
        while true {
            if let sibling = current.pointee.next { return sibling }
            guard let parent = current.pointee.parent, parent.pointee.type == XML_ELEMENT_NODE else { return nil }
            current = parent
        }
    }

    private mutating func take(_ node: xmlNodePtr) {
        func attribute(_ name: String) -> String? { Self.attribute(node, name) }
        let name = Self.name(node)
        if let style = attribute("style") { references += StyleReferences.all(in: style.utf8) }
        if Self.hasBackground.contains(name) { add(.image, attribute("background")) }
        switch name {
        case "base": base = base ?? attribute("href")
        case "meta":
            if refresh == nil, attribute("http-equiv")?.lowercased() == "refresh", let text = attribute("content") {
                refresh = PageRefresh(text)
            }
        case "link": take(link: node)
        case "script": take(script: node)
        case "style": references += StyleReferences.all(in: Self.text(node).utf8)
        case "img": add(.image, Self.picture(node))
        case "input": if attribute("type")?.lowercased() == "image" { add(.image, attribute("src")) }
        case "image", "use": add(.image, attribute("href") ?? attribute("xlink:href"))
        case "video", "audio":
            add(.image, attribute("poster"))
            let isLater = attribute("preload")?.lowercased() == "none" && attribute("autoplay") == nil
            if !isLater {
                add(.media, attribute("src") ?? Self.sources(in: node).first.flatMap { Self.attribute($0, "src") })
            }
        case "track": add(.media, attribute("src"))
        case "iframe":
            if let inner = attribute("srcdoc") { take(inner: inner) } else { add(.frame, attribute("src")) }
        case "frame", "embed": add(.frame, attribute("src"))
        case "object": add(.frame, attribute("data"))
        default: break
        }
    }

    private mutating func take(link: xmlNodePtr) {
        func attribute(_ name: String) -> String? { Self.attribute(link, name) }
        let address = attribute("href")
        let words = Set((attribute("rel") ?? "").lowercased().split(whereSeparator: \.isWhitespace).map(String.init))
        // A style sheet for another medium is loaded all the same.
        if words.contains("stylesheet"), !words.contains("alternate"), attribute("disabled") == nil {
            return add(.style, address)
        }
        let icons: Set<String> = ["icon", "apple-touch-icon", "apple-touch-icon-precomposed"]
        if !words.isDisjoint(with: icons) { return add(.image, address) }
        if words.contains("modulepreload") { return add(.script, address) }
        guard words.contains("preload"), let use = attribute("as")?.lowercased(),
            PageScreen.phone.matches(attribute("media") ?? ""), let kind = Self.preloaded[use]
        else { return }
        guard kind == .image, let set = attribute("imagesrcset") else { return add(kind, address) }
        add(kind, SourceSet(set).best(beside: address, sizes: attribute("imagesizes")))
    }

    private static let preloaded: [String: PageResourceKind] = [
        "style": .style, "script": .script, "font": .font, "image": .image, "fetch": .request, "json": .request,
        "track": .media, "audio": .media, "video": .media, "document": .frame,
    ]
    private static let hasBackground: Set<String> = ["body", "table", "thead", "tbody", "tfoot", "tr", "td", "th"]

    private mutating func take(script: xmlNodePtr) {
        let type = Self.attribute(script, "type")?.lowercased() ?? ""
        // Data, or for browsers without modules.
        let runs = type.isEmpty || type == "module" || type.hasSuffix("javascript") || type.hasSuffix("ecmascript")
        guard runs, Self.attribute(script, "nomodule") == nil else { return }
        if let source = Self.attribute(script, "src") { return add(.script, source) }
        references += ScriptReferences.all(in: Self.text(script))
    }

    /// A document that stands in an attribute: its addresses count from the outer one's.
    private mutating func take(inner text: String) {
        guard depth < Self.mostInner else { return }
        references += HTMLDocument(Array(text.utf8), encoding: "utf-8", depth: depth + 1).references
    }

    /// The one picture that a view loads for an `img`, from the sources that a `picture` around it names before it, else
    /// from its own.
    private static func picture(_ image: xmlNodePtr) -> String? {
        if let around = owner(of: image), name(around) == "picture" {
            for source in sources(in: around, before: image) {
                guard let set = attribute(source, "srcset"), PageScreen.phone.matches(attribute(source, "media") ?? ""),
                    isPicture(attribute(source, "type")),
                    let best = SourceSet(set).best(beside: nil, sizes: attribute(source, "sizes"))
                else { continue }
                return best
            }
        }
        let source = attribute(image, "src")
        guard let set = attribute(image, "srcset") else { return source }
        return SourceSet(set).best(beside: source, sizes: attribute(image, "sizes"))
    }

    /// Whether a view of today shows such a picture; it takes what has no type.
    private static func isPicture(_ type: String?) -> Bool {
        guard let type = type?.lowercased().filter({ !$0.isWhitespace }), !type.isEmpty else { return true }
        let kinds: Set<String> = [
            "avif", "webp", "png", "apng", "jpeg", "jpg", "gif", "svg+xml", "bmp", "x-icon", "heic",
        ]
        return type.hasPrefix("image/") && kinds.contains(String(type.dropFirst(6).prefix { $0 != ";" }))
    }

    /// The element around one, where libxml2 has put what follows a `source` into it.
    private static func owner(of node: xmlNodePtr) -> xmlNodePtr? {
        var current = node.pointee.parent
        for _ in 0..<mostAround {
            guard let parent = current, parent.pointee.type == XML_ELEMENT_NODE else { return nil }
            if name(parent) != "source" { return parent }
            current = parent.pointee.parent
        }
        return nil
    }

    /// The `source` elements in one, up to another.
    private static func sources(in around: xmlNodePtr, before end: xmlNodePtr? = nil) -> [xmlNodePtr] {
        var found: [xmlNodePtr] = []
        let behind = following(around, into: false)
        var next = around.pointee.children
        for _ in 0..<mostAround {
            guard let node = next, node != behind, node != end else { break }
            if node.pointee.type == XML_ELEMENT_NODE, name(node) == "source" { found.append(node) }
            next = following(node)
        }
        return found
    }

    private mutating func add(_ kind: PageResourceKind, _ address: String?) {
        if let address, !address.isEmpty { references.append(PageReference(kind: kind, address: address)) }
    }

    private static func name(_ node: xmlNodePtr) -> String { string(node.pointee.name).lowercased() }

    private static func attribute(_ node: xmlNodePtr, _ name: String) -> String? {
        guard let value = xmlGetProp(node, name) else { return nil }
        defer { cs_xml_free(value) }
        return string(value)
    }

    /// The text directly inside of an element.
    private static func text(_ node: xmlNodePtr) -> String {
        var text = ""
        var child = node.pointee.children
        while let current = child {
            if current.pointee.type == XML_TEXT_NODE || current.pointee.type == XML_CDATA_SECTION_NODE {
                text += string(current.pointee.content)
            }
            child = current.pointee.next
        }
        return text
    }

    private static func string(_ text: UnsafePointer<xmlChar>?) -> String {
        guard let text = cs_xml_text(text) else { return "" }
        return String(cString: text)
    }
}
