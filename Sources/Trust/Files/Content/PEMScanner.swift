import Foundation

/// Finds the blocks of a PEM text line by line, and what breaks the format on the way.
struct PEMScanner {
    private(set) var blocks: [PEMBlock] = []
    private(set) var faults: [PEMFault] = []
    /// Lines with text outside of the blocks.
    private(set) var linesOutside = 0
    /// Whether there is a BEGIN at all.
    var isEmpty: Bool { blocks.isEmpty }

    private var current: PEMBlock?
    private var isInHeaders = false
    private var reportedBlank = false

    /// Scans a whole text.
    init(_ text: ArraySlice<UInt8>) {
        for (number, line) in Self.lines(text) {
            // Armor that was put in one line is cut into lines first.
            for part in Self.parts(line) { scan(part.text, line: number, isCut: part.isCut) }
        }
        if let block = current { close(block, fault: PEMFault(line: block.line, text: Self.missingEnd(block.label))) }
    }

    private mutating func scan(_ raw: ArraySlice<UInt8>, line: Int, isCut: Bool) {
        let text = Self.trimmed(raw)
        if let boundary = Boundary(text) {
            if isCut { report(line, "the armor does not stand in lines of its own; it was cut there") }
            if let fault = boundary.fault { report(line, fault) }
            boundary.isBegin ? begin(boundary.label, line: line) : end(boundary.label, line: line)
        } else if current == nil {
            if !text.isEmpty { linesOutside += 1 }
        } else {
            body(text, line: line)
        }
    }

    private mutating func begin(_ label: String, line: Int) {
        if let block = current { close(block, fault: PEMFault(line: block.line, text: Self.missingEnd(block.label))) }
        current = PEMBlock(label: label, line: line)
        isInHeaders = false
        reportedBlank = false
    }

    private mutating func end(_ label: String, line: Int) {
        guard let block = current else {
            report(line, "END \(label) has no BEGIN before it; it was skipped")
            return
        }
        guard label != block.label else { close(block, fault: nil); return }
        close(
            block,
            fault: PEMFault(line: line, text: "END \(label) closes BEGIN \(block.label) of line \(block.line)")
        )
    }

    private mutating func body(_ text: ArraySlice<UInt8>, line: Int) {
        guard var block = current else { return }
        defer { current = block }
        if text.isEmpty {
            if isInHeaders {
                isInHeaders = false
            } else if !reportedBlank {
                reportedBlank = true
                let place =
                    block.base64.isEmpty ? "an empty line behind BEGIN \(block.label)" : "an empty line in the base64"
                fault(&block, line, "\(place); it was skipped")
            }
            return
        }
        if block.base64.isEmpty, let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            isInHeaders = true
            block.headers.append((Self.string(text[..<colon]), Self.string(Self.trimmed(text[colon...].dropFirst()))))
        } else if isInHeaders, let last = block.headers.indices.last {
            block.headers[last].value += " " + Self.string(text)
        } else if let wrong = text.first(where: { !Self.isBase64($0) }) {
            let shown =
                (0x21...0x7E).contains(wrong)
                ? "\"\(Character(Unicode.Scalar(wrong)))\"" : "byte 0x\(String(wrong, radix: 16))"
            fault(&block, line, "a line in BEGIN \(block.label) that is no base64 (\(shown)); it was skipped")
        } else if block.base64.last == UInt8(ascii: "=") {
            fault(&block, line, "base64 goes on behind its padding; the line was skipped")
        } else {
            block.base64.append(contentsOf: text.filter { $0 != 0x20 && $0 != 0x09 })
        }
    }

    private mutating func close(_ block: PEMBlock, fault: PEMFault?) {
        var block = block
        current = nil
        if let fault { self.fault(&block, fault.line, fault.text) }
        if let bytes = Base64Text.decode(block.base64) {
            block.bytes = bytes
            let padding = block.base64.reversed().prefix { $0 == UInt8(ascii: "=") }.count
            if block.base64.count % 4 != 0 || padding > 2 {
                self.fault(
                    &block,
                    block.line,
                    "the base64 of BEGIN \(block.label) has the wrong length "
                        + "(\(block.base64.count) characters, no multiple of 4)"
                )
            }
        } else {
            self.fault(
                &block,
                block.line,
                "the base64 of BEGIN \(block.label) does not decode "
                    + "(\(block.base64.count) characters)"
            )
        }
        blocks.append(block)
    }

    private mutating func report(_ line: Int, _ text: String) {
        let fault = PEMFault(line: line, text: text)
        if !faults.contains(fault) { faults.append(fault) }
    }

    private mutating func fault(_ block: inout PEMBlock, _ line: Int, _ text: String) {
        report(line, text)
        if block.fault == nil { block.fault = PEMFault(line: line, text: text) }
    }

    private static func missingEnd(_ label: String) -> String { "BEGIN \(label) has no END line" }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="), 0x20, 0x09:
            true
        default: false
        }
    }

    private static func string(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: Array(bytes), as: UTF8.self)
    }
}

// Lines and their boundaries.
extension PEMScanner {
    /// A BEGIN or END line.
    private struct Boundary {
        let isBegin: Bool
        let label: String
        /// What is wrong with the line itself.
        let fault: String?

        /// Nil when the line is none, not even a damaged one.
        init?(_ line: ArraySlice<UInt8>) {
            // Hyphens, or the first byte of a dash in UTF-8.
            guard line.count <= 200, line.first == UInt8(ascii: "-") || line.first == 0xE2 else { return nil }
            let text = String(decoding: line, as: UTF8.self)
            // Word processors turn hyphens into dashes.
            let dashes: Set<Character> = ["-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}"]
            let leading = text.prefix { dashes.contains($0) }
            let trailing = text.reversed().prefix { dashes.contains($0) }.reversed()
            guard !leading.isEmpty, !trailing.isEmpty, leading.count + trailing.count < text.count else { return nil }
            let words = text.dropFirst(leading.count).dropLast(trailing.count).trimmingCharacters(in: .whitespaces)
            guard words.hasPrefix("BEGIN ") || words.hasPrefix("END ") else { return nil }
            isBegin = words.hasPrefix("BEGIN ")
            label = words.drop { $0 != " " }.trimmingCharacters(in: .whitespaces)
            guard label.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || " -#.".contains($0)) }) else {
                return nil
            }
            let isExact = leading == "-----" && String(trailing) == "-----"
            fault =
                isExact ? nil : "\(isBegin ? "BEGIN" : "END") \(label) has to stand between five hyphens on each side"
        }
    }

    /// The lines with their numbers from 1; LF, CR LF and CR end a line.
    private static func lines(_ text: ArraySlice<UInt8>) -> [(Int, ArraySlice<UInt8>)] {
        var result: [(Int, ArraySlice<UInt8>)] = []
        var start = text.startIndex
        var index = start
        while index < text.endIndex {
            let byte = text[index]
            guard byte == 0x0A || byte == 0x0D else { index += 1; continue }
            result.append((result.count + 1, text[start..<index]))
            if byte == 0x0D, index + 1 < text.endIndex, text[index + 1] == 0x0A { index += 1 }
            index += 1
            start = index
        }
        if start < text.endIndex { result.append((result.count + 1, text[start...])) }
        return result
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0B || byte == 0x0C }
        var line = line.drop(while: isBlank)
        while let last = line.last, isBlank(last) { line.removeLast() }
        return line
    }

    /// The line as it is; or, where armor shares it with other text, its parts.
    private static func parts(_ line: ArraySlice<UInt8>) -> [(text: ArraySlice<UInt8>, isCut: Bool)] {
        let mark = Array("-----".utf8)
        // Nearly every line is base64, which has no hyphen.
        guard line.contains(mark[0]), line.count(of: mark) > 2 else { return [(line, false)] }
        let text = String(decoding: line, as: UTF8.self)
        var parts: [(ArraySlice<UInt8>, Bool)] = []
        var rest = text[...]
        while let open = rest.range(of: "-----BEGIN ") ?? rest.range(of: "-----END "),
            let close = rest.range(of: "-----", range: open.upperBound..<rest.endIndex)
        {
            parts.append(contentsOf: pieces(rest[..<open.lowerBound]))
            parts.append((Array(rest[open.lowerBound..<close.upperBound].utf8)[...], true))
            rest = rest[close.upperBound...]
        }
        parts.append(contentsOf: pieces(rest))
        return parts
    }

    /// Base64 between two boundaries of one line: cut at blanks and at line ends that were written as `\n`.
    private static func pieces(_ text: Substring) -> [(ArraySlice<UInt8>, Bool)] {
        text.replacing("\\r", with: " ").replacing("\\n", with: " ").split {
            $0 == " " || $0 == "\"" || $0 == "'" || $0 == ","
        }
        .map { (Array($0.utf8)[...], false) }
    }
}

extension ArraySlice<UInt8> {
    /// How often some bytes occur.
    fileprivate func count(of part: [UInt8]) -> Int {
        var count = 0
        var index = startIndex
        while index + part.count <= endIndex {
            if self[index...].starts(with: part) {
                count += 1
                index += part.count
            } else {
                index += 1
            }
        }
        return count
    }
}
