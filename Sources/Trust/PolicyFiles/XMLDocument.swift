import CXML2
import Diagnosis

/// An element of an XML document: its name, attributes, text and children, and the line it begins in.
package struct XMLElement: Sendable {
    /// The name without a prefix.
    package var name: String
    /// The attributes by name.
    package var attributes: [String: String]
    /// The text directly inside it, joined.
    package var text: String
    /// The elements directly inside it.
    package var children: [XMLElement]
    /// The line it begins in, from 1.
    package var line: Int
}

/// Reads XML through libxml2: nothing is fetched, no entity is put in, size and depth are limited.
package enum XMLDocument {
    /// Limits of a document that people write by hand.
    package static let maximumBytes = 4 << 20
    private static let maximumDepth = 200
    private static let maximumElements = 200_000

    /// libxml2's tables are made once, before any thread needs them.
    private static let prepared: Void = xmlInitParser()

    /// The root element of a document.
    ///
    /// - Parameter file: its name, for messages.
    /// - Throws: `config.syntax`.
    package static func root(of bytes: [UInt8], file: String) throws(Problem) -> XMLElement {
        let text = UTF16Text(bytes).map(\.utf8) ?? bytes
        guard text.count <= maximumBytes else {
            throw syntax(file, 0, expected: "at most \(maximumBytes) bytes", found: "\(text.count)")
        }
        // Entities of its own are how a small document becomes an endless one; no policy needs any.
        if let line = line(of: "<!ENTITY", in: text) {
            throw syntax(file, line, expected: "no entity declarations", found: "<!ENTITY")
        }
        _ = prepared
        guard let context = xmlNewParserCtxt() else {
            throw syntax(file, 0, expected: "a document", found: "no memory for it")
        }
        defer { xmlFreeParserCtxt(context) }
        // The encoding is given, so that none which the document names can hide anything.
        let document = text.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) {
                xmlCtxtReadMemory(context, $0.baseAddress, Int32($0.count), nil, "UTF-8", cs_xml_options())
            }
        }
        guard let document else { throw fault(context, file) }
        defer { xmlFreeDoc(document) }
        guard let root = xmlDocGetRootElement(document) else { throw fault(context, file) }
        var budget = maximumElements
        return try element(root, depth: 0, budget: &budget, file: file)
    }

    private static func element(_ node: xmlNodePtr, depth: Int, budget: inout Int, file: String) throws(Problem)
        -> XMLElement
    {
        budget -= 1
        guard depth < maximumDepth, budget > 0 else {
            throw syntax(
                file,
                max(0, xmlGetLineNo(node)),
                expected: "at most \(maximumDepth) levels and \(maximumElements) elements",
                found: "more"
            )
        }
        var element = XMLElement(
            name: string(node.pointee.name),
            attributes: [:],
            text: "",
            children: [],
            line: max(0, xmlGetLineNo(node))
        )
        var attribute = node.pointee.properties
        while let current = attribute {
            if let value = xmlNodeListGetString(node.pointee.doc, current.pointee.children, 1) {
                element.attributes[string(current.pointee.name)] = string(value)
                cs_xml_free(value)
            } else {
                element.attributes[string(current.pointee.name)] = ""
            }
            attribute = current.pointee.next
        }
        var child = node.pointee.children
        while let current = child {
            switch current.pointee.type {
            case XML_ELEMENT_NODE:
                element.children.append(try self.element(current, depth: depth + 1, budget: &budget, file: file))
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: element.text += string(current.pointee.content)
            case XML_ENTITY_REF_NODE:
                throw syntax(
                    file,
                    element.line,
                    expected: "no entity of its own",
                    found: "&\(string(current.pointee.name));"
                )
            default: break
            }
            child = current.pointee.next
        }
        return element
    }

    private static func string(_ text: UnsafePointer<xmlChar>?) -> String {
        guard let text = cs_xml_text(text) else { return "" }
        return String(cString: text)
    }

    private static func fault(_ context: xmlParserCtxtPtr, _ file: String) -> Problem {
        let error = context.pointee.lastError
        let words = error.message.map { String(cString: $0) } ?? "no element"
        let found = words.split(separator: "\n").first.map { $0.trimmingPrefix { $0 == " " } } ?? "nothing"
        return syntax(file, Int(error.line), expected: "well-formed XML", found: String(found))
    }

    private static func syntax(_ file: String, _ line: Int, expected: String, found: String) -> Problem {
        .configSyntax(at: JSON5Position(file: file, line: line, column: 0), expected: expected, found: found)
    }

    /// The line in which a text first occurs, from 1; nil when it does not.
    private static func line(of text: StaticString, in bytes: [UInt8]) -> Int? {
        let wanted = text.withUTF8Buffer { Array($0) }
        guard let first = wanted.first, bytes.count >= wanted.count else { return nil }
        var line = 1
        for index in 0...(bytes.count - wanted.count) {
            if bytes[index] == first, bytes[index..<index + wanted.count].elementsEqual(wanted) { return line }
            if bytes[index] == 0x0A { line += 1 }
        }
        return nil
    }
}
