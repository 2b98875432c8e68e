import CXML2

/// What an HTML document needs, read by libxml2: it takes any text for HTML, fetches nothing, and stops at a depth.
struct HTMLDocument {
    /// The address of `<base href>`, as written.
    private(set) var base: String?
    private(set) var references: [PageReference] = []

    static let maximumBytes = 4 << 20
    private static let most = 2000
    private static let prepared: Void = xmlInitParser()

    /// - Parameter encoding: what the response says; nil lets the document say it.
    init(_ bytes: [UInt8], encoding: String?) {
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
            if node.pointee.type == XML_ELEMENT_NODE { take(node) }
            next = Self.following(node)
        }
    }

    /// The next node in the order of the document.
    private static func following(_ node: xmlNodePtr) -> xmlNodePtr? {
        if node.pointee.type == XML_ELEMENT_NODE, let child = node.pointee.children { return child }
        var current = node
        while true {
            if let sibling = current.pointee.next { return sibling }
            guard let parent = current.pointee.parent, parent.pointee.type == XML_ELEMENT_NODE else { return nil }
            current = parent
        }
    }

    private mutating func take(_ node: xmlNodePtr) {
        func attribute(_ name: String) -> String? { Self.attribute(node, name) }
        if let style = attribute("style") { references += StyleReferences.all(in: style.utf8) }
        add(.image, attribute("background"))
        switch Self.string(node.pointee.name).lowercased() {
        case "base": base = base ?? attribute("href")
        case "link": take(link: attribute("rel") ?? "", to: attribute("href"), as: attribute("as"))
        case "script":
            if let source = attribute("src") {
                add(.script, source)
            } else {
                references += ScriptReferences.all(in: Self.text(node))
            }
        case "style": references += StyleReferences.all(in: Self.text(node).utf8)
        case "img", "input":
            if let source = attribute("src") {
                add(.image, source)
            } else {
                add(.image, Self.first(attribute("srcset")))
            }
        case "image", "use": add(.image, attribute("href"))
        case "source":
            if let set = attribute("srcset") { add(.image, Self.first(set)) } else { add(.media, attribute("src")) }
        case "video":
            add(.image, attribute("poster"))
            add(.media, attribute("src"))
        case "audio", "track": add(.media, attribute("src"))
        case "iframe", "frame": add(.frame, attribute("src"))
        case "embed": add(.frame, attribute("src"))
        case "object": add(.frame, attribute("data"))
        default: break
        }
    }

    private mutating func take(link relation: String, to address: String?, as use: String?) {
        let words = Set(relation.lowercased().split(whereSeparator: \.isWhitespace).map(String.init))
        if words.contains("stylesheet"), !words.contains("alternate") { return add(.style, address) }
        if !words.isDisjoint(with: ["icon", "apple-touch-icon"]) { return add(.image, address) }
        if words.contains("modulepreload") { return add(.script, address) }
        guard words.contains("preload"), let use else { return }
        let kinds: [String: PageResourceKind] = [
            "style": .style, "script": .script, "font": .font, "image": .image, "fetch": .request,
        ]
        if let kind = kinds[use.lowercased()] { add(kind, address) }
    }

    private mutating func add(_ kind: PageResourceKind, _ address: String?) {
        if let address, !address.isEmpty { references.append(PageReference(kind: kind, address: address)) }
    }

    /// The first of several pictures: `small.png 1x, large.png 2x`.
    private static func first(_ set: String?) -> String? {
        set?.split { $0 == "," || $0.isWhitespace }.first.map(String.init)
    }

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
